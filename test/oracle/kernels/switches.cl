// A switch with fall-through, a default and one without.
//
// LAUNCH: grid=2 block=64 n=3 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=50 n=7 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=96 n=5 warp=64 x=float[4096] y=float[4096]

kernel void switches(global const float *x, global float *y, int n) {
  int t = get_local_id(0);
  float sum = 0;
  switch (t % n) {
  case 0:
    sum += x[t];
  case 1:
    sum += x[t * 2];
    break;
  case 4:
    sum += x[t * 3];
    break;
  default:
    sum += x[t * 4];
  }
  for (int k = 0; k < n; ++k)
    switch ((t + k) & 3) {
    case 2:
      sum += x[k];
      break;
    case 3:
      sum += x[k + t];
    }
  y[get_global_id(0)] = sum;
}
