// Copies that show how a warp's bytes lie against the 32-byte sectors and
// 128-byte lines: a row that starts off the line on the side that reads, on
// the side that writes or on both, and the rows of a pitched image copied by
// work-groups of different shapes (8 wide: a warp touches 4 rows).

__kernel void copy_offset(int n, int from, int to, __global const float *in,
                          __global float *out) {
  int i = get_global_id(0);
  if (i < n)
    out[i + to] = in[i + from];
}

// pitch: elements from one row to the next.
__kernel void copy_pitched(int width, int height, int pitch,
                           __global const float *in, __global float *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height)
    out[y * pitch + x] = in[y * pitch + x];
}
