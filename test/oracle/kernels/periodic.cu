// The game of life on a torus: neighbours beyond a side lie at the other, and
// the remainder of a negative number has to be mended.

__global__ void periodic(const unsigned char *x, unsigned char *y, int w,
                         int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x,
      r = blockIdx.y * blockDim.y + threadIdx.y;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int row = ((r + dy) % h + h) % h;
      int column = (c + dx + w) % w;
      if (dx != 0 || dy != 0)
        alive += x[row * w + column];
    }
  y[r * w + c] = alive == 3 || (alive == 2 && x[r * w + c]); // data
}
