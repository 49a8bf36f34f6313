// Counters that double, halve and shift.

__global__ void geometric_loops(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int s = 1; s < n; s *= 2)
    sum += x[t * s % 512];
  for (int s = n; s > t; s /= 2)
    sum += x[t + s];
  for (int s = t + 1; s < n; s *= 3)
    sum += x[s];
  for (unsigned s = t; s != 0; s >>= 1)
    sum += x[s * 4 + t];
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = sum;
}
