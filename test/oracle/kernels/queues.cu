// Threads with something to write ask a counter for a place: that place is
// known to nobody beforehand.

__global__ void queues(const int *x, int *y, int *counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i % 3 == 1) {
    int place = atomicAdd(&counter[0], 1);
    y[place] = i; // data
  }
  int value = x[i];
  if (value > 40) {                        // data
    int place = atomicAdd(&counter[1], 1); // data
    y[256 + place] = value;                // data
  }
}
