// Forces between all bodies: a block loads as many bodies as it has threads,
// and all threads go through them together, one word for the whole warp.

__global__ void all_pairs(const float4 *p, float4 *f, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x,
      size = blockDim.x;
  float4 me = p[min(i, n - 1)];
  float4 sum = make_float4(0, 0, 0, 0);
  for (int first = 0; first < n; first += size) {
    if (first + t < n)
      tile[t] = p[first + t];
    __syncthreads();
    for (int k = 0; k < size && first + k < n; ++k) {
      if (first + k == i)
        continue;
      float4 other = tile[k];
      sum.x += other.w * (other.x - me.x);
      sum.y += other.w * (other.y - me.y);
    }
    __syncthreads();
  }
  if (i < n)
    f[i] = sum;
}
