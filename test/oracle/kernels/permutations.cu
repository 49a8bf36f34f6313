// Scatter and gather by a linear congruence: every place is met once, and no
// two neighbours stay together.

__global__ void permutations(const float *x, float *y, int n, int a, int c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[(a * i + c) % n] = x[i];
    unsigned state = i;
    for (int k = 0; k < 3; ++k)
      state = state * 1664525u + 1013904223u;
    y[state % n] = x[(state >> 8) % n];
  }
}
