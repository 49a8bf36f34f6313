// A block multiplies tile by tile: both operands' tiles are loaded once for all
// threads, with zeros beyond the matrices' edges.
//
// LAUNCH: grid=2,2 block=8,8 m=16 n=16 k=16 build=-DTILE=8 a=float[1024] b=float[1024] c=float[1024]
// LAUNCH: grid=2,1 block=16,16 m=13 n=30 k=21 build=-DTILE=16 a=float[1024] b=float[1024] c=float[1024]
// LAUNCH: grid=3,2 block=8,8 m=15 n=17 k=9 build=-DTILE=8 warp=64 a=float[1024] b=float[1024] c=float[1024]

kernel void matrix_multiply(global const float *a, global const float *b,
                            global float *c, int m, int n, int k) {
  local float left[TILE][TILE], right[TILE][TILE];
  int tx = get_local_id(0), ty = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int first = 0; first < k; first += TILE) {
    left[ty][tx] = row < m && first + tx < k ? a[row * k + first + tx] : 0;
    right[ty][tx] =
        first + ty < k && column < n ? b[(first + ty) * n + column] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i)
      sum += left[ty][i] * right[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
