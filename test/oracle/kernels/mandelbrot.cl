// Points iterate until they leave a circle: a loop that floating point ends. No
// data is read, but how many steps a point takes is not followed either.
//
// LAUNCH: grid=2,2 block=16,4 n=20 y=int[512]
// LAUNCH: grid=1,2 block=20,5 n=8 y=int[512]
// LAUNCH: grid=1,1 block=16,8 n=12 warp=64 y=int[512]

kernel void mandelbrot(global int *y, int n) {
  int column = get_global_id(0), row = get_global_id(1), steps = 0;
  float a = column * 0.1f - 2.0f, b = row * 0.2f - 1.0f;
  float re = 0, im = 0;
  while (steps < n && re * re + im * im < 4.0f) {
    float next = re * re - im * im + a;
    im = 2 * re * im + b;
    re = next;
    ++steps;
  }
  y[row * get_global_size(0) + column] = steps;
}
