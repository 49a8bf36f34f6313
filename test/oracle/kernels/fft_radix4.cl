// Stockham's order with four points for each thread: reads stand a quarter of
// the signal apart, writes spread further from stage to stage, and no bits have
// to be reversed.
//
// LAUNCH: grid=1 block=16 n=64 x=float[1024] y=float[1024]
// LAUNCH: grid=2 block=64 n=256 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=64 n=256 warp=64 x=float[1024] y=float[1024]

kernel void fft_radix4(global const float2 *x, global float2 *y, int n) {
  local float2 points[256];
  int t = get_local_id(0), quarter = n / 4, first = get_group_id(0) * n;
  float2 v[4];
  for (int k = 0; k < 4; ++k)
    v[k] = x[first + t + k * quarter];
  for (int span = 1; span < n; span *= 4) {
    float2 a = v[0], b = v[1], c = v[2], d = v[3];
    int to = (t / span) * span * 4 + t % span;
    points[to] = (float2)(a.x + b.x + c.x + d.x, a.y + b.y + c.y + d.y);
    points[to + span] = (float2)(a.x + b.y - c.x - d.y, a.y - b.x - c.y + d.x);
    points[to + 2 * span] =
        (float2)(a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y);
    points[to + 3 * span] =
        (float2)(a.x - b.y - c.x + d.y, a.y + b.x - c.y - d.x);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; ++k)
      v[k] = points[t + k * quarter];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = 0; k < 4; ++k)
    y[first + t + k * quarter] = v[k];
}
