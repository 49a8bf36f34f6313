//===- cuda_bf16.h - bfloat16, on the compiler's own type -----------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_BF16_H
#define KERNELCAST_CUDA_BF16_H
#define __CUDA_BF16_H__
#include "kc_small_float.h"
KC_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, __bf16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define KC_F static inline __host__ __device__ __attribute__((always_inline))
KC_F __nv_bfloat16 __float2bfloat16(float X) { return __nv_bfloat16(X); }
KC_F __nv_bfloat16 __float2bfloat16_rn(float X) { return __nv_bfloat16(X); }
KC_F __nv_bfloat16 __float2bfloat16_rz(float X) { return __nv_bfloat16(X); }
KC_F __nv_bfloat16 __double2bfloat16(double X) { return __nv_bfloat16(X); }
KC_F float __bfloat162float(__nv_bfloat16 X) { return (float)X.Value; }
KC_F float __low2float(__nv_bfloat162 X) { return (float)X.x.Value; }
KC_F float __high2float(__nv_bfloat162 X) { return (float)X.y.Value; }
KC_F __nv_bfloat16 __low2bfloat16(__nv_bfloat162 X) { return X.x; }
KC_F __nv_bfloat16 __high2bfloat16(__nv_bfloat162 X) { return X.y; }
KC_F __nv_bfloat162 __float2bfloat162_rn(float X) {
  return {__nv_bfloat16(X), __nv_bfloat16(X)};
}
KC_F __nv_bfloat162 __floats2bfloat162_rn(float X, float Y) {
  return {__nv_bfloat16(X), __nv_bfloat16(Y)};
}
KC_F __nv_bfloat162 __float22bfloat162_rn(float2 X) {
  return {__nv_bfloat16(X.x), __nv_bfloat16(X.y)};
}
KC_F float2 __bfloat1622float2(__nv_bfloat162 X) {
  return {(float)X.x.Value, (float)X.y.Value};
}
KC_F __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 X) { return {X, X}; }
KC_F __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 X, __nv_bfloat16 Y) {
  return {X, Y};
}
KC_F __nv_bfloat162 make_bfloat162(__nv_bfloat16 X, __nv_bfloat16 Y) {
  return {X, Y};
}
KC_F float __internal_bfloat162float(unsigned short X) {
  return (float)__builtin_bit_cast(__bf16, X);
}
KC_F unsigned short __bfloat16_as_ushort(__nv_bfloat16 X) {
  return __builtin_bit_cast(unsigned short, X);
}
KC_F __nv_bfloat16 __ushort_as_bfloat16(unsigned short X) {
  return __builtin_bit_cast(__nv_bfloat16, X);
}
KC_F short __bfloat16_as_short(__nv_bfloat16 X) {
  return __builtin_bit_cast(short, X);
}
KC_F __nv_bfloat16 __short_as_bfloat16(short X) {
  return __builtin_bit_cast(__nv_bfloat16, X);
}
#define KC_INTEGERS(NAME, TYPE)                                                \
  KC_F TYPE __bfloat162##NAME##_rn(__nv_bfloat16 X) { return (TYPE)X.Value; }  \
  KC_F TYPE __bfloat162##NAME##_rz(__nv_bfloat16 X) { return (TYPE)X.Value; }  \
  KC_F TYPE __bfloat162##NAME##_rd(__nv_bfloat16 X) { return (TYPE)X.Value; }  \
  KC_F TYPE __bfloat162##NAME##_ru(__nv_bfloat16 X) { return (TYPE)X.Value; }  \
  KC_F __nv_bfloat16 __##NAME##2bfloat16_rn(TYPE X) {                          \
    return __nv_bfloat16(X);                                                   \
  }                                                                            \
  KC_F __nv_bfloat16 __##NAME##2bfloat16_rz(TYPE X) { return __nv_bfloat16(X); }
KC_INTEGERS(int, int)
KC_INTEGERS(uint, unsigned)
KC_INTEGERS(short, short)
KC_INTEGERS(ushort, unsigned short)
KC_INTEGERS(ll, long long)
KC_INTEGERS(ull, unsigned long long)
#undef KC_INTEGERS
#undef KC_F
#endif
