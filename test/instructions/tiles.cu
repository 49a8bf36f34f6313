// The loop over tiles has as many copies as nvcc 13.0 makes of it, whose PTX has
// two barriers a copy. Of a tile, a product is 6 instructions: two loads with an
// address each, a multiplication and a sum. With 16 of them that leaves no room
// for a second copy, and each tile takes a jump: 16, and one around the loop and
// one out of the kernel. With 8 two tiles share one: 16 of 32, and two more that
// ask whether one tile is left over.
//
// RUN: kernelcast predict %s --kernel tiles_of_16 --grid 16,16 --block 16,16 --arg n=256 --format json | FileCheck %s --check-prefix=T16
// T16: "per_warp": {
// T16: "barrier": 32,
// T16-NEXT: "branch": 18,
// RUN: kernelcast predict %s --kernel tiles_of_8 --grid 32,32 --block 8,8 --arg n=256 --format json | FileCheck %s --check-prefix=T8
// T8: "per_warp": {
// T8: "barrier": 64,
// T8-NEXT: "branch": 20,
template <int Size>
__device__ float product(int n, const float *a, const float *b) {
  __shared__ float tile_a[Size][Size], tile_b[Size][Size];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * Size + x, row = blockIdx.y * Size + y;
  float sum = 0;
  for (int start = 0; start < n; start += Size) {
    tile_a[y][x] = a[row * n + start + x];
    tile_b[y][x] = b[(start + y) * n + column];
    __syncthreads();
    for (int p = 0; p < Size; ++p)
      sum += tile_a[y][p] * tile_b[p][x];
    __syncthreads();
  }
  return sum;
}

__global__ void tiles_of_16(int n, const float *a, const float *b, float *c) {
  c[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] =
      product<16>(n, a, b);
}

__global__ void tiles_of_8(int n, const float *a, const float *b, float *c) {
  c[(blockIdx.y * 8 + threadIdx.y) * n + blockIdx.x * 8 + threadIdx.x] =
      product<8>(n, a, b);
}
