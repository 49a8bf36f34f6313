// Arrays of three dimensions, in shared and in global memory; a thread's place
// goes to different dimensions in each.

__global__ void solid_arrays(const float *x, float *y) {
  __shared__ float a[4][5][9], b[8][5][5];
  int i = threadIdx.x, j = threadIdx.y, k = threadIdx.z;
  const float(*solid)[8][16] = (const float(*)[8][16])x;
  a[k][j][i] = solid[blockIdx.x][j][i + k];
  b[i][j][k] = solid[i][k][j];
  __syncthreads();
  y[blockIdx.x * 256 + (k * 8 + j) * 8 + i] = a[k][j][i] + b[i][4 - j][k];
}
