// Loops whose trips are in the data. collatz counts the steps of 3 v + 1 down
// to one: arithmetic only, lanes leave at very different times. find_first
// walks down a column until a value passes the threshold: the lanes of a warp
// read one line each step, and the warp goes on for its last lane.

__kernel void collatz(int n, int limit, __global int *steps) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  ulong value = i + 1;
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

__kernel void find_first(int columns, int rows, float threshold,
                         __global const float *values, __global int *position) {
  int column = get_global_id(0);
  if (column >= columns)
    return;
  int row = 0;
  while (row < rows && values[row * columns + column] < threshold)
    ++row;
  position[column] = row;
}
