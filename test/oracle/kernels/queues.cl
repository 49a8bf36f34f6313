// Threads with something to write ask a counter for a place: that place is
// known to nobody beforehand.
//
// LAUNCH: grid=2 block=64 n=100 x=int[256]:random y=int[512] counter=int[4]
// LAUNCH: grid=1 block=50 n=50 x=int[256]:range(0,7) y=int[512] counter=int[4]
// LAUNCH: grid=1 block=96 n=80 warp=64 x=int[256] y=int[512] counter=int[4]

kernel void queues(global const int *x, global int *y, global int *counter,
                   int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  if (i % 3 == 1) {
    int place = atomic_inc(&counter[0]);
    y[place] = i; // data
  }
  int value = x[i];
  if (value > 40) {                      // data
    int place = atomic_inc(&counter[1]); // data
    y[256 + place] = value;              // data
  }
}
