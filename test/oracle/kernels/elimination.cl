// Gauss's elimination in one block: with every step one row and column less is
// left to do.
//
// LAUNCH: grid=1 block=8,8 n=8 a=float[256]
// LAUNCH: grid=1 block=16,5 n=14 a=float[256]
// LAUNCH: grid=1 block=16,8 n=11 warp=64 a=float[256]

kernel void elimination(global float *a, int n) {
  int tx = get_local_id(0), ty = get_local_id(1);
  for (int step = 0; step < n - 1; ++step) {
    for (int row = step + 1 + ty; row < n; row += get_local_size(1))
      for (int column = step + 1 + tx; column < n; column += get_local_size(0))
        a[row * n + column] -= a[row * n + step] * a[step * n + column];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
