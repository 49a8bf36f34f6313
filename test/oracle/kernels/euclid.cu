// The greatest common divisor of a thread's number and an argument: a loop
// whose condition is its own remainder.

__global__ void euclid(const float *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = n, b = i;
  float sum = 0;
  while (b) {
    int rest = a % b;
    a = b;
    b = rest;
    sum += x[a + b];
  }
  y[i] = a + sum;
}
