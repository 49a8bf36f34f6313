// Cooley and Tukey's butterflies in shared memory: stage by stage the partners
// stand 1, 2, 4, ... apart, and half as many threads as points work.
//
// LAUNCH: grid=2 block=32 x=float[512] y=float[512]
// LAUNCH: grid=1 block=64 x=float[512] y=float[512]
// LAUNCH: grid=1 block=128 warp=64 x=float[512] y=float[512]

kernel void fft_radix2(global const float2 *x, global float2 *y) {
  local float re[256], im[256];
  int t = get_local_id(0), half_size = get_local_size(0);
  int first = get_group_id(0) * 2 * half_size;
  float2 low = x[first + t], high = x[first + t + half_size];
  re[t] = low.x;
  im[t] = low.y;
  re[t + half_size] = high.x;
  im[t + half_size] = high.y;
  for (int span = 1; span <= half_size; span *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int place = t % span, i = (t / span) * 2 * span + place, j = i + span;
    float angle = -3.14159265f * place / span;
    float c = cos(angle), s = sin(angle);
    float a = re[j] * c - im[j] * s, b = re[j] * s + im[j] * c;
    re[j] = re[i] - a;
    im[j] = im[i] - b;
    re[i] += a;
    im[i] += b;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  y[first + t] = (float2)(re[t], im[t]);
  y[first + t + half_size] = (float2)(re[t + half_size], im[t + half_size]);
}
