// Lanes of a warp that move with the block in different ways: the first three
// walk down the border of the tile, of the others some stand still; a mirrored
// index goes up in some lanes and down in others.
//
// LAUNCH: grid=3,2 block=64 pitch=16 rows=4 x=float[16384] y=float[16384]
// LAUNCH: grid=5 block=40 pitch=33 rows=3 x=float[16384] y=float[16384]
// LAUNCH: grid=2,3 block=16,4 pitch=128 rows=2 x=float[16384] y=float[16384]

__global__ void walking_borders(const float *x, float *y, int pitch, int rows) {
  int t = threadIdx.x, w = blockDim.x;
  int column = blockIdx.x * w + t, row = blockIdx.y * rows * pitch;
  int border = 0, ahead = 7 * t;
  if (t < 3)
    border = row + (blockIdx.x + 1) * w + t;
  else if (t > 12)
    ahead = row + column;
  float sum = 0;
  for (int r = 0; r < rows; ++r) {
    sum += x[row + column + r * pitch];
    if (t < 3) {
      sum += x[border];
      border += pitch;
    }
  }
  int far = 3 * w - 2 * column;
  int mirrored = column < far ? column : far + 1000;
  y[mirrored + (t & 1)] = sum + x[ahead];
  y[border] = sum;
}
