// Softmax over the rows of a matrix, a block a row: the greatest element, the
// sum of the exponentials and their quotients, each a pass over the row with a
// stride of the block, the first two ending in a reduction in shared memory.
// The later passes find the row in the cache if it is short enough.

extern "C" __global__ void softmax(int columns, const float *in, float *out) {
  extern __shared__ float partial[];
  int thread = threadIdx.x;
  int first = blockIdx.x * columns;

  float greatest = in[first];
  for (int j = thread; j < columns; j += blockDim.x)
    greatest = fmaxf(greatest, in[first + j]);
  partial[thread] = greatest;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride)
      partial[thread] = fmaxf(partial[thread], partial[thread + stride]);
    __syncthreads();
  }
  greatest = partial[0];
  __syncthreads();

  float sum = 0;
  for (int j = thread; j < columns; j += blockDim.x)
    sum += expf(in[first + j] - greatest);
  partial[thread] = sum;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride)
      partial[thread] += partial[thread + stride];
    __syncthreads();
  }
  sum = partial[0];

  for (int j = thread; j < columns; j += blockDim.x)
    out[first + j] = expf(in[first + j] - greatest) / sum;
}
