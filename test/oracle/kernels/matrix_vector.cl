// A thread for each row. Row by row in memory, the lanes stand a whole row
// apart; column by column they stand side by side.
//
// LAUNCH: grid=2 block=64 m=100 n=7 a=float[4096] x=float[256] y=float[256]
// LAUNCH: grid=1 block=45 m=40 n=33 a=float[4096] x=float[256] y=float[256]
// LAUNCH: grid=1 block=128 m=128 n=16 warp=64 a=float[4096] x=float[256] y=float[256]

kernel void matrix_vector(global const float *a, global const float *x,
                          global float *y, int m, int n) {
  int row = get_global_id(0);
  if (row >= m)
    return;
  float by_row = 0, by_column = 0;
  for (int k = 0; k < n; ++k) {
    by_row += a[row * n + k] * x[k];
    by_column += a[k * m + row] * x[k];
  }
  y[row] = by_row + by_column;
}
