// Addresses, branches and loops that follow loaded values: bounds at best, and
// never a wrong exact. What does not depend on data stays exact.
//
// LAUNCH: grid=2 block=64 n=100 x=float[4096] y=float[4096] idx=int[4096]:random
// LAUNCH: grid=1 block=50 n=30 x=float[4096] y=float[4096] idx=int[4096]:range(0,13)
// LAUNCH: grid=2 block=32 n=64 x=float[4096] y=float[4096] idx=int[4096]

kernel void data_dependent(global const float *x, global float *y,
                           global const int *idx, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  y[i] = x[idx[i]]; // data
  if (idx[i] > 30) // data
    y[i + 256] = x[i * 2]; // data
  else if (t < 8) // data
    y[i + 512] = x[idx[t]]; // data
  for (int k = 0; k < idx[t * 2]; ++k) // data
    y[1024 + t] += x[k]; // data
  for (int k = 0; k < n; ++k) { // data
    if (idx[k] == t) // data
      break;
    y[2048 + i] = x[k]; // data
  }
  if (i < n && idx[i + 1] < n) // data
    y[idx[i] + 3000] = 1; // data
  y[3500 + t] = x[idx[0] + t]; // data
}
