// The timeline of --app in a browser: an event of the JSON for each bar, in the
// row of its stream.
//
// RUN: kernelcast predict %s --app --format html -o %t.html
// RUN: python3 %S/Inputs/application.py %t.html

#include <thrust/execution_policy.h>
#include <thrust/sort.h>

__global__ void twice(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

int main() {
  const int n = 1 << 20;
  float *host, *device;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<n / 256, 256>>>(device, n);
  thrust::sort(thrust::device, device, device + n);
  cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost);
}
