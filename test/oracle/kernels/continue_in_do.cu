// In a loop that tests at its end, going on means going to the test.

__global__ void continue_in_do(const float *x, float *y, int n) {
  int t = threadIdx.x, k = 0;
  float sum = 0;
  do {
    if ((k + t) % 3 == 0)
      continue;
    sum += x[k * 64 + t];
    if (k == t % 11)
      break;
    sum += x[k];
  } while (++k < n);
  do {
    int j = k;
    do {
      sum += x[j * 16 + t];
      if (j % 5 == 4)
        break;
    } while (j++ < t % 7 + k);
    k += 2;
  } while (k < n + t % 2);
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
