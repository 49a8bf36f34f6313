// Which array a thread works on is chosen first: by the block, by an argument
// in a loop that swaps two of them, and by the lane.

__global__ void pointer_choices(float *a, float *b, int n) {
  int t = threadIdx.x;
  float *mine = blockIdx.x % 2 ? a + 256 : a;
  mine[t] = t;
  float *from = a, *to = a + 512;
  for (int k = 0; k < n; ++k) {
    to[t + k] = from[t];
    float *next = from;
    from = to;
    to = next;
  }
  float *other = t % 3 == 0 ? b + t * 2 : b + 600 - t;
  *other = 1;
}
