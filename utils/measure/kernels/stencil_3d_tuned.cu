// The 7-point step of stencil_3d.* marching through z, with the choices left
// open as macros: the block, the points per thread in x and y, the planes a
// block marches through, neighbours in x and y from shared or global memory,
// the tile's padding, and how far the march is unrolled.

#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 8
#endif
#ifndef WORK_X
#define WORK_X 1
#endif
#ifndef WORK_Y
#define WORK_Y 1
#endif
#ifndef PLANES
#define PLANES 32
#endif
#ifndef SHARED
#define SHARED 1
#endif
#ifndef PADDING
#define PADDING 0
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#define TILE_X (BLOCK_X * WORK_X)
#define TILE_Y (BLOCK_Y * WORK_Y)

// nvcc expands no macro in a pragma.
constexpr int Unroll = UNROLL;

// The block is BLOCK_X x BLOCK_Y threads; a thread's points lie BLOCK_X
// columns and BLOCK_Y rows apart.
extern "C" __global__ void stencil_3d_tuned(int nx, int ny, int nz,
                                            float center, float side,
                                            const float *__restrict__ in,
                                            float *__restrict__ out) {
  int x0 = blockIdx.x * TILE_X;
  int y0 = blockIdx.y * TILE_Y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int plane = nx * ny;
  int first = blockIdx.z * PLANES + 1;
  int last = min(first + PLANES, nz - 1);
  float behind[WORK_Y][WORK_X], current[WORK_Y][WORK_X];
  for (int v = 0; v < WORK_Y; ++v)
    for (int u = 0; u < WORK_X; ++u) {
      int x = x0 + tx + u * BLOCK_X;
      int y = y0 + ty + v * BLOCK_Y;
      if (x < nx && y < ny) {
        behind[v][u] = in[(first - 1) * plane + y * nx + x];
        current[v][u] = in[first * plane + y * nx + x];
      }
    }
#if SHARED
  __shared__ float tile[TILE_Y + 2][TILE_X + 2 + PADDING];
#endif
#pragma unroll Unroll
  for (int z = first; z < last; ++z) {
#if SHARED
    for (int row = ty; row < TILE_Y + 2; row += BLOCK_Y)
      for (int column = tx; column < TILE_X + 2; column += BLOCK_X) {
        int x = x0 + column - 1;
        int y = y0 + row - 1;
        if (x >= 0 && x < nx && y >= 0 && y < ny)
          tile[row][column] = in[z * plane + y * nx + x];
      }
    __syncthreads();
#endif
    for (int v = 0; v < WORK_Y; ++v)
      for (int u = 0; u < WORK_X; ++u) {
        int x = x0 + tx + u * BLOCK_X;
        int y = y0 + ty + v * BLOCK_Y;
        if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
          int i = z * plane + y * nx + x;
          float ahead = in[i + plane];
#if SHARED
          int row = ty + v * BLOCK_Y + 1;
          int column = tx + u * BLOCK_X + 1;
          float around = tile[row][column - 1] + tile[row][column + 1] +
                         tile[row - 1][column] + tile[row + 1][column];
#else
          float around = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx];
#endif
          out[i] =
              center * current[v][u] + side * (around + behind[v][u] + ahead);
          behind[v][u] = current[v][u];
          current[v][u] = ahead;
        }
      }
#if SHARED
    __syncthreads();
#endif
  }
}
