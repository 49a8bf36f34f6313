// Expressions that change what they use: counters in an index, an assignment in
// a condition, a comma.
//
// LAUNCH: grid=2 block=64 n=6 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 n=3 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=96 n=9 warp=64 x=float[1024] y=float[1024]

kernel void side_effects(global const float *x, global float *y, int n) {
  int t = get_local_id(0), k = t, rest;
  float sum = 0;
  while (k-- > n)
    sum += x[k];
  k = 0;
  y[k++ * 64 + t] = x[t];
  y[k++ * 64 + t] = x[t + 1];
  y[++k * 64 + t] = sum;
  while ((rest = t % (n - k % n)) > 1 && k < 20)
    sum += x[rest + k++];
  for (int a = 0, b = n; a < b; a++, b--)
    y[400 + (a += 1, a * 16 + b)] = sum;
  global float *to = y + 512 + t;
  *to++ = 1;
  *++to = 2;
}
