// A function that returns from inside a switch in a loop, called in a loop that
// its result ends.
//
// LAUNCH: grid=2 block=64 n=9 x=float[1024] y=float[512]
// LAUNCH: grid=1 block=50 n=14 x=float[1024] y=float[512]
// LAUNCH: grid=1 block=96 n=5 warp=64 x=float[1024] y=float[512]

int next_place(global const float *x, global float *y, int from, int n) {
  for (int k = from; k < n * 4; ++k)
    switch (k % 5) {
    case 0:
      y[k] = x[k];
      break;
    case 2:
      if (from & 1)
        return k + 1;
    case 3:
      y[k + 100] = x[from];
      continue;
    default:
      if (k > from + 6)
        return k;
    }
  return n * 4;
}

kernel void returns_in_loops(global const float *x, global float *y, int n) {
  int t = get_local_id(0), at = t % 13;
  while ((at = next_place(x, y, at, n)) < n * 3) {
    if (at == t)
      return;
    y[200 + at] = x[at * 8 + t];
  }
  y[get_global_id(0) + 300] = at;
}
