// A block sums a strip of columns: its rows of threads take turns on the rows
// of the matrix, and a tree over the rows of threads comes last.

__global__ void sums_of_columns(const float *x, float *y, int h, int w) {
  __shared__ float part[256];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x, wide = blockDim.x;
  float sum = 0;
  if (column < w)
    for (int row = ty; row < h; row += blockDim.y)
      sum += x[row * w + column];
  part[ty * wide + tx] = sum;
  for (int half_way = blockDim.y / 2; half_way > 0; half_way /= 2) {
    __syncthreads();
    if (ty < half_way)
      part[ty * wide + tx] += part[(ty + half_way) * wide + tx];
  }
  if (ty == 0 && column < w)
    y[column] = part[tx];
}
