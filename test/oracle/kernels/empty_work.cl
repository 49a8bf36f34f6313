// Nothing to do: bounds that leave no thread, loops that never begin, a block
// of one lane.
//
// LAUNCH: grid=2 block=64 n=0 m=-5 x=float[256] y=float[256]
// LAUNCH: grid=3 block=1 n=2 m=0 x=float[256] y=float[256]
// LAUNCH: grid=1 block=65 n=65 m=64 x=float[256] y=float[256]
// LAUNCH: grid=2 block=65 n=65 m=1 warp=64 x=float[256] y=float[256]

kernel void empty_work(global const float *x, global float *y, int n, int m) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = m; k < 0; ++k)
    sum += x[-k];
  for (int k = 0; k < m - i; ++k)
    for (int j = k; j < n - 64; ++j)
      sum += x[j + k];
  if (i < n)
    y[i] = sum;
  if (i >= n && i < m)
    y[i] = -1;
}
