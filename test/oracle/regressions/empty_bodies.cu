// A loop's condition calls a function and its body is empty: the test begins an
// iteration all the same.

__device__ int same(int n) { return n; }

__global__ void empty_bodies(float *y, int n) {
  int t = threadIdx.x;
  int i = 0;
  while (i++ < same(n)) {
  }
  for (unsigned k = 0; k < same(16); k--) {
  }
  for (int j = n + 9; j != same(n); j--) {
  }
  y[t] = i;
}
