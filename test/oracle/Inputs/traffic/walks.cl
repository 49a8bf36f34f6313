// Ways through arrays: in strides of the grid, in pieces of threads, structures
// field by field, by rows and by columns, with parts left out.
//
// LAUNCH: kernel=reduce grid=8 block=128 n=10000 in=float[10000] out=float[64]
// LAUNCH: kernel=reduce4 grid=8 block=128 n=10000 in=float[10000] out=float[64]
// LAUNCH: kernel=scan grid=8 block=128 n=1024 in=float[2048] out=float[2048]
// LAUNCH: kernel=blocked grid=8 block=128 n=8 in=float[10000] out=float[10000]
// LAUNCH: kernel=soa grid=8 block=128 n=1024 in=float[10000] out=float[10000]
// LAUNCH: kernel=aos grid=8 block=128 n=1024 in=float[10000] out=float[10000]
// LAUNCH: kernel=fftstep grid=8 block=128 n=2048 p=32 in=float[4096] out=float[4096]
// LAUNCH: kernel=lu grid=8,8 block=8,8 n=64 k=7 in=float[4096] out=float[4096]
// LAUNCH: kernel=upper grid=8,8 block=8,8 n=64 in=float[4096] out=float[4096]
// LAUNCH: kernel=rows grid=4 block=64 n=100 in=float[30000] out=float[256]
// LAUNCH: kernel=columns grid=4 block=64 n=100 in=float[30000] out=float[256]

kernel void reduce(global const float *in, global float *out, int n) {
  float s = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    s += in[i];
  out[get_group_id(0)] = s;
}

kernel void reduce4(global const float4 *in, global float *out, int n) {
  float4 s = 0;
  for (int i = get_global_id(0); i < n / 4; i += get_global_size(0))
    s += in[i];
  out[get_group_id(0)] = s.x + s.y + s.z + s.w;
}

kernel void scan(global const float *in, global float *out, int n) {
  int i = get_group_id(0) * 256 + get_local_id(0) * 2;
  if (i + 1 < n) {
    out[i] = in[i];
    out[i + 1] = in[i] + in[i + 1];
  }
}

kernel void blocked(global const float *in, global float *out, int n) {
  int i = get_global_id(0) * n;
  for (int k = 0; k < n; ++k)
    out[i + k] = in[i + n - 1 - k];
}

kernel void soa(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  for (int f = 0; f < 6; ++f)
    out[f * n + i] = in[f * n + i] + in[((f + 1) % 6) * n + i];
}

kernel void aos(global const float *in, global float *out, int n) {
  int i = get_global_id(0) * 6;
  for (int f = 0; f < 6; f += 2)
    out[i + f] = in[i + f + 1];
}

kernel void fftstep(global const float2 *in, global float2 *out, int n, int p) {
  int i = get_global_id(0), k = i & (p - 1);
  float2 a = in[i], b = in[i + n / 2];
  int j = ((i - k) << 1) + k;
  out[j] = a + b;
  out[j + p] = a - b;
}

kernel void lu(global const float *in, global float *out, int n, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x <= k || y <= k)
    return;
  out[y * n + x] = in[y * n + x] - in[y * n + k] * in[k * n + x];
}

kernel void upper(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < y)
    return;
  out[y * n + x] = in[x * n + y];
}

kernel void rows(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += in[i * n + k];
  out[i] = s;
}

kernel void columns(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += in[k * 256 + i];
  out[i] = s;
}
