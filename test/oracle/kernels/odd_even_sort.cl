// Neighbours are compared and swapped, even pairs and odd pairs by turns. Who
// compares is known; who swaps is up to the data.
//
// LAUNCH: grid=1 block=32 x=int[128]:random
// LAUNCH: grid=2 block=25 x=int[128]:range(0,128)
// LAUNCH: grid=1 block=64 warp=64 x=int[128]:random

kernel void odd_even_sort(global int *x) {
  local int a[64];
  int t = get_local_id(0), n = get_local_size(0);
  a[t] = x[get_global_id(0)];
  for (int round = 0; round < n; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t % 2 == round % 2 && t + 1 < n) {
      int mine = a[t], next = a[t + 1];
      if (mine > next) { // data
        a[t] = next;     // data
        a[t + 1] = mine; // data
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = a[t];
}
