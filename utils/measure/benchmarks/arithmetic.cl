// One operation, selected by -DOPERATION_..., in chains: `dependent` has one
// chain a work-item, every operation waits for the one before it: latency.
// `independent` has four chains a thread and is launched with full
// multiprocessors: throughput. Each STEP is two operations (remarks say where
// an addition goes with them); the operands come from arguments and the chains
// differ from lane to lane, so that nothing can be computed at compile time,
// once for the warp, or folded with its neighbours.

#if defined(OPERATION_DOUBLE_ADD) || defined(OPERATION_DOUBLE_MULTIPLY) ||     \
    defined(OPERATION_DOUBLE_FMA) || defined(OPERATION_DOUBLE_DIVIDE) ||       \
    defined(OPERATION_DOUBLE_SQRT)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#if defined(OPERATION_INT_ADD)
typedef uint Value;
#define STEP(a, b)                                                             \
  a += b;                                                                      \
  b += a;
#elif defined(OPERATION_INT_MULTIPLY)
typedef uint Value;
#define STEP(a, b)                                                             \
  a *= b;                                                                      \
  b *= a;
#elif defined(OPERATION_INT_MAD)
typedef uint Value;
#define STEP(a, b)                                                             \
  a = a * b + y;                                                               \
  b = b * a + z;
#elif defined(OPERATION_INT_SHIFT)
typedef uint Value;
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
typedef uint Value;
#define STEP(a, b)                                                             \
  a = a / y + z;                                                               \
  a = a / y + z;
#elif defined(OPERATION_INT_REMAINDER_BY_ARGUMENT) // and an addition each
typedef uint Value;
#define STEP(a, b)                                                             \
  a = a % y + z;                                                               \
  a = a % y + z;
#elif defined(OPERATION_INT64_ADD)
typedef ulong Value;
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
  a = native_divide(y, a);                                                     \
  a = native_divide(z, a);
#elif defined(OPERATION_FAST_SIN)
typedef float Value;
#define STEP(a, b)                                                             \
  a = native_sin(a);                                                           \
  a = native_sin(a);
#elif defined(OPERATION_FAST_EXP)
typedef float Value;
#define STEP(a, b)                                                             \
  a = native_exp(-a);                                                          \
  a = native_exp(-a);
#elif defined(OPERATION_FAST_LOG) // and an addition each
typedef float Value;
#define STEP(a, b)                                                             \
  a = native_log(a + y);                                                       \
  a = native_log(a + y);
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
#else // OPERATION_FLOAT_FMA
typedef float Value;
#define STEP(a, b)                                                             \
  a = fma(a, y, z);                                                            \
  a = fma(a, y, z);
#endif

#ifndef STEPS
#define STEPS 64
#endif

__kernel void dependent(__global Value *out, int iterations, Value first,
                        Value increment, Value y, Value z) {
  Value a = first + increment * (Value)get_local_id(0), b = y;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
      STEP(a, b)
    }
  }
  out[get_global_id(0)] = a + b;
}

__kernel void independent(__global Value *out, int iterations, Value first,
                          Value increment, Value y, Value z) {
  Value a0 = first + increment * (Value)get_local_id(0), b0 = y;
  Value a1 = a0 + increment, b1 = y;
  Value a2 = a1 + increment, b2 = y;
  Value a3 = a2 + increment, b3 = y;
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
  out[get_global_id(0)] = (a0 + b0) + (a1 + b1) + (a2 + b2) + (a3 + b3);
}
