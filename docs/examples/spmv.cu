// Sparse matrix times vector in compressed rows: a thread a row, and a warp a
// row. How long a row is and which columns it has is in the data, so trip
// counts and the accesses to x are estimates that the report lists.
#include <cuda_runtime.h>

__global__ void spmv_scalar(int rows, const int *starts, const int *columns,
                            const float *values, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int j = starts[row]; j < starts[row + 1]; ++j)
      sum += values[j] * x[columns[j]];
    y[row] = sum;
  }
}

__global__ void spmv_vector(int rows, const int *starts, const int *columns,
                            const float *values, const float *x, float *y) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int row = thread / 32, lane = thread % 32;
  if (row < rows) {
    float sum = 0;
    for (int j = starts[row] + lane; j < starts[row + 1]; j += 32)
      sum += values[j] * x[columns[j]];
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
      y[row] = sum;
  }
}

int main() {
  const int rows = 1 << 18;
  int *starts, *columns;
  float *values, *x, *y;
  cudaMalloc(&starts, (rows + 1) * sizeof(int));
  cudaMalloc(&columns, 32 * rows * sizeof(int));
  cudaMalloc(&values, 32 * rows * sizeof(float));
  cudaMalloc(&x, rows * sizeof(float));
  cudaMalloc(&y, rows * sizeof(float));
  spmv_scalar<<<rows / 256, 256>>>(rows, starts, columns, values, x, y);
  spmv_vector<<<rows / 8, 256>>>(rows, starts, columns, values, x, y);
  cudaDeviceSynchronize();
}
