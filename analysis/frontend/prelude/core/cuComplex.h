//===- cuComplex.h - Complex numbers in C's style -------------------------===//
#pragma GCC system_header
#pragma once
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#define KC_COMPLEX(TYPE, REAL, S)                                              \
  static inline __host__ __device__ REAL cuCreal##S(TYPE X) { return X.x; }    \
  static inline __host__ __device__ REAL cuCimag##S(TYPE X) { return X.y; }    \
  static inline __host__ __device__ TYPE cuConj##S(TYPE X) {                   \
    return {X.x, -X.y};                                                        \
  }                                                                            \
  static inline __host__ __device__ TYPE cuCadd##S(TYPE X, TYPE Y) {           \
    return {X.x + Y.x, X.y + Y.y};                                             \
  }                                                                            \
  static inline __host__ __device__ TYPE cuCsub##S(TYPE X, TYPE Y) {           \
    return {X.x - Y.x, X.y - Y.y};                                             \
  }                                                                            \
  static inline __host__ __device__ TYPE cuCmul##S(TYPE X, TYPE Y) {           \
    return {X.x * Y.x - X.y * Y.y, X.x * Y.y + X.y * Y.x};                     \
  }                                                                            \
  static inline __host__ __device__ TYPE cuCdiv##S(TYPE X, TYPE Y) {           \
    REAL D = Y.x * Y.x + Y.y * Y.y;                                            \
    return {(X.x * Y.x + X.y * Y.y) / D, (X.y * Y.x - X.x * Y.y) / D};         \
  }                                                                            \
  static inline __host__ __device__ REAL cuCabs##S(TYPE X) {                   \
    return sqrt(X.x * X.x + X.y * X.y);                                        \
  }                                                                            \
  static inline __host__ __device__ TYPE cuCfma##S(TYPE X, TYPE Y, TYPE Z) {   \
    return cuCadd##S(cuCmul##S(X, Y), Z);                                      \
  }
KC_COMPLEX(cuFloatComplex, float, f)
KC_COMPLEX(cuDoubleComplex, double, )
#undef KC_COMPLEX
static inline __host__ __device__ cuFloatComplex make_cuFloatComplex(float X,
                                                                     float Y) {
  return {X, Y};
}
static inline __host__ __device__ cuComplex make_cuComplex(float X, float Y) {
  return {X, Y};
}
static inline __host__ __device__ cuDoubleComplex
make_cuDoubleComplex(double X, double Y) {
  return {X, Y};
}
static inline __host__ __device__ cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex X) {
  return {X.x, X.y};
}
static inline __host__ __device__ cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex X) {
  return {(float)X.x, (float)X.y};
}
