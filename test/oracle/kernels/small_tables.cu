// Small arrays that loops fill, and places that data choose (small_tables.cl).

__global__ void pointers(const float *in, float *out, int n, int step) {
  const float *row[4];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 4; ++i)
    row[i] = in + 65 * i + x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i) {
      sum += *row[i];
      row[i] += step;
    }
  out[x] = sum;
}

__global__ void tables(const float *in, float *out, int n) {
  int start[12], last = 5;
  for (int i = 0; i < 4; ++i)
    start[3 * i] = 20 * i + threadIdx.x;
  for (int k = 0; k < n; ++k)
    if (k == 3)
      last = 40;
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += in[start[9 - 3 * i] + 3 * i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + in[last + threadIdx.x];
}

__global__ void columns(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned counts[16][64];
  __shared__ unsigned short halves[8][64][2];
  unsigned at = threadIdx.x;
  unsigned d = in[blockIdx.x * blockDim.x + threadIdx.x] & 1023;
  for (int i = 0; i < 16; ++i)
    counts[i][at] = 0;
  for (int k = 0; k < n; ++k) {
    counts[d & 15][at] += k; // data
    halves[d & 7][at][d >> 3 & 1] = k; // data
    d = in[d]; // data
    d &= 1023;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += counts[i][at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void either(const unsigned *in, float *x, float *y) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x, d = in[at];
  float *to = d & 1 ? x + 3 : y; // data
  to[at] = d; // data
  __shared__ float rows[2][32];
  rows[d >> 1 & 1][at % 32] = d; // data
  __shared__ float tiles[2][16];
  tiles[d >> 2 & 1][at % 16] = d; // data
}
