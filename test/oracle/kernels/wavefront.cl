// Dynamic programming: an entry needs those above and to the left, so the table
// is filled diagonal by diagonal, with a barrier between them.
//
// LAUNCH: grid=1 block=32 n=16 y=int[1024]
// LAUNCH: grid=2 block=20 n=19 y=int[1024]
// LAUNCH: grid=1 block=64 n=30 warp=64 y=int[1024]

kernel void wavefront(global int *y, int n) {
  local int table[33][33];
  int t = get_local_id(0);
  if (t <= n)
    table[t][0] = table[0][t] = t;
  for (int diagonal = 0; diagonal < 2 * n - 1; ++diagonal) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int column = t, row = diagonal - t;
    if (t < n && row >= 0 && row < n) {
      int best = min(table[row][column + 1], table[row + 1][column]);
      table[row + 1][column + 1] = min(best, table[row][column]) + 1;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; ++k)
    if (t < n)
      y[(get_group_id(0) * n + k) * n + t] = table[k + 1][t + 1];
}
