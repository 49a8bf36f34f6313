// One piece of memory seen as floats, as vectors of four and as bytes.
//
// LAUNCH: grid=2 block=64 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=40 x=float[1024] y=float[1024]
// LAUNCH: grid=1 block=64 warp=64 x=float[1024] y=float[1024]

kernel void views(global const float *x, global float *y) {
  local float box[512];
  int t = get_local_id(0), i = get_global_id(0);
  local float4 *fours = (local float4 *)box;
  local char *bytes = (local char *)(box + 256);
  fours[t] = ((global const float4 *)x)[i];
  bytes[t * 5] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  global int *words = (global int *)(y + 3);
  words[i] = bytes[t * 3] + ((local short *)bytes)[t];
  y[i + 512] = box[t * 3] + *(local float *)(bytes + t * 8);
}
