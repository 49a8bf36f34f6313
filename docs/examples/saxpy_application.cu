// A whole application: copies to the device, one kernel, a copy back. After
// Gajger 2017, figures 5.1 and 6.1.
//
//   kernelcast predict --app saxpy_application.cu --gpu gtx-970
//     --model latency-throughput --mode faithful --arg N=1e8
//     --arg arithmeticIntensity=128 --arg blockSize=256 --arg shMem=0
#include <vector>

__global__ void saxpy2(int n, int a, float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float t1 = x[i];
    float tmp = 0;
#pragma unroll 1
    for (int cnt = 0; cnt < a; ++cnt)
      tmp += t1;
    y[i] += tmp;
  }
}

void simpleCUDAApp(int arithmeticIntensity, int blockSize, int shMem, int N) {
  std::vector<float> x(N);
  std::vector<float> y(N);
  float *d_x, *d_y;
  cudaMalloc(&d_x, N * sizeof(float));
  cudaMalloc(&d_y, N * sizeof(float));

  cudaMemcpy(d_x, x.data(), N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y.data(), N * sizeof(float), cudaMemcpyHostToDevice);

  const int gridSize = (N + blockSize - 1) / blockSize;
  saxpy2<<<gridSize, blockSize, shMem>>>(N, arithmeticIntensity, d_x, d_y);

  cudaMemcpy(y.data(), d_y, N * sizeof(float), cudaMemcpyDeviceToHost);

  cudaFree(d_x);
  cudaFree(d_y);
}
