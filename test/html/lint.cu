// The page of lint in a browser: findings by gain, their lanes, and the change
// that mends one.
//
// Of tile[threadIdx.x][threadIdx.y] in a block of 32 by 8 all 32 lanes want a
// word of one bank: a row more of padding parts them, and that change is offered.
//
// RUN: kernelcast lint %s --format html --fail-on never -o %t.html
// RUN: kernelcast lint %s --format json --fail-on never -o %t.json
// RUN: python3 %S/Inputs/lint.py %t.html %t.json
//
// The same where tabs indent: columns of the change count each as one byte.
//
// RUN: sed 's/^  /\t/' %s > %t.tabs.cu
// RUN: kernelcast lint %t.tabs.cu --format html --fail-on never -o %t.tabs.html
// RUN: kernelcast lint %t.tabs.cu --format json --fail-on never -o %t.tabs.json
// RUN: python3 %S/Inputs/lint.py %t.tabs.html %t.tabs.json
//
// Line 30,000 is beyond what a page holds of a file: the finding says so, and
// its change is named by place alone.
//
// RUN: python3 -c "print(30000 * chr(10), end=str())" > %t.long.cu && cat %s >> %t.long.cu
// RUN: kernelcast lint %t.long.cu --format html --fail-on never -o %t.long.html
// RUN: kernelcast predict %t.long.cu --format html -o %t.long.predict.html
// RUN: python3 %S/Inputs/long_source.py %t.long.html %t.long.predict.html

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
