// The blocks of a transpose stand on diagonals of the matrix, so that those that
// run together write to different columns. Each row of blocks wraps around at a
// place of its own; however it is divided for that, each element comes from
// memory once and goes there once: 8192 x 8192 floats are 8388608 sectors.
// RUN: kernelcast predict %s --gpu rtx-2080-ti --grid 256,256 --block 32,8 --arg n=8192 --format json | FileCheck %s
// CHECK: "dram_read_sectors": 8388608,
// CHECK: "dram_write_sectors": 8388608{{$}}
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][33];
  int by = (blockIdx.x + blockIdx.y) % gridDim.y;
  int x = blockIdx.x * 32 + threadIdx.x, y = by * 32;
  for (int row = threadIdx.y; row < 32; row += 8)
    tile[row][threadIdx.x] = in[(y + row) * n + x];
  __syncthreads();
  int id = threadIdx.y * 32 + threadIdx.x;
  for (int row = id / 32; row < 32; row += 8)
    out[(blockIdx.x * 32 + row) * n + y + id % 32] = tile[id % 32][row];
}
