// Mean over 2 radius + 1 neighbours by a running sum: one value enters, one
// leaves, whatever the radius. With a work-item a row the lanes read a whole
// row apart and each line is used again in the next steps, if it is still
// there; with a work-item a column the lanes read consecutive floats.

__kernel void box_filter_rows(int width, int height, int radius, float scale,
                              __global const float *in, __global float *out) {
  int row = get_global_id(0);
  if (row >= height)
    return;
  float sum = 0.0f;
  for (int x = 0; x < radius && x < width; ++x)
    sum += in[row * width + x];
  for (int x = 0; x < width; ++x) {
    if (x + radius < width)
      sum += in[row * width + x + radius];
    if (x - radius - 1 >= 0)
      sum -= in[row * width + x - radius - 1];
    out[row * width + x] = sum * scale;
  }
}

__kernel void box_filter_columns(int width, int height, int radius, float scale,
                                 __global const float *in,
                                 __global float *out) {
  int column = get_global_id(0);
  if (column >= width)
    return;
  float sum = 0.0f;
  for (int y = 0; y < radius && y < height; ++y)
    sum += in[y * width + column];
  for (int y = 0; y < height; ++y) {
    if (y + radius < height)
      sum += in[(y + radius) * width + column];
    if (y - radius - 1 >= 0)
      sum -= in[(y - radius - 1) * width + column];
    out[y * width + column] = sum * scale;
  }
}
