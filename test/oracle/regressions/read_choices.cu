__global__ void read_choices(const float *x, float *y, int n, int m) {
  int t = threadIdx.x, way = 0;
  float s = 0.5f;
  y[t] = 0;
  for (int i = 0; i < n; i += m) {
    if (way == -1)
      s += x[i];
    y[t] += s;
  }
  int chosen = (t < 8) ? way : m;
  y[t + chosen] = s;
}
