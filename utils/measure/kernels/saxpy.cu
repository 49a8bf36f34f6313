// y = a x + y, one element a thread, read and written with a stride: with
// stride 1 a warp touches 128 consecutive bytes, with stride 32 it touches 32
// lines for the same 32 elements.

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

extern "C" __global__ void saxpy_strided(int n, int stride, float a,
                                         const float *x, float *y) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
