// A chain of sine, cosine, exponential and reciprocal square root, each from
// the one before: bound by the special function units, or by the instructions
// that the plain functions take where the hardware's are too coarse.

__kernel void sfu_heavy(int n, int rounds, __global const float *in,
                        __global float *out) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float drive = in[i];
  float x = drive;
  float sum = 0.0f;
  // The slope of the step is below 0.7, so that rounding errors die out.
  for (int round = 0; round < rounds; ++round) {
    x = 0.5f * sin(x) + 0.25f * cos(x + drive) + 0.25f * rsqrt(1.0f + exp(-x));
    sum += x;
  }
  out[i] = sum;
}
