// One Jacobi step in three dimensions, 7 points. Either one work-item a point,
// where the planes above and below must come from a cache, or a work-item that
// marches through z and keeps its column's three points in registers, so that
// it reads 5 values a point.

__kernel void stencil_3d(int nx, int ny, int nz, float center, float side,
                         __global const float *restrict in,
                         __global float *restrict out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
    int plane = nx * ny;
    int i = z * plane + y * nx + x;
    out[i] =
        center * in[i] + side * (in[i - 1] + in[i + 1] + in[i - nx] +
                                 in[i + nx] + in[i - plane] + in[i + plane]);
  }
}

// Every group marches through planes of the inner nz - 2.
__kernel void stencil_3d_marching(int nx, int ny, int nz, int planes,
                                  float center, float side,
                                  __global const float *restrict in,
                                  __global float *restrict out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int first = get_group_id(2) * planes + 1;
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
