// Layer normalisation of the rows of a matrix, a block a row: mean and variance
// from sums of x and of x * x in one pass, both reduced in shared memory by the
// same barriers, then a second pass that scales and shifts by column.

extern "C" __global__ void layer_norm(int columns, float epsilon,
                                      const float *in, const float *scale,
                                      const float *shift, float *out) {
  extern __shared__ float partial[];
  int thread = threadIdx.x;
  int threads = blockDim.x;
  int first = blockIdx.x * columns;

  float sum = 0, squares = 0;
  for (int j = thread; j < columns; j += threads) {
    float value = in[first + j];
    sum += value;
    squares += value * value;
  }
  partial[thread] = sum;
  partial[threads + thread] = squares;
  __syncthreads();
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (thread < stride) {
      partial[thread] += partial[thread + stride];
      partial[threads + thread] += partial[threads + thread + stride];
    }
    __syncthreads();
  }
  float mean = partial[0] / columns;
  float variance = partial[threads] / columns - mean * mean;
  float factor = rsqrtf(variance + epsilon);

  for (int j = thread; j < columns; j += threads)
    out[first + j] = (in[first + j] - mean) * factor * scale[j] + shift[j];
}
