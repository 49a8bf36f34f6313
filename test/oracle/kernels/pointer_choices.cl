// Which array a thread works on is chosen first: by the block, by an argument
// in a loop that swaps two of them, and by the lane.
//
// LAUNCH: grid=2 block=64 n=3 a=float[1024] b=float[1024]
// LAUNCH: grid=3 block=40 n=6 a=float[1024] b=float[1024]
// LAUNCH: grid=1 block=128 n=1 warp=64 a=float[1024] b=float[1024]

kernel void pointer_choices(global float *a, global float *b, int n) {
  int t = get_local_id(0);
  global float *mine = get_group_id(0) % 2 ? a + 256 : a;
  mine[t] = t;
  global float *from = a, *to = a + 512;
  for (int k = 0; k < n; ++k) {
    to[t + k] = from[t];
    global float *next = from;
    from = to;
    to = next;
  }
  global float *other = t % 3 == 0 ? b + t * 2 : b + 600 - t;
  *other = 1;
}
