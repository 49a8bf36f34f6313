// The same bytes as one double, two words or eight characters.

typedef union {
  double whole;
  int words[2];
  char bytes[8];
} Any;

__global__ void unions(Any *r, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = r[i].words[i & 1] + r[i + 128].bytes[i % 8];
  r[i + 256].whole = i;
}
