//===- cuda_fp8.h - Numbers of 8 bits -------------------------------------===//
//
// Bits, and conversions: two numbers at a time by one instruction, as sm_89 on
// has it, to halves and from floats. Older GPUs do the same with integers,
// which takes ten times as many; that is not counted.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_CUDA_FP8_H
#define KERNELCAST_CUDA_FP8_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
#define KC_8 static inline __host__ __device__ __attribute__((always_inline))
KC_8 __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(
    float2 X, __nv_saturation_t, __nv_fp8_interpretation_t As) {
  unsigned short Bits;
  if (As == __NV_E4M3)
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;"
        : "=h"(Bits)
        : "f"(X.y), "f"(X.x));
  else
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;"
        : "=h"(Bits)
        : "f"(X.y), "f"(X.x));
  return Bits;
}
KC_8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(float X, __nv_saturation_t S,
                                              __nv_fp8_interpretation_t As) {
  return __nv_cvt_float2_to_fp8x2({X, 0.0f}, S, As);
}
KC_8 __nv_fp8_storage_t __nv_cvt_double_to_fp8(double X, __nv_saturation_t S,
                                               __nv_fp8_interpretation_t As) {
  return __nv_cvt_float_to_fp8(X, S, As);
}
KC_8 __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(
    __half2_raw X, __nv_saturation_t, __nv_fp8_interpretation_t As) {
  unsigned short Bits;
  if (As == __NV_E4M3)
    asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;"
        : "=h"(Bits)
        : "r"(__builtin_bit_cast(unsigned, X)));
  else
    asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;"
        : "=h"(Bits)
        : "r"(__builtin_bit_cast(unsigned, X)));
  return Bits;
}
KC_8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw X,
                                                __nv_saturation_t S,
                                                __nv_fp8_interpretation_t As) {
  return __nv_cvt_halfraw2_to_fp8x2({X.x, 0}, S, As);
}
KC_8 __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(
    __nv_bfloat162_raw X, __nv_saturation_t S, __nv_fp8_interpretation_t As) {
  return __nv_cvt_float2_to_fp8x2(
      __bfloat1622float2(__builtin_bit_cast(__nv_bfloat162, X)), S, As);
}
KC_8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
    __nv_bfloat16_raw X, __nv_saturation_t S, __nv_fp8_interpretation_t As) {
  return __nv_cvt_float_to_fp8((float)__nv_bfloat16(X), S, As);
}
KC_8 __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t X,
                                            __nv_fp8_interpretation_t As) {
  unsigned Bits;
  if (As == __NV_E4M3)
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(Bits) : "h"(X));
  else
    asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(Bits) : "h"(X));
  return __builtin_bit_cast(__half2_raw, Bits);
}
KC_8 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t X,
                                        __nv_fp8_interpretation_t As) {
  return {__nv_cvt_fp8x2_to_halfraw2(X, As).x};
}
#define KC_FP8(NAME, AS)                                                       \
  struct __nv_fp8_##NAME {                                                     \
    __nv_fp8_storage_t __x;                                                    \
    __nv_fp8_##NAME() = default;                                               \
    template <class T>                                                         \
    explicit __host__ __device__ __nv_fp8_##NAME(T V)                          \
        : __x(__nv_cvt_float_to_fp8((float)V, __NV_SATFINITE, AS)) {}          \
    explicit __host__ __device__ operator float() const {                      \
      return (float)__builtin_bit_cast(__half,                                 \
                                       __nv_cvt_fp8_to_halfraw(__x, AS));      \
    }                                                                          \
    explicit __host__ __device__ operator __half() const {                     \
      return __builtin_bit_cast(__half, __nv_cvt_fp8_to_halfraw(__x, AS));     \
    }                                                                          \
    explicit __host__ __device__ operator __nv_bfloat16() const {              \
      return __nv_bfloat16((float)*this);                                      \
    }                                                                          \
  };                                                                           \
  struct alignas(2) __nv_fp8x2_##NAME {                                        \
    __nv_fp8x2_storage_t __x;                                                  \
    __nv_fp8x2_##NAME() = default;                                             \
    explicit __host__ __device__ __nv_fp8x2_##NAME(float2 V)                   \
        : __x(__nv_cvt_float2_to_fp8x2(V, __NV_SATFINITE, AS)) {}              \
    explicit __host__ __device__ __nv_fp8x2_##NAME(__half2 V)                  \
        : __x(__nv_cvt_halfraw2_to_fp8x2(V, __NV_SATFINITE, AS)) {}            \
    explicit __host__ __device__ __nv_fp8x2_##NAME(__nv_bfloat162 V)           \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(V, __NV_SATFINITE, AS)) {}        \
    explicit __host__ __device__ operator __half2() const {                    \
      return __builtin_bit_cast(__half2, __nv_cvt_fp8x2_to_halfraw2(__x, AS)); \
    }                                                                          \
    explicit __host__ __device__ operator float2() const {                     \
      return __half22float2((__half2) * this);                                 \
    }                                                                          \
  };                                                                           \
  struct alignas(4) __nv_fp8x4_##NAME {                                        \
    __nv_fp8x4_storage_t __x;                                                  \
    __nv_fp8x4_##NAME() = default;                                             \
    explicit __host__ __device__ __nv_fp8x4_##NAME(float4 V)                   \
        : __x(__nv_cvt_float2_to_fp8x2({V.x, V.y}, __NV_SATFINITE, AS) |       \
              (unsigned)__nv_cvt_float2_to_fp8x2({V.z, V.w}, __NV_SATFINITE,   \
                                                 AS)                           \
                  << 16) {}                                                    \
    template <class Pair>                                                      \
    explicit __host__ __device__ __nv_fp8x4_##NAME(Pair Low, Pair High)        \
        : __x(__nv_fp8x2_##NAME(Low).__x |                                     \
              (unsigned)__nv_fp8x2_##NAME(High).__x << 16) {}                  \
    explicit __host__ __device__ operator float4() const {                     \
      __nv_fp8x2_##NAME Low, High;                                             \
      Low.__x = __x;                                                           \
      High.__x = __x >> 16;                                                    \
      const float2 A = (float2)Low, B = (float2)High;                          \
      return {A.x, A.y, B.x, B.y};                                             \
    }                                                                          \
  };
KC_FP8(e4m3, __NV_E4M3)
KC_FP8(e5m2, __NV_E5M2)
#undef KC_FP8
#undef KC_8
#endif
