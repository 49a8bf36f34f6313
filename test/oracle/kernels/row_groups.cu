// Half-warps, quarters and pairs of lanes that each read a row of their own,
// whose start is in the data: one offset for each group. Rows may overlap,
// begin at a multiple of 16 words, or go on as far as the data says.

__global__ void row_groups(const int *starts, const float *values, float *out,
                           int n) {
  __shared__ float tile[512];
  __shared__ int firsts[16];
  int t = threadIdx.x + threadIdx.y * blockDim.x;
  int lane = t % 16;
  for (int i = t; i < 512; i += blockDim.x)
    tile[i] = i;
  if (t < 16)
    firsts[t] = starts[t + blockIdx.x];
  __syncthreads();
  float sum = values[starts[t / 16] + lane];             // data
  sum += values[16 * starts[t / 16] + lane];             // data
  sum += values[starts[t / 4] + t % 4];                  // data
  sum += values[4 * starts[t % 2] + t / 2];              // data
  sum += values[(starts[t / 16] + 15) / 16 * 16 + lane]; // data
  sum += tile[firsts[t / 16] + lane];                    // data
  sum += tile[2 * firsts[t / 8] + t % 8];                // data
  if (t < n)
    sum += values[firsts[t / 16] * 3 + 2 * lane]; // data
  for (int k = 0; k < 3; ++k)
    sum += values[firsts[t / 16] + 16 * k + lane]; // data
  int end = starts[t / 16 + 1];
  for (int j = firsts[t / 16] + lane; j < end; j += 16) // data
    sum += values[j];                                   // data
  int i = blockIdx.x * blockDim.x + t;
  if (i < n)
    out[i] = sum;
}
