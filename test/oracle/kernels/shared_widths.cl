// Banks that serve 1, 2, 8 and 16 bytes for each lane.
//
// LAUNCH: grid=1 block=64 s=1 y=float[4096]
// LAUNCH: grid=1 block=64 s=2 y=float[4096]
// LAUNCH: grid=2 block=40 s=5 y=float[4096]

kernel void shared_widths(global float *y, int s) {
  local float4 q[256];
  local double d[256];
  local char c[512];
  local short h[512];
  int t = get_local_id(0);
  q[t * s % 256].x = t;
  d[t * s % 256] = t;
  c[t * s] = t;
  h[t * s] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 a = q[(t ^ 1) * s % 256];
  y[get_global_id(0)] = a.x + d[t / 3] + c[t * 4 * s % 512] + h[511 - t];
}
