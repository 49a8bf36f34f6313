#include "stride.h"
__global__ void copy(float *out, const float *in) {
  const char *text = TEXT;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[STRIDE * i + OFFSET] + (text == nullptr);
}
