// Partners by xor, in the order of a sorting network.
//
// LAUNCH: grid=1 block=64 n=64 x=int[256]:random
// LAUNCH: grid=2 block=32 n=64 x=int[256]:random
// LAUNCH: grid=2 block=64 n=64 warp=64 x=int[256]:random

kernel void bitonic(global int *x, int n) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = x[get_global_id(0)];
  for (int k = 2; k <= get_local_size(0); k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = t ^ j;
      if (other > t) {
        int low = a[t], high = a[other];
        int up = (t & k) == 0;
        a[t] = up ? min(low, high) : max(low, high);
        a[other] = up ? max(low, high) : min(low, high);
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = a[t];
}
