// Double precision: fp64_heavy runs two chains of multiply-adds (consumer cards
// have one unit for 32 or 64 of single precision), fp64_divide one chain of
// divisions and square roots, which are subroutines of multiply-adds.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void fp64_heavy(int n, int rounds, __global const double *in,
                         __global double *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  double a = in[i];
  double x = a, y = 1.0 - a;
  double sum = 0.0;
  for (int round = 0; round < rounds; ++round) {
    x = x * a + 0.25;
    y = y * a - 0.125;
    sum += x * y;
  }
  out[i] = sum;
}

__kernel void fp64_divide(int n, int rounds, __global const double *in,
                          __global double *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  double a = in[i];
  double x = a;
  double sum = 0.0;
  for (int round = 0; round < rounds; ++round) {
    x = a / (1.0 + sqrt(x));
    sum += x;
  }
  out[i] = sum;
}
