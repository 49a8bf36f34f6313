// Neighbours are compared and swapped, even pairs and odd pairs by turns. Who
// compares is known; who swaps is up to the data.

__global__ void odd_even_sort(int *x) {
  __shared__ int a[64];
  int t = threadIdx.x, n = blockDim.x;
  a[t] = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int round = 0; round < n; ++round) {
    __syncthreads();
    if (t % 2 == round % 2 && t + 1 < n) {
      int mine = a[t], next = a[t + 1];
      if (mine > next) { // data
        a[t] = next;     // data
        a[t + 1] = mine; // data
      }
    }
  }
  __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] = a[t];
}
