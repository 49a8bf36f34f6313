// y = a x + y in double precision, one element a thread: a warp's load takes
// 256 consecutive bytes, two lines, where saxpy's takes one.

extern "C" __global__ void daxpy(int n, double a, const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
