// A volatile word is read every time that the source says so, and a loop waits
// for nothing but its own count.

__global__ void volatile_words(volatile int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[i] + x[i] + x[k];
  x[i] = sum;
  x[i] = sum + 1;
  y[i] = sum;
}
