// Blocks of a product that take their tiles in groups of eight rows, column by
// column, so that eight neighbours share a column of b and all of a group the
// same rows of a. Of 4096 x 4096 floats these rows are 4 MiB, which stay in an
// L2 of 40 MiB with the columns of its 216 blocks: a comes from memory once,
// 2097152 sectors, and b at most once for each of the 16 groups, which together
// are 35651584. Of b, 64 MiB, some of what 40 MiB hold is there for the next
// group. Were there no groups, the L2 would ask for b 128 times.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --grid 128,128 --block 32,32 --arg n=4096 --format json | FileCheck %s
// CHECK: "dram_read_sectors": {{(2[0-9]|3[0-5])[0-9][0-9][0-9][0-9][0-9][0-9](\.|,)}}
// CHECK: "dram_write_sectors": 2097152{{$}}
__global__ void product(const float *a, const float *b, float *c, int n) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int group = block / (8 * gridDim.x), in_group = block % (8 * gridDim.x);
  int row = (group * 8 + in_group % 8) * 32 + threadIdx.y;
  int column = in_group / 8 * 32 + threadIdx.x;
  __shared__ float s[32][32], t[32][32];
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[threadIdx.y][i] * t[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
