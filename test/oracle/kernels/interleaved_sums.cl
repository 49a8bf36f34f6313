// A complex signal and a polynomial: elements in pairs, one thread for two of
// them, and the degree of each thread is its own.
//
// LAUNCH: grid=2 block=64 n=6 x=float[1024] c=float[256]
// LAUNCH: grid=1 block=50 n=9 x=float[1024] c=float[256]
// LAUNCH: grid=1 block=96 n=4 warp=64 x=float[1024] c=float[256]

kernel void interleaved_sums(global float2 *x, global const float2 *c, int n) {
  int i = get_global_id(0);
  float2 z = x[i], sum = (float2)(0, 0);
  for (int k = i % n; k >= 0; --k) {
    float2 a = c[k];
    float re = sum.x * z.x - sum.y * z.y + a.x;
    sum.y = sum.x * z.y + sum.y * z.x + a.y;
    sum.x = re;
  }
  x[i * 2 + 256 - (i & 1)] = sum;
}
