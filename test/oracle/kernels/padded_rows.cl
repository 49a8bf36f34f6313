// Rows of a sparse matrix padded to one length and stored side by side: only
// what they read of x is left to the data.
//
// LAUNCH: grid=2 block=32 n=60 width=5 columns=int[512]:random values=float[512] x=float[128] y=float[128]
// LAUNCH: grid=1 block=50 n=50 width=9 columns=int[512]:random values=float[512] x=float[128] y=float[128]
// LAUNCH: grid=1 block=96 n=90 width=3 warp=64 columns=int[512]:random values=float[512] x=float[128] y=float[128]

kernel void padded_rows(global const int *columns, global const float *values,
                        global const float *x, global float *y, int n,
                        int width) {
  int row = get_global_id(0);
  if (row >= n)
    return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int column = columns[k * n + row];
    sum += values[k * n + row] * x[column]; // data
  }
  y[row] = sum;
}
