// Choices inside of choices, with memory in the arms: only the arm that is
// chosen is touched.
//
// LAUNCH: grid=2 block=64 n=20 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=7 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=64 warp=64 x=float[1024] y=float[1024]

kernel void nested_choices(global const float *x, global float *y, int n) {
  int i = get_global_id(0), t = get_local_id(0);
  y[i] = t < n ? t % 2 ? x[t] : x[t * 3] : t % 4 == 0 ? x[5] : 0.0f;
  int k = t < 10 ? 10 - t : t < 20 ? t * 2 : t < n ? t - n : t;
  y[256 + (k > 0 ? k : -k)] = (t & 1 ? x + 7 : x)[k + 100];
  (t % 3 ? y + 512 : y + 700)[t] = t < n && (t & 2 || t > n / 2) ? x[i] : 1.0f;
  float a = x[i];
  a = t > 5 ? a : t > 2 ? x[t + 64] : a + x[t + 65];
  y[i + 840] = a;
}
