// Vectors loaded from any float: not aligned to their size, they lie across
// sectors and lines.
//
// LAUNCH: grid=2 block=64 s=1 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=50 s=3 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=64 s=7 warp=64 x=float[1024] y=float[1024]

kernel void unaligned_vectors(global const float *x, global float *y, int s) {
  int i = get_global_id(0);
  float4 a = vload4(i, x + s);
  float2 b = vload2(0, x + i * s);
  vstore2(b, i, y + 1);
  vstore4(a, 0, y + 300 + i * 5);
}
