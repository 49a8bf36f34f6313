__global__ void chosen_memories(int *a, int *b, int n, int k) {
  __shared__ int s[64], t[128];
  int i = threadIdx.x;
  int *p;
  if (i < n)
    p = a + 1;
  else
    p = b + k;
  p[i] = 1;
  int *q = i < n ? s : t;
  q[2 * i % 64] = 3;
  int *u = s;
  if (blockIdx.x == 1)
    u = t + 3;
  u[i] = 4;
  int *from = a, *to = b;
  for (int r = 0; r < k; ++r) {
    to[i] = from[i + r];
    int *x = from;
    from = to;
    to = x;
  }
  from[2 * i] = 5;
}
