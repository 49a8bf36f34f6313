// The page of lint in a browser: findings by gain, their lanes, and the change
// that mends one.
//
// Of tile[threadIdx.x][threadIdx.y] in a block of 32 by 8 all 32 lanes want a
// word of one bank: a row more of padding parts them, and that change is offered.
//
// RUN: kernelcast lint %s --format html --fail-on never -o %t.html
// RUN: kernelcast lint %s --format json --fail-on never -o %t.json
// RUN: python3 %S/Inputs/lint.py %t.html %t.json

__global__ void turn(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int n = 4096;
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * n * n);
  cudaMalloc(&out, sizeof(float) * n * n);
  turn<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n);
  cudaDeviceSynchronize();
}
