// Points iterate until they leave a circle: a loop that floating point ends. No
// data is read, but how many steps a point takes is not followed either.

__global__ void mandelbrot(int *y, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y, steps = 0;
  float a = column * 0.1f - 2.0f, b = row * 0.2f - 1.0f;
  float re = 0, im = 0;
  while (steps < n && re * re + im * im < 4.0f) {
    float next = re * re - im * im + a;
    im = 2 * re * im + b;
    re = next;
    ++steps;
  }
  y[row * (gridDim.x * blockDim.x) + column] = steps;
}
