// Scatter and gather by a linear congruence: every place is met once, and no
// two neighbours stay together.
//
// LAUNCH: grid=2 block=64 n=128 a=5 c=3 x=float[256] y=float[256]
// LAUNCH: grid=1 block=50 n=50 a=7 c=11 x=float[256] y=float[256]
// LAUNCH: grid=1 block=128 n=113 a=40 c=9 warp=64 x=float[256] y=float[256]

kernel void permutations(global const float *x, global float *y, int n, int a,
                         int c) {
  int i = get_global_id(0);
  if (i < n) {
    y[(a * i + c) % n] = x[i];
    uint state = i;
    for (int k = 0; k < 3; ++k)
      state = state * 1664525u + 1013904223u;
    y[state % n] = x[(state >> 8) % n];
  }
}
