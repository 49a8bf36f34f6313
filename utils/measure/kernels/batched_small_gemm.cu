// Many small products C = A B of SIZE x SIZE matrices, one a block: both
// matrices fit in shared memory, one barrier, then everything is on the chip.
// Small blocks and little work each: latency and block replacement count.
#ifndef SIZE
#define SIZE 16
#endif

extern "C" __global__ void batched_small_gemm(const float *a, const float *b,
                                              float *c) {
  __shared__ float matrix_a[SIZE][SIZE];
  __shared__ float matrix_b[SIZE][SIZE];
  int column = threadIdx.x, row = threadIdx.y;
  int element = (blockIdx.x * SIZE + row) * SIZE + column;
  matrix_a[row][column] = a[element];
  matrix_b[row][column] = b[element];
  __syncthreads();
  float sum = 0;
  for (int p = 0; p < SIZE; ++p)
    sum += matrix_a[row][p] * matrix_b[p][column];
  c[element] = sum;
}
