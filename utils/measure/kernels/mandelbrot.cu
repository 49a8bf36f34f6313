// Mandelbrot set, one point a thread: the loop ends when the point escapes, so
// that the lanes of a warp run as long as the slowest of them. No loads at all;
// one store.

extern "C" __global__ void mandelbrot(int width, int height, int limit,
                                      float left, float top, float spacing,
                                      int *steps) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height)
    return;
  float a = left + spacing * column;
  float b = top - spacing * row;
  float x = 0.0f, y = 0.0f;
  int step = 0;
  while (step < limit && x * x + y * y < 4.0f) {
    float next = x * x - y * y + a;
    y = 2.0f * x * y + b;
    x = next;
    ++step;
  }
  steps[row * width + column] = step;
}
