// Copies that show how a warp's bytes lie against the 32-byte sectors and
// 128-byte lines: a row that starts off the line on the side that reads, on
// the side that writes or on both, and the rows of a pitched image copied by
// blocks of different shapes (a block 8 wide touches 4 rows per warp).

extern "C" __global__ void copy_offset(int n, int from, int to, const float *in,
                                       float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i + to] = in[i + from];
}

// pitch: elements from one row to the next.
extern "C" __global__ void copy_pitched(int width, int height, int pitch,
                                        const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * pitch + x] = in[y * pitch + x];
}
