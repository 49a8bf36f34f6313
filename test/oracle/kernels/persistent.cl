// A few blocks stay and take one piece of work after the other; the pieces'
// sizes and shapes come from their number.
//
// LAUNCH: grid=2 block=32 pieces=5 x=float[2048] y=float[2048]
// LAUNCH: grid=3 block=50 pieces=7 x=float[2048] y=float[2048]
// LAUNCH: grid=2 block=64 pieces=4 warp=64 x=float[2048] y=float[2048]

kernel void persistent(global const float *x, global float *y, int pieces) {
  local float shared_sum[64];
  int t = get_local_id(0), size = get_local_size(0);
  for (int piece = get_group_id(0); piece < pieces;
       piece += get_num_groups(0)) {
    int length = size + piece * 5;
    float sum = 0;
    for (int k = t; k < length; k += size)
      sum += x[piece * 128 + k];
    shared_sum[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t % (piece + 1) == 0)
      y[piece * 64 + t / (piece + 1)] = shared_sum[size - 1 - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
