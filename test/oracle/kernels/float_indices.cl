// Places and conditions that are computed in floating point: a picture made
// larger and smaller, with halves that are exact and thirds that are not, rows
// that a slanted line cuts, and what rounding to an integer leaves open.
//
// LAUNCH: kernel=nearest grid=4,3 block=32,2 width=100 height=40 fx=0.5 fy=2 in=float[16384] out=float[16384]
// LAUNCH: kernel=nearest grid=2,2 block=64,1 width=70 height=2 fx=1.7 fy=0.3 in=float[16384] out=float[16384]
// LAUNCH: kernel=nearest grid=3 block=48 width=200 height=9 fx=0.25 fy=1 in=float[16384] out=float[16384]
// LAUNCH: kernel=between grid=3 block=64 width=60 scale=0.37 in=float[1024] out=float[1024]
// LAUNCH: kernel=between grid=2 block=33 width=500 scale=3.5 in=float[1024] out=float[1024]
// LAUNCH: kernel=below grid=4 block=40 slope=0.3 n=64 out=float[16384]
// LAUNCH: kernel=below grid=2 block=64 slope=-0.75 n=100 out=float[16384]
// LAUNCH: kernel=rounded grid=2 block=64 step=0.125 in=float[4096] out=float[4096]
// LAUNCH: kernel=rounded grid=2 block=64 step=0.1 in=float[4096] out=float[4096]

kernel void nearest(global const float *in, global float *out, int width,
                    int height, float fx, float fy) {
  int x = get_global_id(0), y = get_global_id(1);
  int from_x = min((int)((x + 0.5f) * fx), width - 1);
  int from_y = min((int)((y + 0.5f) * fy), height - 1);
  out[y * get_global_size(0) + x] = in[from_y * width + from_x];
}

kernel void between(global const float *in, global float *out, int width,
                    float scale) {
  int x = get_global_id(0);
  float at = fmax((x + 0.5f) * scale - 0.5f, 0.0f);
  int left = (int)floor(at), right = left < width - 1 ? left + 1 : left;
  float part = at - left;
  out[x] = in[min(left, width - 1)] * (1 - part) + in[min(right, 999)] * part;
}

kernel void below(global float *out, int n, float slope) {
  int x = get_global_id(0);
  for (int y = 0; y < n; ++y)
    if (y < slope * x + 40.5f)
      out[y * 160 + x] = 1;
}

kernel void rounded(global const float *in, global float *out, float step) {
  int x = get_global_id(0);
  int a = (int)(x * step), b = (int)(x / 3.0f), c = (int)sqrt(x + 0.5f);
  int d = (int)rint(x * step * 4), e = (int)(-x * 0.5f + 100);
  out[x] = in[a] + in[b + 100] + in[c + 200] + in[d + 300] + in[e + 600];
}
