// One Jacobi step for Poisson's equation in double precision: each inner point
// becomes the mean of its four neighbours less its share of the right-hand
// side; border points are kept. Neighbours overlap: three of the five loads hit
// lines that other threads of the block have fetched.

extern "C" __global__ void jacobi_fp64(int width, int height, const double *in,
                                       const double *right_side, double *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int i = y * width + x;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
      out[i] = 0.25 * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] -
                       right_side[i]);
    else
      out[i] = in[i];
  }
}
