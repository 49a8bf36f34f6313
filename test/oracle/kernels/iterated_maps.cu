// Collatz's iteration: nobody knows a formula for the number of steps, but it
// depends on nothing but the start.

__global__ void iterated_maps(const float *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int steps = 0;
  float sum = 0;
  for (int v = i + 1; v != 1; ++steps) {
    if (v % 2 == 0)
      v /= 2;
    else
      v = 3 * v + 1;
    sum += x[v % 1000];
  }
  y[i] = steps + sum;
}
