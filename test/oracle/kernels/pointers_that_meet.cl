// A pointer that was set to different arrays on different ways, and goes on
// from wherever it stands.
//
// LAUNCH: grid=2 block=64 n=5 x=float[512] y=float[512] z=float[512]
// LAUNCH: grid=1 block=50 n=9 x=float[512] y=float[512] z=float[512]
// LAUNCH: grid=1 block=64 n=2 warp=64 x=float[512] y=float[512] z=float[512]

kernel void pointers_that_meet(global float *x, global float *y,
                               global float *z, int n) {
  local float a[64], b[72];
  int t = get_local_id(0);
  global float *p;
  if (t % 3 == 0)
    p = x;
  else if (t % 3 == 1)
    p = y + 5;
  else
    p = z;
  p[t] = 1;
  local float *q = a;
  if (t & 1)
    q = b + 3;
  q[t / 2] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; ++k) {
    p += 7;
    if (k == t % 4)
      p = x + t;
    *p = q[k];
  }
}
