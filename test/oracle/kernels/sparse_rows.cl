// Rows of a sparse matrix one behind the other: each thread walks its own row.
// Where it begins, how long it is and what it reads of x, the matrix decides.
//
// LAUNCH: grid=2 block=32 n=60 starts=int[128]:range(0,128) columns=int[512]:random values=float[512] x=float[128] y=float[128]
// LAUNCH: grid=1 block=50 n=50 starts=int[128]:fill(3) columns=int[512]:random values=float[512] x=float[128] y=float[128]
// LAUNCH: grid=1 block=64 n=30 warp=64 starts=int[128]:range(5,90) columns=int[512]:random values=float[512] x=float[128] y=float[128]

kernel void sparse_rows(global const int *starts, global const int *columns,
                        global const float *values, global const float *x,
                        global float *y, int n) {
  int row = get_global_id(0);
  if (row >= n)
    return;
  float sum = 0;
  int end = starts[row + 1];
  for (int k = starts[row]; k < end; ++k) { // data
    float value = values[k];                // data
    sum += value * x[columns[k]];           // data
  }
  y[row] = sum;
}
