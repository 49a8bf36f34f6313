// Layer normalisation of the rows of a matrix, a group a row: mean and variance
// from sums of x and of x * x in one pass, both reduced in local memory by the
// same barriers, then a second pass that scales and shifts by column.

__kernel void layer_norm(int columns, float epsilon, __global const float *in,
                         __global const float *scale,
                         __global const float *shift, __global float *out,
                         __local float *partial) {
  int thread = get_local_id(0);
  int threads = get_local_size(0);
  int first = get_group_id(0) * columns;

  float sum = 0, squares = 0;
  for (int j = thread; j < columns; j += threads) {
    float value = in[first + j];
    sum += value;
    squares += value * value;
  }
  partial[thread] = sum;
  partial[threads + thread] = squares;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (thread < stride) {
      partial[thread] += partial[thread + stride];
      partial[threads + thread] += partial[threads + thread + stride];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float mean = partial[0] / columns;
  float variance = partial[threads] / columns - mean * mean;
  float factor = rsqrt(variance + epsilon);

  for (int j = thread; j < columns; j += threads)
    out[first + j] = (in[first + j] - mean) * factor * scale[j] + shift[j];
}
