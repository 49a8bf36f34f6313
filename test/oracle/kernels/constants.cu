// Constant memory: an argument and a table in the program.

__constant__ float c[256];
__constant__ float table[16] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void constants(float *y, int n) {
  int t = threadIdx.x;
  float sum = c[3];
  for (int k = 0; k < n; ++k)
    sum += c[k] * table[(k + t) & 15];
  if (t > 5)
    sum += c[t * 2] + table[t & 3];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
