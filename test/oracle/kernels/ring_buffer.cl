// The last values of a signal wait in a ring of slots: writing goes round by a
// remainder, reading looks back from there.
//
// LAUNCH: grid=2 block=64 n=11 size=4 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=40 n=20 size=7 x=float[4096] y=float[4096]
// LAUNCH: grid=1 block=64 n=9 size=3 warp=64 x=float[4096] y=float[4096]

kernel void ring_buffer(global const float *x, global float *y, int n,
                        int size) {
  local float ring[8 * 64];
  int t = get_local_id(0), wide = get_local_size(0);
  int head = 0;
  for (int k = 0; k < n; ++k) {
    ring[head * wide + t] = x[k * wide + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    int oldest = head + 1 == size ? 0 : head + 1;
    int before = (head + size - 1) % size;
    if (k >= size)
      y[k * wide + t] =
          ring[oldest * wide + t] + ring[before * wide + wide - 1 - t];
    head = oldest;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
