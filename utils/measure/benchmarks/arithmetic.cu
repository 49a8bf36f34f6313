// One operation, selected by -DOPERATION_..., in chains: `dependent` has one
// chain a thread, every operation waits for the one before it: latency.
// `independent` has four chains a thread and is launched with full
// multiprocessors: throughput. Each STEP is two operations (remarks say where
// an addition goes with them); the operands come from arguments and the chains
// differ from lane to lane, so that nothing can be computed at compile time,
// once for the warp, or folded with its neighbours.
#include "clock.cuh"

#if defined(OPERATION_INT_ADD)
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a += b;                                                                      \
  b += a;
#elif defined(OPERATION_INT_MULTIPLY)
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a *= b;                                                                      \
  b *= a;
#elif defined(OPERATION_INT_MAD)
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a = a * b + y;                                                               \
  b = b * a + z;
#elif defined(OPERATION_INT_SHIFT)
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a = a << y;                                                                  \
  a = a >> z;
#elif defined(OPERATION_INT_MIN_MAX)
typedef int Value;
#define STEP(a, b)                                                             \
  a = max(a, y);                                                               \
  a = min(a, z);
#elif defined(OPERATION_INT_PREDICATE) // compare, then add if it holds
typedef int Value;
#define STEP(a, b)                                                             \
  if (a < b)                                                                   \
    a += y;                                                                    \
  if (b < a)                                                                   \
    b += z;
#elif defined(OPERATION_INT_DIVIDE)
typedef int Value;
#define STEP(a, b)                                                             \
  a = y / a;                                                                   \
  a = z / a;
#elif defined(OPERATION_INT_REMAINDER) // and an addition each
typedef int Value;
#define STEP(a, b)                                                             \
  a = y % a + z;                                                               \
  a = y % a + z;
#elif defined(OPERATION_INT_DIVIDE_BY_ARGUMENT) // and an addition each
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a = a / y + z;                                                               \
  a = a / y + z;
#elif defined(OPERATION_INT_REMAINDER_BY_ARGUMENT) // and an addition each
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a = a % y + z;                                                               \
  a = a % y + z;
#elif defined(OPERATION_INT64_ADD)
typedef unsigned long long Value;
#define STEP(a, b)                                                             \
  a += b;                                                                      \
  b += a;
#elif defined(OPERATION_CONVERT)
typedef int Value;
#define STEP(a, b) a = (int)(float)a;
#elif defined(OPERATION_FLOAT_ADD)
typedef float Value;
#define STEP(a, b)                                                             \
  a = a + y;                                                                   \
  a = a + z;
#elif defined(OPERATION_FLOAT_MULTIPLY)
typedef float Value;
#define STEP(a, b)                                                             \
  a = a * y;                                                                   \
  a = a * z;
#elif defined(OPERATION_FLOAT_MIN_MAX)
typedef float Value;
#define STEP(a, b)                                                             \
  a = fmax(a, y);                                                              \
  a = fmin(a, z);
#elif defined(OPERATION_FLOAT_DIVIDE)
typedef float Value;
#define STEP(a, b)                                                             \
  a = y / a;                                                                   \
  a = z / a;
#elif defined(OPERATION_FLOAT_SQRT)
typedef float Value;
#define STEP(a, b)                                                             \
  a = sqrt(a);                                                                 \
  a = sqrt(a);
#elif defined(OPERATION_FLOAT_RSQRT)
typedef float Value;
#define STEP(a, b)                                                             \
  a = rsqrt(a);                                                                \
  a = rsqrt(a);
#elif defined(OPERATION_FLOAT_SIN)
typedef float Value;
#define STEP(a, b)                                                             \
  a = sin(a);                                                                  \
  a = sin(a);
#elif defined(OPERATION_FLOAT_EXP)
typedef float Value;
#define STEP(a, b)                                                             \
  a = exp(-a);                                                                 \
  a = exp(-a);
#elif defined(OPERATION_FLOAT_LOG) // and an addition each
typedef float Value;
#define STEP(a, b)                                                             \
  a = log(a + y);                                                              \
  a = log(a + y);
#elif defined(OPERATION_FAST_DIVIDE)
typedef float Value;
#define STEP(a, b)                                                             \
  a = __fdividef(y, a);                                                        \
  a = __fdividef(z, a);
#elif defined(OPERATION_FAST_SIN)
typedef float Value;
#define STEP(a, b)                                                             \
  a = __sinf(a);                                                               \
  a = __sinf(a);
#elif defined(OPERATION_FAST_EXP)
typedef float Value;
#define STEP(a, b)                                                             \
  a = __expf(-a);                                                              \
  a = __expf(-a);
#elif defined(OPERATION_FAST_LOG) // and an addition each
typedef float Value;
#define STEP(a, b)                                                             \
  a = __logf(a + y);                                                           \
  a = __logf(a + y);
#elif defined(OPERATION_DOUBLE_ADD)
typedef double Value;
#define STEP(a, b)                                                             \
  a = a + y;                                                                   \
  a = a + z;
#elif defined(OPERATION_DOUBLE_MULTIPLY)
typedef double Value;
#define STEP(a, b)                                                             \
  a = a * y;                                                                   \
  a = a * z;
#elif defined(OPERATION_DOUBLE_FMA)
typedef double Value;
#define STEP(a, b)                                                             \
  a = fma(a, y, z);                                                            \
  a = fma(a, y, z);
#elif defined(OPERATION_DOUBLE_DIVIDE)
typedef double Value;
#define STEP(a, b)                                                             \
  a = y / a;                                                                   \
  a = z / a;
#elif defined(OPERATION_DOUBLE_SQRT)
typedef double Value;
#define STEP(a, b)                                                             \
  a = sqrt(a);                                                                 \
  a = sqrt(a);
#elif defined(OPERATION_SHUFFLE)
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a = __shfl_xor_sync(0xffffffffu, a, y);                                      \
  a = __shfl_xor_sync(0xffffffffu, a, y);
#elif defined(OPERATION_VOTE) // and a comparison each
typedef unsigned Value;
#define STEP(a, b)                                                             \
  a = __ballot_sync(0xffffffffu, a > y);                                       \
  a = __ballot_sync(0xffffffffu, a > z);
#else // OPERATION_FLOAT_FMA
typedef float Value;
#define STEP(a, b)                                                             \
  a = fma(a, y, z);                                                            \
  a = fma(a, y, z);
#endif

#ifndef STEPS
#define STEPS 64
#endif

extern "C" __global__ void dependent(long long *ticks, Value *out,
                                     int iterations, Value first,
                                     Value increment, Value y, Value z) {
  Value a = first + increment * (Value)threadIdx.x, b = y;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      STEP(a, b)
    }
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

extern "C" __global__ void __launch_bounds__(1024)
    independent(long long *ticks, Value *out, int iterations, Value first,
                Value increment, Value y, Value z) {
  Value a0 = first + increment * (Value)threadIdx.x, b0 = y;
  Value a1 = a0 + increment, b1 = y;
  Value a2 = a1 + increment, b2 = y;
  Value a3 = a2 + increment, b3 = y;
  Ticks start = now();
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      STEP(a0, b0)
      STEP(a1, b1)
      STEP(a2, b2)
      STEP(a3, b3)
    }
  }
  record(ticks, start);
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      (a0 + b0) + (a1 + b1) + (a2 + b2) + (a3 + b3);
}
