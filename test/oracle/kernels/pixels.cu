// Pixels of four bytes are loaded as one word, and bytes by themselves: a warp
// of bytes needs one sector, of pixels four.

__global__ void pixels(const uchar4 *x, unsigned char *y, float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uchar4 pixel = x[i];
  float grey = 0.3f * pixel.x + 0.6f * pixel.y + 0.1f * pixel.z;
  y[i] = grey;
  y[3 * i + 512] = pixel.w;
  uchar4 other = x[n - i];
  z[i] = other.y + grey;
}
