// Addresses, branches and loops that follow loaded values: bounds at best, and
// never a wrong exact. What does not depend on data stays exact.
//
// LAUNCH: grid=2 block=64 n=100 x=float[4096] y=float[4096] idx=int[4096]:random
// LAUNCH: grid=1 block=50 n=30 x=float[4096] y=float[4096] idx=int[4096]:range(0,13)
// LAUNCH: grid=2 block=32 n=64 x=float[4096] y=float[4096] idx=int[4096]

kernel void data_dependent(global const float *x, global float *y,
                           global const int *idx, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  y[i] = x[idx[i]];
  if (idx[i] > 30)
    y[i + 256] = x[i * 2];
  else if (t < 8)
    y[i + 512] = x[idx[t]];
  for (int k = 0; k < idx[t * 2]; ++k)
    y[1024 + t] += x[k];
  for (int k = 0; k < n; ++k) {
    if (idx[k] == t)
      break;
    y[2048 + i] = x[k];
  }
  if (i < n && idx[i + 1] < n)
    y[idx[i] + 3000] = 1;
  y[3500 + t] = x[idx[0] + t];
}
