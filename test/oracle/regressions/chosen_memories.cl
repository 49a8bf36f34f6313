// Pointers into one of several arrays: lanes of a warp may go to different ones;
// which of two buffers is read and which written changes with each round.
//
// LAUNCH: grid=1 block=64 n=10 k=3 a=int[4096] b=int[4096]
// LAUNCH: grid=2 block=48 n=32 k=5 a=int[4096] b=int[4096]

kernel void chosen_memories(global int *a, global int *b, int n, int k) {
  local int s[64], t[128];
  int i = get_local_id(0);
  global int *p;
  if (i < n)
    p = a + 1;
  else
    p = b + k;
  p[i] = 1;
  local int *q = i < n ? s : t;
  q[2 * i % 64] = 3;
  local int *u = s;
  if (get_group_id(0) == 1)
    u = t + 3;
  u[i] = 4;
  global int *from = a, *to = b;
  for (int r = 0; r < k; ++r) {
    to[i] = from[i + r];
    global int *x = from;
    from = to;
    to = x;
  }
  from[2 * i] = 5;
}
