// out = in^T through a TILE_X x TILE_Y tile in shared memory, with the choices
// left open as macros: the tile's shape, the threads of a block, the padding
// of the tile's rows, the width of global accesses, how far the loops are
// unrolled, and the order of the tiles.

#ifndef TILE_X
#define TILE_X 32
#endif
#ifndef TILE_Y
#define TILE_Y 32
#endif
#ifndef THREADS
#define THREADS 256
#endif
#ifndef PADDING
#define PADDING 1
#endif
#ifndef VECTOR
#define VECTOR 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef DIAGONAL
#define DIAGONAL 0
#endif

// nvcc expands no macro in a pragma.
constexpr int Unroll = UNROLL;

#if VECTOR == 4
typedef float4 Elements;
#elif VECTOR == 2
typedef float2 Elements;
#else
typedef float Elements;
#endif

// The block is THREADS threads; width is a multiple of TILE_X, height of
// TILE_Y. DIAGONAL: tiles that run at one time lie on a diagonal, so that
// neither their rows nor their columns are all in one memory partition.
extern "C" __global__ void transpose_tuned(int width, int height,
                                           const Elements *__restrict__ in,
                                           Elements *__restrict__ out) {
  __shared__ float tile[TILE_Y][TILE_X + PADDING];
  int bx = blockIdx.x;
  int by = blockIdx.y;
#if DIAGONAL
  bx = (bx + by) % (width / TILE_X);
#endif
  int x0 = bx * TILE_X;
  int y0 = by * TILE_Y;
#pragma unroll Unroll
  for (int t = threadIdx.x; t < TILE_X * TILE_Y / VECTOR; t += THREADS) {
    int x = t % (TILE_X / VECTOR) * VECTOR;
    int y = t / (TILE_X / VECTOR);
    Elements row = in[((y0 + y) * width + x0 + x) / VECTOR];
#if VECTOR == 1
    tile[y][x] = row;
#else
    tile[y][x] = row.x;
    tile[y][x + 1] = row.y;
#endif
#if VECTOR == 4
    tile[y][x + 2] = row.z;
    tile[y][x + 3] = row.w;
#endif
  }
  __syncthreads();
#pragma unroll Unroll
  for (int t = threadIdx.x; t < TILE_X * TILE_Y / VECTOR; t += THREADS) {
    int y = t % (TILE_Y / VECTOR) * VECTOR;
    int x = t / (TILE_Y / VECTOR);
    Elements column;
#if VECTOR == 1
    column = tile[y][x];
#else
    column.x = tile[y][x];
    column.y = tile[y + 1][x];
#endif
#if VECTOR == 4
    column.z = tile[y + 2][x];
    column.w = tile[y + 3][x];
#endif
    out[((x0 + x) * height + y0 + y) / VECTOR] = column;
  }
}
