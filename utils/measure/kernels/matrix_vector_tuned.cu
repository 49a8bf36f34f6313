// y = A x with THREADS_PER_ROW threads on a row and ROWS_PER_BLOCK rows
// in a block, laid open for tuning, with the width of the loads, the unrolling
// and whether x is staged in shared memory, STAGE columns at a time (0: not).
// columns must be a multiple of VECTOR and of STAGE.
#ifndef THREADS_PER_ROW
#define THREADS_PER_ROW 32
#endif
#ifndef ROWS_PER_BLOCK
#define ROWS_PER_BLOCK 8
#endif
#ifndef VECTOR
#define VECTOR 1
#endif
#ifndef UNROLL
#define UNROLL 1
#endif
#ifndef STAGE
#define STAGE 0
#endif
#define THREADS (THREADS_PER_ROW * ROWS_PER_BLOCK)
#if VECTOR == 4
typedef float4 vector;
#define DOT(u, v) (u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w)
#elif VECTOR == 2
typedef float2 vector;
#define DOT(u, v) (u.x * v.x + u.y * v.y)
#else
typedef float vector;
#define DOT(u, v) (u * v)
#endif
enum { Unroll = UNROLL }; // pragmas do not expand macros everywhere

extern "C" __global__ void __launch_bounds__(THREADS)
    matrix_vector_tuned(int rows, int columns, const vector *__restrict__ a,
                        const vector *__restrict__ x, float *__restrict__ y) {
  __shared__ float partial[ROWS_PER_BLOCK][THREADS_PER_ROW];
  int lane = threadIdx.x, in_block = threadIdx.y;
  int row = blockIdx.x * ROWS_PER_BLOCK + in_block;
  int vectors = columns / VECTOR;
  float sum = 0;
#if STAGE > 0
  __shared__ vector staged[STAGE / VECTOR];
  for (int start = 0; start < vectors; start += STAGE / VECTOR) {
    __syncthreads();
    for (int j = in_block * THREADS_PER_ROW + lane; j < STAGE / VECTOR;
         j += THREADS)
      staged[j] = x[start + j];
    __syncthreads();
    if (row < rows) {
#pragma unroll Unroll
      for (int j = lane; j < STAGE / VECTOR; j += THREADS_PER_ROW) {
        vector of_a = a[row * vectors + start + j];
        vector of_x = staged[j];
        sum += DOT(of_a, of_x);
      }
    }
  }
#else
  if (row < rows) {
#pragma unroll Unroll
    for (int j = lane; j < vectors; j += THREADS_PER_ROW) {
      vector of_a = a[row * vectors + j];
      vector of_x = x[j];
      sum += DOT(of_a, of_x);
    }
  }
#endif
  partial[in_block][lane] = sum;
  __syncthreads();
  for (int stride = THREADS_PER_ROW / 2; stride > 0; stride /= 2) {
    if (lane < stride)
      partial[in_block][lane] += partial[in_block][lane + stride];
    __syncthreads();
  }
  if (lane == 0 && row < rows)
    y[row] = partial[in_block][0];
}
