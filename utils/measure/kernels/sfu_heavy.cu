// A chain of sine, cosine, exponential and reciprocal square root, each from
// the one before: bound by the special function units, or by the instructions
// that the plain functions take where the hardware's are too coarse.

extern "C" __global__ void sfu_heavy(int n, int rounds, const float *in,
                                     float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float drive = in[i];
  float x = drive;
  float sum = 0.0f;
  // The slope of the step is below 0.7, so that rounding errors die out.
  for (int round = 0; round < rounds; ++round) {
    x = 0.5f * sinf(x) + 0.25f * cosf(x + drive) +
        0.25f * rsqrtf(1.0f + expf(-x));
    sum += x;
  }
  out[i] = sum;
}
