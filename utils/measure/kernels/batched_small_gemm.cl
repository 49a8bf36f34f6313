// Many small products C = A B of SIZE x SIZE matrices, one a group: both
// matrices fit in local memory, one barrier, then everything is on the chip.
// Small groups and little work each: latency and group replacement count.
#ifndef SIZE
#define SIZE 16
#endif

__kernel void batched_small_gemm(__global const float *a,
                                 __global const float *b, __global float *c) {
  __local float matrix_a[SIZE][SIZE];
  __local float matrix_b[SIZE][SIZE];
  int column = get_local_id(0), row = get_local_id(1);
  int element = (get_group_id(0) * SIZE + row) * SIZE + column;
  matrix_a[row][column] = a[element];
  matrix_b[row][column] = b[element];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int p = 0; p < SIZE; ++p)
    sum += matrix_a[row][p] * matrix_b[p][column];
  c[element] = sum;
}
