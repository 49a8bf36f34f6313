// Vectors that lie across sectors, and small types.
//
// LAUNCH: grid=2 block=64 s=1 v=float[8192] q=float[8192] c=char[8192] h=short[8192] d=double[4096]
// LAUNCH: grid=1 block=50 s=3 v=float[8192] q=float[8192] c=char[8192] h=short[8192] d=double[4096]
// LAUNCH: grid=1 block=64 s=2 warp=64 v=float[8192] q=float[8192] c=char[8192] h=short[8192] d=double[4096]

kernel void vectors(global const float2 *v, global float4 *q, global char *c,
                    global short *h, global double *d, int s) {
  int i = get_global_id(0);
  float2 a = v[i * s];
  float4 b = q[i + s];
  q[i].x = a.y;
  q[i * 2] = b;
  c[i * s + 1] = c[i + 200];
  h[i * 3] = h[i + 7];
  d[i + s] = d[1000 - i];
}
