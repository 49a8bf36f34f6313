// Even lanes work on one array and odd lanes on another, through one pointer.

__global__ void chosen_arrays(float *a, float *b, int n) {
  int t = threadIdx.x;
  float *mine = t & 1 ? a : b;
  mine[t] = 1;
  float *one = t < n ? a : b + 64;
  one[128 + t * 2] = mine[t + 256];
}
