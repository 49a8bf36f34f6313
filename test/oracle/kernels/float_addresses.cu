// Places computed in floating point: interpolation between neighbours, where
// the whole part of a number is the index.

__global__ void float_addresses(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float place = i * 0.25f;
  int whole = (int)place;
  float part = place - whole;
  y[i] = x[whole] * (1 - part) + x[whole + 1] * part;
}
