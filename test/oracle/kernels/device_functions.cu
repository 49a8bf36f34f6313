// A function with a loop and two ways out, called in several places.

__device__ float row(const float *x, int t, int n) {
  float sum = 0;
  if (t > 40)
    return x[t];
  for (int k = 0; k < n; ++k) {
    if (k * 2 > t)
      return sum;
    sum += x[k * 32 + t];
  }
  return sum;
}

__device__ float twice(const float *x, int t, int n) {
  return row(x, t, n) + row(x + 7, t * 2, n - 1);
}

__global__ void device_functions(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = row(x, t, n);
  if (t % 3 == 0)
    sum += twice(x, t / 2, n);
  for (int k = 0; k < t % 3; ++k)
    sum += row(x, k, 4);
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
