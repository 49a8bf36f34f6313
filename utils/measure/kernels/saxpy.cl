// y = a x + y, one element a work-item, read and written with a stride: with
// stride 1 a warp touches 128 consecutive bytes, with stride 32 it touches 32
// lines for the same 32 elements.

__kernel void saxpy(int n, float a, __global const float *x,
                    __global float *y) {
  int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__kernel void saxpy_strided(int n, int stride, float a,
                            __global const float *x, __global float *y) {
  int i = get_global_id(0) * stride;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
