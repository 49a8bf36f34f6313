// One Jacobi step in three dimensions, 7 points. Either one thread a point,
// where the planes above and below must come from a cache, or a thread that
// marches through z and keeps its column's three points in registers, so that
// it reads 5 values a point.

extern "C" __global__ void stencil_3d(int nx, int ny, int nz, float center,
                                      float side, const float *__restrict__ in,
                                      float *__restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    int plane = nx * ny;
    int i = z * plane + y * nx + x;
    out[i] =
        center * in[i] + side * (in[i - 1] + in[i + 1] + in[i - nx] +
                                 in[i + nx] + in[i - plane] + in[i + plane]);
  }
}

// Every block marches through planes of the inner nz - 2.
extern "C" __global__ void stencil_3d_marching(int nx, int ny, int nz,
                                               int planes, float center,
                                               float side,
                                               const float *__restrict__ in,
                                               float *__restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int first = blockIdx.z * planes + 1;
  int last = min(first + planes, nz - 1);
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
    int plane = nx * ny;
    int i = first * plane + y * nx + x;
    float behind = in[i - plane];
    float current = in[i];
    for (int z = first; z < last; ++z) {
      float ahead = in[i + plane];
      out[i] = center * current + side * (in[i - 1] + in[i + 1] + in[i - nx] +
                                          in[i + nx] + behind + ahead);
      behind = current;
      current = ahead;
      i += plane;
    }
  }
}
