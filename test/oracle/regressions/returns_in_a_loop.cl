// LAUNCH: kernel=k grid=2,1,1 block=8,1,1 n=5 m=2 kept=float[65536]
// LAUNCH: kernel=k grid=2,1,1 block=8,1,1 n=5 m=-1 kept=float[65536]
// LAUNCH: kernel=k grid=2,1,1 block=8,1,1 n=60 m=20 kept=float[65536]
// LAUNCH: kernel=k grid=3,1,1 block=40,1,1 n=31 m=50 kept=float[65536]
// In compiled code what ends the loop becomes one truth value, `does not enter
// the loop || condition in its last iteration`. Threads that do not enter it have
// no last iteration, and need none: the left side decides.
kernel void k(int n, int m, global float *kept) {
  int g = get_global_id(0), l = get_local_id(0);
  float s = 0.5f;
  for (int i = m; i >= g; i--) {
    int a = ((g != l) <= (g + i)) ? n : 127;
    s += a;
    if (a - 31 <= 0 - l / 4)
      return;
    s += (3 - i) / n;
  }
  kept[g] = s;
}
