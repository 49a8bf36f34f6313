// Kernels under saxpy's name that the measurements must not take for it.

#if defined(STRAY)
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  y[n + blockIdx.x * blockDim.x + threadIdx.x + 100000000] = a * x[0];
}
#elif defined(WRONG)
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i] + (i == 999);
}
#elif defined(DOUBLE)
extern "C" __global__ void saxpy(int n, double a, const float *x, float *y) {
  y[0] = n * a * x[0];
}
#elif defined(SHORT)
extern "C" __global__ void saxpy(int n, float a, const float *x) {}
#elif defined(BOUNDED)
extern "C" __global__ void __launch_bounds__(32)
    saxpy(int n, float a, const float *x, float *y) {
  y[0] = n * a * x[0];
}
#endif
