// Mean over 2 radius + 1 neighbours by a running sum: one value enters, one
// leaves, whatever the radius. With a thread a row the lanes read a whole row
// apart and each line is used again in the next steps, if it is still there;
// with a thread a column the lanes read consecutive floats.

extern "C" __global__ void box_filter_rows(int width, int height, int radius,
                                           float scale, const float *in,
                                           float *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
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

extern "C" __global__ void box_filter_columns(int width, int height, int radius,
                                              float scale, const float *in,
                                              float *out) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
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
