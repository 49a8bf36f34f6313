// Softmax over the rows of a matrix, a group a row: the greatest element, the
// sum of the exponentials and their quotients, each a pass over the row with a
// stride of the group, the first two ending in a reduction in local memory.
// The later passes find the row in the cache if it is short enough.

__kernel void softmax(int columns, __global const float *in,
                      __global float *out, __local float *partial) {
  int thread = get_local_id(0);
  int first = get_group_id(0) * columns;

  float greatest = in[first];
  for (int j = thread; j < columns; j += get_local_size(0))
    greatest = fmax(greatest, in[first + j]);
  partial[thread] = greatest;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (thread < stride)
      partial[thread] = fmax(partial[thread], partial[thread + stride]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  greatest = partial[0];
  barrier(CLK_LOCAL_MEM_FENCE);

  float sum = 0;
  for (int j = thread; j < columns; j += get_local_size(0))
    sum += exp(in[first + j] - greatest);
  partial[thread] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (thread < stride)
      partial[thread] += partial[thread + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum = partial[0];

  for (int j = thread; j < columns; j += get_local_size(0))
    out[first + j] = exp(in[first + j] - greatest) / sum;
}
