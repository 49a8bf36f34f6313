// y = A x for a sparse matrix in compressed rows (CSR), x gathered. A row a
// work-item: scattered and divergent. 32 work-items a row: coalesced, idle on
// short rows. The third form computes the products of all of the group's rows
// coalesced into local memory, where each work-item adds up its row.
#ifndef CHUNK
#define CHUNK 1024
#endif

__kernel void spmv_scalar(int rows, __global const int *row_start,
                          __global const int *columns,
                          __global const float *values, __global const float *x,
                          __global float *y) {
  int row = get_global_id(0);
  if (row < rows) {
    float sum = 0;
    for (int e = row_start[row]; e < row_start[row + 1]; ++e)
      sum += values[e] * x[columns[e]];
    y[row] = sum;
  }
}

__kernel void spmv_vector(int rows, __global const int *row_start,
                          __global const int *columns,
                          __global const float *values, __global const float *x,
                          __global float *y, __local float *partial) {
  int thread = get_local_id(0);
  int lane = thread % 32;
  int row = get_global_id(0) / 32;
  float sum = 0;
  if (row < rows)
    for (int e = row_start[row] + lane; e < row_start[row + 1]; e += 32)
      sum += values[e] * x[columns[e]];
  partial[thread] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = 16; stride > 0; stride /= 2) {
    if (lane < stride)
      partial[thread] += partial[thread + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0 && row < rows)
    y[row] = partial[thread];
}

__kernel void spmv_shared(int rows, __global const int *row_start,
                          __global const int *columns,
                          __global const float *values, __global const float *x,
                          __global float *y) {
  __local float products[CHUNK];
  int thread = get_local_id(0);
  int first_row = get_group_id(0) * get_local_size(0);
  int last_row = min(first_row + (int)get_local_size(0), rows);
  int row = min(first_row + thread, rows);
  int begin = row_start[row];
  int end = row_start[min(row + 1, rows)];
  int block_end = row_start[last_row];
  float sum = 0;
  for (int start = row_start[first_row]; start < block_end; start += CHUNK) {
    int chunk_end = min(start + CHUNK, block_end);
    for (int e = start + thread; e < chunk_end; e += get_local_size(0))
      products[e - start] = values[e] * x[columns[e]];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = max(begin, start); e < min(end, chunk_end); ++e)
      sum += products[e - start];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (first_row + thread < rows)
    y[row] = sum;
}
