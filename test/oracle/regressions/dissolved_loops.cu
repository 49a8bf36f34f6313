__global__ void dissolved_loops(int *y, int n, int m) {
  int t = threadIdx.x, i = 0;
  do {
    for (int k = 0; k < n; k++) {
      y[t] = k;
      if (t % 1 != 1)
        return;
    }
    i += 3;
  } while (i < m);
  y[t] = i;
}
