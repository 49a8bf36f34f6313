// The game of life on a torus: neighbours beyond a side lie at the other, and
// the remainder of a negative number has to be mended.
//
// LAUNCH: grid=2,2 block=16,8 w=32 h=16 x=uchar[2048] y=uchar[2048]
// LAUNCH: grid=1,3 block=20,5 w=20 h=15 x=uchar[2048] y=uchar[2048]
// LAUNCH: grid=2,1 block=16,8 w=32 h=8 warp=64 x=uchar[2048] y=uchar[2048]

kernel void periodic(global const uchar *x, global uchar *y, int w, int h) {
  int c = get_global_id(0), r = get_global_id(1);
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
