// An order of places that stands in constant memory, for the whole program: the
// compiler sees its numbers, and so does who reads the source.

__constant__ int order[8] = {3, 0, 7, 1, 6, 2, 5, 4};

__global__ void file_tables(const float *x, float *y, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[order[k & 7] * 64 + t];
  y[(t & ~7) + order[t & 7]] = sum;
}
