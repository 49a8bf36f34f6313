// Stockham's order with four points for each thread: reads stand a quarter of
// the signal apart, writes spread further from stage to stage, and no bits have
// to be reversed.

__global__ void fft_radix4(const float2 *x, float2 *y, int n) {
  __shared__ float2 points[256];
  int t = threadIdx.x, quarter = n / 4, first = blockIdx.x * n;
  float2 v[4];
  for (int k = 0; k < 4; ++k)
    v[k] = x[first + t + k * quarter];
  for (int span = 1; span < n; span *= 4) {
    float2 a = v[0], b = v[1], c = v[2], d = v[3];
    int to = (t / span) * span * 4 + t % span;
    points[to] = make_float2(a.x + b.x + c.x + d.x, a.y + b.y + c.y + d.y);
    points[to + span] =
        make_float2(a.x + b.y - c.x - d.y, a.y - b.x - c.y + d.x);
    points[to + 2 * span] =
        make_float2(a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y);
    points[to + 3 * span] =
        make_float2(a.x - b.y - c.x + d.y, a.y + b.x - c.y - d.x);
    __syncthreads();
    for (int k = 0; k < 4; ++k)
      v[k] = points[t + k * quarter];
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k)
    y[first + t + k * quarter] = v[k];
}
