// One Jacobi step for Poisson's equation in double precision: each inner point
// becomes the mean of its four neighbours less its share of the right-hand
// side; border points are kept. Neighbours overlap: three of the five loads hit
// lines that other work-items of the group have fetched.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void jacobi_fp64(int width, int height, __global const double *in,
                          __global const double *right_side,
                          __global double *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) {
    int i = y * width + x;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
      out[i] = 0.25 * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] -
                       right_side[i]);
    else
      out[i] = in[i];
  }
}
