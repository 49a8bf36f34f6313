// LAUNCH: grid=1 block=40 n=5 x=float[256] y=float[64]

kernel void hand_derived(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    if (t % 2 == k % 2)
      sum += x[k * 40 + t];
  y[t] = sum;
}
