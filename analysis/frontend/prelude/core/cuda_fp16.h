//===- cuda_fp16.h - Half precision, on the compiler's own type -----------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_FP16_H
#define KERNELCAST_CUDA_FP16_H
#define __CUDA_FP16_H__
#include "kc_small_float.h"
KC_SMALL_FLOAT(__half, __half2, _Float16)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#define KC_F static inline __host__ __device__ __attribute__((always_inline))
#define KC_CONVERT(FROM, TO, TYPE)                                             \
  KC_F TYPE __##FROM##2##TO(__half X) { return (TYPE)X.Value; }
KC_F __half __float2half(float X) { return __half(X); }
KC_F __half __float2half_rn(float X) { return __half(X); }
KC_F __half __float2half_rz(float X) { return __half(X); }
KC_F __half __float2half_rd(float X) { return __half(X); }
KC_F __half __float2half_ru(float X) { return __half(X); }
KC_F __half __double2half(double X) { return __half(X); }
KC_F float __half2float(__half X) { return (float)X.Value; }
KC_F float __low2float(__half2 X) { return (float)X.x.Value; }
KC_F float __high2float(__half2 X) { return (float)X.y.Value; }
KC_F __half2 __float2half2_rn(float X) { return {__half(X), __half(X)}; }
KC_F __half2 __floats2half2_rn(float X, float Y) {
  return {__half(X), __half(Y)};
}
KC_F __half2 __float22half2_rn(float2 X) { return {__half(X.x), __half(X.y)}; }
KC_F float2 __half22float2(__half2 X) {
  return {(float)X.x.Value, (float)X.y.Value};
}
KC_F __half2 __half2half2(__half X) { return {X, X}; }
KC_F __half2 __halves2half2(__half X, __half Y) { return {X, Y}; }
KC_F __half2 make_half2(__half X, __half Y) { return {X, Y}; }
KC_F __half __low2half(__half2 X) { return X.x; }
KC_F __half __high2half(__half2 X) { return X.y; }
KC_F __half2 __low2half2(__half2 X) { return {X.x, X.x}; }
KC_F __half2 __high2half2(__half2 X) { return {X.y, X.y}; }
KC_F __half2 __lowhigh2highlow(__half2 X) { return {X.y, X.x}; }
KC_F __half2 __lows2half2(__half2 X, __half2 Y) { return {X.x, Y.x}; }
KC_F __half2 __highs2half2(__half2 X, __half2 Y) { return {X.y, Y.y}; }
#define KC_INTEGERS(NAME, TYPE)                                                \
  KC_F TYPE __half2##NAME##_rn(__half X) { return (TYPE)X.Value; }             \
  KC_F TYPE __half2##NAME##_rz(__half X) { return (TYPE)X.Value; }             \
  KC_F TYPE __half2##NAME##_rd(__half X) { return (TYPE)X.Value; }             \
  KC_F TYPE __half2##NAME##_ru(__half X) { return (TYPE)X.Value; }             \
  KC_F __half __##NAME##2half_rn(TYPE X) { return __half(X); }                 \
  KC_F __half __##NAME##2half_rz(TYPE X) { return __half(X); }
KC_INTEGERS(int, int)
KC_INTEGERS(uint, unsigned)
KC_INTEGERS(short, short)
KC_INTEGERS(ushort, unsigned short)
KC_INTEGERS(ll, long long)
KC_INTEGERS(ull, unsigned long long)
#undef KC_INTEGERS
#undef KC_CONVERT
KC_F short __half_as_short(__half X) { return __builtin_bit_cast(short, X); }
KC_F unsigned short __half_as_ushort(__half X) {
  return __builtin_bit_cast(unsigned short, X);
}
KC_F __half __short_as_half(short X) { return __builtin_bit_cast(__half, X); }
KC_F __half __ushort_as_half(unsigned short X) {
  return __builtin_bit_cast(__half, X);
}
#undef KC_F
#endif
