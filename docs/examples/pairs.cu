// Pairs of kernels that do the same: a worse one, with a well-known flaw, and a
// better one without it. docs/lint/pairs.md says what lint finds in them and
// how their predicted times compare.
#include <cuda_runtime.h>

// Transpose: across the rows of the output, through a tile of shared memory,
// through a tile with a column of padding.
constexpr int Tile = 32;

__global__ void transpose_naive(const float *in, float *out, int n) {
  int x = blockIdx.x * Tile + threadIdx.x;
  int y = blockIdx.y * Tile + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

__global__ void transpose_tiled(const float *in, float *out, int n) {
  __shared__ float tile[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * Tile + y) * n + blockIdx.x * Tile + x];
  __syncthreads();
  out[(blockIdx.x * Tile + y) * n + blockIdx.y * Tile + x] = tile[x][y];
}

__global__ void transpose_padded(const float *in, float *out, int n) {
  __shared__ float tile[Tile][Tile + 1];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * Tile + y) * n + blockIdx.x * Tile + x];
  __syncthreads();
  out[(blockIdx.x * Tile + y) * n + blockIdx.y * Tile + x] = tile[x][y];
}

// Reduction: every second, fourth ... thread adds, or strided ones, or the
// first half, quarter ... of the block.
constexpr int Block = 256;

__global__ void reduce_interleaved(const float *in, float *sums) {
  __shared__ float part[Block];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int s = 1; s < Block; s *= 2) {
    if (t % (2 * s) == 0)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = part[0];
}

__global__ void reduce_strided(const float *in, float *sums) {
  __shared__ float part[Block];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int s = 1; s < Block; s *= 2) {
    int i = 2 * s * t;
    if (i < Block)
      part[i] += part[i + s];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = part[0];
}

__global__ void reduce_sequential(const float *in, float *sums) {
  __shared__ float part[Block];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int s = Block / 2; s > 0; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = part[0];
}

// Scan: Blelloch's tree in shared memory, whose strides double, without and
// with one element of padding after every 32.
constexpr int Elements = 2 * Block;

__global__ void scan_conflicts(const float *in, float *out) {
  __shared__ float part[Elements];
  int t = threadIdx.x, first = blockIdx.x * Elements;
  part[t] = in[first + t];
  part[t + Block] = in[first + t + Block];
  for (int s = 1; s < Elements; s *= 2) {
    __syncthreads();
    int i = 2 * s * (t + 1) - 1;
    if (i < Elements)
      part[i] += part[i - s];
  }
  for (int s = Elements / 4; s > 0; s /= 2) {
    __syncthreads();
    int i = 2 * s * (t + 1) - 1;
    if (i + s < Elements)
      part[i + s] += part[i];
  }
  __syncthreads();
  out[first + t] = part[t];
  out[first + t + Block] = part[t + Block];
}

__device__ int padded(int i) { return i + i / 32; }

__global__ void scan_padded(const float *in, float *out) {
  __shared__ float part[Elements + Elements / 32];
  int t = threadIdx.x, first = blockIdx.x * Elements;
  part[padded(t)] = in[first + t];
  part[padded(t + Block)] = in[first + t + Block];
  for (int s = 1; s < Elements; s *= 2) {
    __syncthreads();
    int i = 2 * s * (t + 1) - 1;
    if (i < Elements)
      part[padded(i)] += part[padded(i - s)];
  }
  for (int s = Elements / 4; s > 0; s /= 2) {
    __syncthreads();
    int i = 2 * s * (t + 1) - 1;
    if (i + s < Elements)
      part[padded(i + s)] += part[padded(i)];
  }
  __syncthreads();
  out[first + t] = part[padded(t)];
  out[first + t + Block] = part[padded(t + Block)];
}

// Histogram: every thread's atomic goes to the bins in global memory, or first
// to the block's own in shared memory.
__global__ void histogram_global(const unsigned char *in, unsigned *bins) {
  atomicAdd(&bins[in[blockIdx.x * Block + threadIdx.x]], 1);
}

__global__ void histogram_shared(const unsigned char *in, unsigned *bins) {
  __shared__ unsigned own[Block];
  own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * Block + threadIdx.x]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Sum of all elements: every thread's atomic goes to one address, or one of
// each warp.
__global__ void total_threads(const float *in, float *total) {
  atomicAdd(total, in[blockIdx.x * Block + threadIdx.x]);
}

__global__ void total_warps(const float *in, float *total) {
  float sum = in[blockIdx.x * Block + threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0)
    atomicAdd(total, sum);
}

// Particles as an array of structures, and as a structure of arrays.
struct Particle {
  float x, y, z, mass, vx, vy, vz, charge;
};

__global__ void move_structs(Particle *p, float dt) {
  int i = blockIdx.x * Block + threadIdx.x;
  p[i].x += dt * p[i].vx;
}

__global__ void move_arrays(float *x, const float *vx, float dt) {
  int i = blockIdx.x * Block + threadIdx.x;
  x[i] += dt * vx[i];
}

// Stencil of 17 points along a row: from global memory, and through shared
// memory, where every element is loaded once.
constexpr int Radius = 8;

__global__ void stencil_global(const float *in, float *out) {
  int i = blockIdx.x * Block + threadIdx.x;
  float sum = 0;
  for (int j = 0; j <= 2 * Radius; ++j)
    sum += in[i + j];
  out[i] = sum;
}

__global__ void stencil_shared(const float *in, float *out) {
  __shared__ float row[Block + 2 * Radius];
  int t = threadIdx.x, i = blockIdx.x * Block + t;
  row[t] = in[i];
  if (t < 2 * Radius)
    row[t + Block] = in[i + Block];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j <= 2 * Radius; ++j)
    sum += row[t + j];
  out[i] = sum;
}

// C = A B of square matrices: from global memory, and through tiles.
constexpr int Side = 16;

__global__ void multiply_naive(const float *A, const float *B, float *C,
                               int n) {
  int column = blockIdx.x * Side + threadIdx.x;
  int row = blockIdx.y * Side + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] * B[k * n + column];
  C[row * n + column] = sum;
}

__global__ void multiply_tiled(const float *A, const float *B, float *C,
                               int n) {
  __shared__ float tileA[Side][Side], tileB[Side][Side];
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * Side + x, row = blockIdx.y * Side + y;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += Side) {
    tileA[y][x] = A[row * n + k0 + x];
    tileB[y][x] = B[(k0 + y) * n + column];
    __syncthreads();
    for (int k = 0; k < Side; ++k)
      sum += tileA[y][k] * tileB[k][x];
    __syncthreads();
  }
  C[row * n + column] = sum;
}

int main() {
  const int n = 4096, count = 1 << 24, side = 2048;
  float *a, *b, *c;
  unsigned char *bytes;
  unsigned *bins;
  Particle *particles;
  cudaMalloc(&a, (count + Block) * sizeof(float));
  cudaMalloc(&b, (count + Block) * sizeof(float));
  cudaMalloc(&c, (count + Block) * sizeof(float));
  cudaMalloc(&bytes, count);
  cudaMalloc(&bins, Block * sizeof(unsigned));
  cudaMalloc(&particles, count * sizeof(Particle));
  dim3 tiles(n / Tile, n / Tile), tile(Tile, Tile);
  transpose_naive<<<tiles, tile>>>(a, b, n);
  transpose_tiled<<<tiles, tile>>>(a, b, n);
  transpose_padded<<<tiles, tile>>>(a, b, n);
  reduce_interleaved<<<count / Block, Block>>>(a, b);
  reduce_strided<<<count / Block, Block>>>(a, b);
  reduce_sequential<<<count / Block, Block>>>(a, b);
  scan_conflicts<<<count / Elements, Block>>>(a, b);
  scan_padded<<<count / Elements, Block>>>(a, b);
  histogram_global<<<count / Block, Block>>>(bytes, bins);
  histogram_shared<<<count / Block, Block>>>(bytes, bins);
  total_threads<<<count / Block, Block>>>(a, b);
  total_warps<<<count / Block, Block>>>(a, b);
  move_structs<<<count / Block, Block>>>(particles, 0.5f);
  move_arrays<<<count / Block, Block>>>(a, b, 0.5f);
  stencil_global<<<count / Block, Block>>>(a, b);
  stencil_shared<<<count / Block, Block>>>(a, b);
  dim3 squares(side / Side, side / Side), square(Side, Side);
  multiply_naive<<<squares, square>>>(a, b, c, side);
  multiply_tiled<<<squares, square>>>(a, b, c, side);
  cudaDeviceSynchronize();
}
