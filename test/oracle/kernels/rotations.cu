// Barrel shifts of rows by their number, forwards and backwards, without and
// with a power of two.

__global__ void rotations(const float *x, float *y, int w) {
  __shared__ float rows[8][32];
  int c = threadIdx.x, r = threadIdx.y, b = blockIdx.x;
  if (c < w)
    rows[r][(c + r) % w] = x[b * 128 + r * w + c];
  __syncthreads();
  if (c < w)
    y[b * 128 + r * w + (c - r + w) % w] = rows[r][c];
  y[256 + b * 128 + r * 32 + (c + r * 7 & 15)] = rows[r][c * 5 % 13];
}
