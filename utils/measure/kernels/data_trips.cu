// Loops whose trips are in the data. collatz counts the steps of 3 v + 1 down
// to one: arithmetic only, lanes leave at very different times. find_first
// walks down a column until a value passes the threshold: the lanes of a warp
// read one line each step, and the warp goes on for its last lane.

extern "C" __global__ void collatz(int n, int limit, int *steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long value = i + 1;
  int step = 0;
  while (value != 1 && step < limit) {
    if (value % 2 == 0)
      value = value / 2;
    else
      value = 3 * value + 1;
    ++step;
  }
  steps[i] = step;
}

extern "C" __global__ void find_first(int columns, int rows, float threshold,
                                      const float *values, int *position) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns)
    return;
  int row = 0;
  while (row < rows && values[row * columns + column] < threshold)
    ++row;
  position[column] = row;
}
