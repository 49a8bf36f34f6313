// Binary search in a sorted array: the first probe is the same for all, later
// ones follow the data.

__global__ void sorted_search(const int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 0, high = n;
  while (low < high) { // data
    int middle = (low + high) / 2;
    if (x[middle] < i) // data
      low = middle + 1;
    else
      high = middle;
  }
  y[i] = low;
}
