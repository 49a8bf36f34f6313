// Partners by xor, in the order of a sorting network.

__global__ void bitonic(int *x, int n) {
  __shared__ int a[64];
  int t = threadIdx.x;
  a[t] = x[(blockIdx.x * blockDim.x + threadIdx.x)];
  for (int k = 2; k <= blockDim.x; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int other = t ^ j;
      if (other > t) {
        int low = a[t], high = a[other];
        int up = (t & k) == 0;
        a[t] = up ? min(low, high) : max(low, high);
        a[other] = up ? max(low, high) : min(low, high);
      }
    }
  __syncthreads();
  x[(blockIdx.x * blockDim.x + threadIdx.x)] = a[t];
}
