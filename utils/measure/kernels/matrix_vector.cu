// y = A x (and y = A^T x) for a row-major matrix, with the rows dealt out three
// ways: a row a thread reads A with a stride of a whole row; 32 threads or a
// block a row read it coalesced and add up in shared memory; the transposed
// product walks down the columns, coalesced without any exchange.
#ifndef ROWS
#define ROWS 8
#endif

extern "C" __global__ void matrix_vector_thread(int rows, int columns,
                                                const float *a, const float *x,
                                                float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int j = 0; j < columns; ++j)
      sum += a[row * columns + j] * x[j];
    y[row] = sum;
  }
}

extern "C" __global__ void matrix_vector_warp(int rows, int columns,
                                              const float *a, const float *x,
                                              float *y) {
  __shared__ float partial[ROWS][32];
  int lane = threadIdx.x, in_block = threadIdx.y;
  int row = blockIdx.x * ROWS + in_block;
  float sum = 0;
  if (row < rows)
    for (int j = lane; j < columns; j += 32)
      sum += a[row * columns + j] * x[j];
  partial[in_block][lane] = sum;
  __syncthreads();
  for (int stride = 16; stride > 0; stride /= 2) {
    if (lane < stride)
      partial[in_block][lane] += partial[in_block][lane + stride];
    __syncthreads();
  }
  if (lane == 0 && row < rows)
    y[row] = partial[in_block][0];
}

extern "C" __global__ void matrix_vector_block(int columns, const float *a,
                                               const float *x, float *y) {
  extern __shared__ float partial[];
  int thread = threadIdx.x;
  int row = blockIdx.x;
  float sum = 0;
  for (int j = thread; j < columns; j += blockDim.x)
    sum += a[row * columns + j] * x[j];
  partial[thread] = sum;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride)
      partial[thread] += partial[thread + stride];
    __syncthreads();
  }
  if (thread == 0)
    y[row] = partial[0];
}

extern "C" __global__ void matrix_vector_transposed(int rows, int columns,
                                                    const float *a,
                                                    const float *x, float *y) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < columns) {
    float sum = 0;
    for (int i = 0; i < rows; ++i)
      sum += a[i * columns + column] * x[i];
    y[column] = sum;
  }
}
