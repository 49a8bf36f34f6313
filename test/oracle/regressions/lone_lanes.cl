// One lane at an address from data takes a bank for one word, whichever it is.
// LAUNCH: grid=1 block=1 d=local[256]
// LAUNCH: grid=2 block=33 d=local[256]
// LAUNCH: grid=1 block=65 warp=64 d=local[256]

kernel void lone_lanes(local int *d) {
  local int words[64];
  local double pairs[64];
  int t = get_local_id(0);
  if (t < 33)
    d[t] = t % 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t % 32 == 0) {
    int place = atomic_max(&d[t / 32], 3);
    words[place * 5] = t; // data
    pairs[place * 3] = t; // data
  }
}
