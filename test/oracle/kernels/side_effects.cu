// Expressions that change what they use: counters in an index, an assignment in
// a condition, a comma.

__global__ void side_effects(const float *x, float *y, int n) {
  int t = threadIdx.x, k = t, rest;
  float sum = 0;
  while (k-- > n)
    sum += x[k];
  k = 0;
  y[k++ * 64 + t] = x[t];
  y[k++ * 64 + t] = x[t + 1];
  y[++k * 64 + t] = sum;
  while ((rest = t % (n - k % n)) > 1 && k < 20)
    sum += x[rest + k++];
  for (int a = 0, b = n; a < b; a++, b--)
    y[400 + (a += 1, a * 16 + b)] = sum;
  float *to = y + 512 + t;
  *to++ = 1;
  *++to = 2;
}
