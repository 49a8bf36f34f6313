// A volatile word is read every time that the source says so, and a loop waits
// for nothing but its own count.
//
// LAUNCH: grid=2 block=64 n=4 x=int[256] y=int[256]
// LAUNCH: grid=1 block=50 n=9 x=int[256] y=int[256]
// LAUNCH: grid=1 block=96 n=2 warp=64 x=int[256] y=int[256]

kernel void volatile_words(global volatile int *x, global int *y, int n) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[i] + x[i] + x[k];
  x[i] = sum;
  x[i] = sum + 1;
  y[i] = sum;
}
