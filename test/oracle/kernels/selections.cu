// Choices without and with accesses in their arms.

__global__ void selections(const float *x, float *y, int n) {
  int t = threadIdx.x;
  int i = t < n ? t : n - 1;
  y[(blockIdx.x * blockDim.x + threadIdx.x)] = x[i];
  y[t + 256] = t % 3 == 1 ? x[t * 2] : x[t + 100];
  y[t < 20 ? t * 2 : t + 500] = t > n ? x[5] : 0.0f;
  y[t + 1000] = x[min(t, n) + max(t - n, 3)];
  y[t + 2000] = x[min(max(t, 5), n)] + x[abs(20 - t)];
  y[t + 2500] = x[t + t * 2 * (t > 9)];
  int v = t + (7 - t) * (t & 1);
  y[t + 3000] = x[v + t * 2];
}
