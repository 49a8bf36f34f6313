// Groups of 32 lanes scan by themselves, without a barrier in between; then the
// first of them scans the groups' totals.

__global__ void warp_scan(const float *x, float *y) {
  __shared__ volatile float sums[256];
  __shared__ float totals[8];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  int warps = (blockDim.x + 31) / 32;
  sums[t] = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (lane >= 1)
    sums[t] += sums[t - 1];
  if (lane >= 2)
    sums[t] += sums[t - 2];
  if (lane >= 4)
    sums[t] += sums[t - 4];
  if (lane >= 8)
    sums[t] += sums[t - 8];
  if (lane >= 16)
    sums[t] += sums[t - 16];
  if (lane == 31 || t == blockDim.x - 1)
    totals[warp] = sums[t];
  __syncthreads();
  if (warp == 0 && lane == 0)
    for (int k = 1; k < warps; ++k)
      totals[k] += totals[k - 1];
  __syncthreads();
  y[blockIdx.x * blockDim.x + threadIdx.x] =
      sums[t] + (warp > 0 ? totals[warp - 1] : 0);
}
