// y = A x (and y = A^T x) for a row-major matrix, with the rows dealt out three
// ways: a row a work-item reads A with a stride of a whole row; 32 work-items
// or a group a row read it coalesced and add up in local memory; the transposed
// product walks down the columns, coalesced without any exchange.
#ifndef ROWS
#define ROWS 8
#endif

__kernel void matrix_vector_thread(int rows, int columns,
                                   __global const float *a,
                                   __global const float *x, __global float *y) {
  int row = get_global_id(0);
  if (row < rows) {
    float sum = 0;
    for (int j = 0; j < columns; ++j)
      sum += a[row * columns + j] * x[j];
    y[row] = sum;
  }
}

__kernel void matrix_vector_warp(int rows, int columns, __global const float *a,
                                 __global const float *x, __global float *y) {
  __local float partial[ROWS][32];
  int lane = get_local_id(0), in_block = get_local_id(1);
  int row = get_group_id(0) * ROWS + in_block;
  float sum = 0;
  if (row < rows)
    for (int j = lane; j < columns; j += 32)
      sum += a[row * columns + j] * x[j];
  partial[in_block][lane] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 16; stride > 0; stride /= 2) {
    if (lane < stride)
      partial[in_block][lane] += partial[in_block][lane + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && row < rows)
    y[row] = partial[in_block][0];
}

__kernel void matrix_vector_block(int columns, __global const float *a,
                                  __global const float *x, __global float *y,
                                  __local float *partial) {
  int thread = get_local_id(0);
  int row = get_group_id(0);
  float sum = 0;
  for (int j = thread; j < columns; j += get_local_size(0))
    sum += a[row * columns + j] * x[j];
  partial[thread] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (thread < stride)
      partial[thread] += partial[thread + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (thread == 0)
    y[row] = partial[0];
}

__kernel void matrix_vector_transposed(int rows, int columns,
                                       __global const float *a,
                                       __global const float *x,
                                       __global float *y) {
  int column = get_global_id(0);
  if (column < columns) {
    float sum = 0;
    for (int i = 0; i < rows; ++i)
      sum += a[i * columns + column] * x[i];
    y[column] = sum;
  }
}
