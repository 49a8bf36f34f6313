// A function that returns from inside a switch in a loop, called in a loop that
// its result ends.

__device__ int next_place(const float *x, float *y, int from, int n) {
  for (int k = from; k < n * 4; ++k)
    switch (k % 5) {
    case 0:
      y[k] = x[k];
      break;
    case 2:
      if (from & 1)
        return k + 1;
    case 3:
      y[k + 100] = x[from];
      continue;
    default:
      if (k > from + 6)
        return k;
    }
  return n * 4;
}

__global__ void returns_in_loops(const float *x, float *y, int n) {
  int t = threadIdx.x, at = t % 13;
  while ((at = next_place(x, y, at, n)) < n * 3) {
    if (at == t)
      return;
    y[200 + at] = x[at * 8 + t];
  }
  y[(blockIdx.x * blockDim.x + threadIdx.x) + 300] = at;
}
