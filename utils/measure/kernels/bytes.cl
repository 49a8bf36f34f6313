// Accesses of one byte. life is a step of the game of life on a torus, a byte a
// cell: nine loads whose 32 lanes fit in one sector. rgb_to_grey reads pixels
// of three interleaved bytes: three loads with a stride of three bytes.

__kernel void life(int width, int height, __global const uchar *in,
                   __global uchar *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int left = x == 0 ? width - 1 : x - 1;
  int right = x == width - 1 ? 0 : x + 1;
  int above = y == 0 ? height - 1 : y - 1;
  int below = y == height - 1 ? 0 : y + 1;
  int neighbours = in[above * width + left] + in[above * width + x] +
                   in[above * width + right] + in[y * width + left] +
                   in[y * width + right] + in[below * width + left] +
                   in[below * width + x] + in[below * width + right];
  int alive = in[y * width + x];
  out[y * width + x] = neighbours == 3 || (neighbours == 2 && alive);
}

__kernel void rgb_to_grey(int n, __global const uchar *pixels,
                          __global uchar *grey) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  int red = pixels[3 * i];
  int green = pixels[3 * i + 1];
  int blue = pixels[3 * i + 2];
  grey[i] = (77 * red + 150 * green + 29 * blue) >> 8;
}
