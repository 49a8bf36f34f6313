// Sixteen bytes for each lane: a warp moves four lines, and fewer lanes already
// fill its sectors. Every second vector, or an odd one, costs more.

__global__ void wide_vectors(const double2 *x, double2 *y, int4 *z, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double2 a = x[i * s];
  y[i * s + 1] = a;
  y[i + 512].y = a.x;
  int4 b = z[i + 3];
  z[i * s + 400] = b;
}
