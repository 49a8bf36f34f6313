// y = a x + y in double precision, one element a work-item: a warp's load takes
// 256 consecutive bytes, two lines, where saxpy's takes one.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void daxpy(int n, double a, __global const double *x,
                    __global double *y) {
  int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}
