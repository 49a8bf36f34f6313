// Lanes start a loop at different values and meet in its iterations.
//
// LAUNCH: grid=2 block=64 n=100 x=float[4096] y=float[256]
// LAUNCH: grid=1 block=40 n=37 x=float[4096] y=float[256]
// LAUNCH: grid=3 block=32 n=5 x=float[4096] y=float[256]

kernel void lane_starts(global const float *x, global float *y, int n) {
  int t = get_local_id(0), b = get_group_id(0);
  float sum = 0;
  for (int i = t; i < n; i += get_local_size(0))
    sum += x[i];
  for (int i = t % 4; i < 10; i += 3)
    sum += x[i * 8 + t];
  for (int i = n - t; i < n + b; ++i)
    sum += x[i + 64];
  y[get_global_id(0)] = sum;
}
