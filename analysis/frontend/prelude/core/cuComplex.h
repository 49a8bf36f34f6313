//===- cuComplex.h - Complex numbers in C's style -------------------------===//
#pragma GCC system_header
#pragma once
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
static inline __host__ __device__ float kc_magnitude(float X) {
  return fabsf(X);
}
static inline __host__ __device__ double kc_magnitude(double X) {
  return fabs(X);
}
#define KC_COMPLEX(TYPE, REAL, S, MAXIMUM)                                     \
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
    /* Scaled first, so that squares neither overflow nor vanish. */           \
    REAL Scale = 1 / (kc_magnitude(Y.x) + kc_magnitude(Y.y));                  \
    REAL A = X.x * Scale, B = X.y * Scale, C = Y.x * Scale, D = Y.y * Scale;   \
    REAL Inverse = 1 / (C * C + D * D);                                        \
    return {(A * C + B * D) * Inverse, (B * C - A * D) * Inverse};             \
  }                                                                            \
  static inline __host__ __device__ REAL cuCabs##S(TYPE X) {                   \
    REAL A = kc_magnitude(X.x), B = kc_magnitude(X.y);                         \
    REAL Large = A > B ? A : B, Small = A > B ? B : A;                         \
    REAL Ratio = Small / Large;                                                \
    return Large == 0 || Large > MAXIMUM || Small > MAXIMUM                    \
               ? Large + Small                                                 \
               : Large * sqrt(1 + Ratio * Ratio);                              \
  }                                                                            \
  static inline __host__ __device__ TYPE cuCfma##S(TYPE X, TYPE Y, TYPE Z) {   \
    return cuCadd##S(cuCmul##S(X, Y), Z);                                      \
  }
KC_COMPLEX(cuFloatComplex, float, f, 3.402823466e38f)
KC_COMPLEX(cuDoubleComplex, double, , 1.7976931348623157e308)
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
