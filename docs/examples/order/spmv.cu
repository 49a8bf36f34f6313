// y = A x for a sparse matrix in compressed rows, in the versions of Baghsorkhi
// et al., PPoPP 2010, section 4.3:
//
//   spmv_global       a thread a row
//   spmv_shared       likewise, but the block reads the rows' starts once, into
//                     shared memory
//   spmv_consecutive  a half-warp a row, whose threads read consecutive elements
//                     and add their sums up as a tree
//   spmv_coalesced    likewise, but the first elements up to a multiple of 16
//                     are read apart, so that the others coalesce
//
// How long a row is and which columns it has is in the data: a length is
// assumed. utils/order-of-versions compares them.

constexpr int Block = 256;

__global__ void spmv_global(int rows, const int *starts, const int *columns,
                            const float *values, const float *x, float *y) {
  int row = blockIdx.x * Block + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    int end = starts[row + 1];
    for (int j = starts[row]; j < end; ++j)
      sum += values[j] * x[columns[j]];
    y[row] = sum;
  }
}

__global__ void spmv_shared(int rows, const int *starts, const int *columns,
                            const float *values, const float *x, float *y) {
  __shared__ int start[Block + 1];
  int t = threadIdx.x, row = blockIdx.x * Block + t;
  if (row < rows)
    start[t] = starts[row];
  if (t == 0)
    start[Block] = starts[blockIdx.x * Block + Block];
  __syncthreads();
  if (row < rows) {
    float sum = 0;
    int end = start[t + 1];
    for (int j = start[t]; j < end; ++j)
      sum += values[j] * x[columns[j]];
    y[row] = sum;
  }
}

/// The sum of a half-warp's \p sums in its first element.
__device__ void addUp(volatile float *sums, int lane) {
  if (lane < 8)
    sums[lane] += sums[lane + 8];
  if (lane < 4)
    sums[lane] += sums[lane + 4];
  if (lane < 2)
    sums[lane] += sums[lane + 2];
  if (lane < 1)
    sums[lane] += sums[lane + 1];
}

__global__ void spmv_consecutive(int rows, const int *starts,
                                 const int *columns, const float *values,
                                 const float *x, float *y) {
  __shared__ float sums[Block];
  __shared__ int start[Block / 16 + 1];
  int t = threadIdx.x, lane = t % 16;
  int first = blockIdx.x * (Block / 16), row = first + t / 16;
  if (t <= Block / 16)
    start[t] = starts[first + t];
  __syncthreads();
  float sum = 0;
  int end = start[t / 16 + 1];
  for (int j = start[t / 16] + lane; j < end; j += 16)
    sum += values[j] * x[columns[j]];
  sums[t] = sum;
  addUp(sums + t - lane, lane);
  if (lane == 0 && row < rows)
    y[row] = sums[t];
}

__global__ void spmv_coalesced(int rows, const int *starts, const int *columns,
                               const float *values, const float *x, float *y) {
  __shared__ float sums[Block];
  __shared__ int start[Block / 16 + 1];
  int t = threadIdx.x, lane = t % 16;
  int first = blockIdx.x * (Block / 16), row = first + t / 16;
  if (t <= Block / 16)
    start[t] = starts[first + t];
  __syncthreads();
  float sum = 0;
  int begin = start[t / 16], end = start[t / 16 + 1];
  int aligned = (begin + 15) / 16 * 16;
  if (begin + lane < aligned && begin + lane < end)
    sum = values[begin + lane] * x[columns[begin + lane]];
  for (int j = aligned / 16; j * 16 + lane < end; ++j)
    sum += values[j * 16 + lane] * x[columns[j * 16 + lane]];
  sums[t] = sum;
  addUp(sums + t - lane, lane);
  if (lane == 0 && row < rows)
    y[row] = sums[t];
}

int main() {
  const int rows = 1 << 17;
  int *starts, *columns;
  float *values, *x, *y;
  cudaMalloc(&starts, (rows + 1) * sizeof(int));
  cudaMalloc(&columns, 32 * rows * sizeof(int));
  cudaMalloc(&values, 32 * rows * sizeof(float));
  cudaMalloc(&x, rows * sizeof(float));
  cudaMalloc(&y, rows * sizeof(float));
  spmv_global<<<rows / Block, Block>>>(rows, starts, columns, values, x, y);
  spmv_shared<<<rows / Block, Block>>>(rows, starts, columns, values, x, y);
  spmv_consecutive<<<rows / 16, Block>>>(rows, starts, columns, values, x, y);
  spmv_coalesced<<<rows / 16, Block>>>(rows, starts, columns, values, x, y);
  cudaDeviceSynchronize();
}
