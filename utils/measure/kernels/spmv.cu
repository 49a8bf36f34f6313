// y = A x for a sparse matrix in compressed rows (CSR), x gathered. A row a
// thread: scattered and divergent. 32 threads a row: coalesced, idle on short
// rows. The third form computes the products of all of the block's rows
// coalesced into shared memory, where each thread adds up its row.
#ifndef CHUNK
#define CHUNK 1024
#endif

extern "C" __global__ void spmv_scalar(int rows, const int *row_start,
                                       const int *columns, const float *values,
                                       const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int e = row_start[row]; e < row_start[row + 1]; ++e)
      sum += values[e] * x[columns[e]];
    y[row] = sum;
  }
}

extern "C" __global__ void spmv_vector(int rows, const int *row_start,
                                       const int *columns, const float *values,
                                       const float *x, float *y) {
  extern __shared__ float partial[];
  int thread = threadIdx.x;
  int lane = thread % 32;
  int row = (blockIdx.x * blockDim.x + thread) / 32;
  float sum = 0;
  if (row < rows)
    for (int e = row_start[row] + lane; e < row_start[row + 1]; e += 32)
      sum += values[e] * x[columns[e]];
  partial[thread] = sum;
  __syncthreads();
  for (int stride = 16; stride > 0; stride /= 2) {
    if (lane < stride)
      partial[thread] += partial[thread + stride];
    __syncthreads();
  }
  if (lane == 0 && row < rows)
    y[row] = partial[thread];
}

extern "C" __global__ void spmv_shared(int rows, const int *row_start,
                                       const int *columns, const float *values,
                                       const float *x, float *y) {
  __shared__ float products[CHUNK];
  int thread = threadIdx.x;
  int first_row = blockIdx.x * blockDim.x;
  int last_row = min(first_row + (int)blockDim.x, rows);
  int row = min(first_row + thread, rows);
  int begin = row_start[row];
  int end = row_start[min(row + 1, rows)];
  int block_end = row_start[last_row];
  float sum = 0;
  for (int start = row_start[first_row]; start < block_end; start += CHUNK) {
    int chunk_end = min(start + CHUNK, block_end);
    for (int e = start + thread; e < chunk_end; e += blockDim.x)
      products[e - start] = values[e] * x[columns[e]];
    __syncthreads();
    for (int e = max(begin, start); e < min(end, chunk_end); ++e)
      sum += products[e - start];
    __syncthreads();
  }
  if (first_row + thread < rows)
    y[row] = sum;
}
