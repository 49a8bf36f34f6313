//===- arithmetic.h - What CUDA adds to the C library's mathematics -------===//
//
// The fast functions (__expf and so on) are as precise as the slow ones here.
// Their names are macros because the C library declares some of them.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CUDA_ON_CPU_ARITHMETIC_H
#define MEASURE_CUDA_ON_CPU_ARITHMETIC_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

namespace measure {
namespace emulation {
template <class To, class From> inline To sameBits(From Value) {
  static_assert(sizeof(To) == sizeof(From), "");
  To Result;
  memcpy(&Result, &Value, sizeof(To));
  return Result;
}
} // namespace emulation
} // namespace measure

// min and max take every mixture of types.
#define MEASURE_MINMAX(RESULT, A, B)                                           \
  inline RESULT min(A X, B Y) { return (RESULT)X < (RESULT)Y ? X : Y; }        \
  inline RESULT max(A X, B Y) { return (RESULT)X > (RESULT)Y ? X : Y; }
MEASURE_MINMAX(int, int, int)
MEASURE_MINMAX(unsigned, unsigned, unsigned)
MEASURE_MINMAX(unsigned, int, unsigned)
MEASURE_MINMAX(unsigned, unsigned, int)
MEASURE_MINMAX(long, long, long)
MEASURE_MINMAX(unsigned long, unsigned long, unsigned long)
MEASURE_MINMAX(unsigned long, long, unsigned long)
MEASURE_MINMAX(unsigned long, unsigned long, long)
MEASURE_MINMAX(long long, long long, long long)
MEASURE_MINMAX(unsigned long long, unsigned long long, unsigned long long)
#undef MEASURE_MINMAX
inline float min(float X, float Y) { return fminf(X, Y); }
inline float max(float X, float Y) { return fmaxf(X, Y); }
inline double min(double X, double Y) { return fmin(X, Y); }
inline double max(double X, double Y) { return fmax(X, Y); }
inline double min(float X, double Y) { return fmin(X, Y); }
inline double max(float X, double Y) { return fmax(X, Y); }
inline double min(double X, float Y) { return fmin(X, Y); }
inline double max(double X, float Y) { return fmax(X, Y); }

inline float rsqrtf(float X) { return float(1 / sqrt(double(X))); }
inline double rsqrt(double X) { return 1 / sqrt(X); }
inline float rsqrt(float X) { return rsqrtf(X); }
inline float rcbrtf(float X) { return 1 / cbrtf(X); }
inline double rcbrt(double X) { return 1 / cbrt(X); }
inline float rhypotf(float X, float Y) { return 1 / hypotf(X, Y); }
inline float norm3df(float X, float Y, float Z) {
  return float(sqrt(double(X) * X + double(Y) * Y + double(Z) * Z));
}
inline float rnorm3df(float X, float Y, float Z) {
  return 1 / norm3df(X, Y, Z);
}
inline float sinpif(float X) { return float(sin(M_PI * fmod(X, 2))); }
inline float cospif(float X) { return float(cos(M_PI * fmod(X, 2))); }
inline double sinpi(double X) { return sin(M_PI * fmod(X, 2)); }
inline double cospi(double X) { return cos(M_PI * fmod(X, 2)); }
inline void sincospif(float X, float *S, float *C) {
  *S = sinpif(X);
  *C = cospif(X);
}
inline double normcdf(double X) { return 0.5 * erfc(-X * M_SQRT1_2); }
inline float normcdff(float X) { return float(normcdf(X)); }
inline float fdividef(float X, float Y) { return X / Y; }
inline float __saturatef(float X) { return fminf(fmaxf(X, 0), 1); }

#define __sinf(X) sinf(X)
#define __cosf(X) cosf(X)
#define __tanf(X) tanf(X)
#define __sincosf(X, S, C) sincosf(X, S, C)
#define __expf(X) expf(X)
#define __exp10f(X) exp10f(X)
#define __logf(X) logf(X)
#define __log2f(X) log2f(X)
#define __log10f(X) log10f(X)
#define __powf(X, Y) powf(X, Y)
#define __fdividef(X, Y) fdividef(X, Y)

// One rounded operation each; the processor rounds to nearest.
inline float __fadd_rn(float X, float Y) { return X + Y; }
inline float __fsub_rn(float X, float Y) { return X - Y; }
inline float __fmul_rn(float X, float Y) { return X * Y; }
inline float __fdiv_rn(float X, float Y) { return X / Y; }
inline float __frcp_rn(float X) { return 1 / X; }
inline float __fsqrt_rn(float X) { return sqrtf(X); }
inline float __frsqrt_rn(float X) { return rsqrtf(X); }
inline float __fmaf_rn(float X, float Y, float Z) { return fmaf(X, Y, Z); }
inline double __dadd_rn(double X, double Y) { return X + Y; }
inline double __dsub_rn(double X, double Y) { return X - Y; }
inline double __dmul_rn(double X, double Y) { return X * Y; }
inline double __ddiv_rn(double X, double Y) { return X / Y; }
inline double __drcp_rn(double X) { return 1 / X; }
inline double __dsqrt_rn(double X) { return sqrt(X); }
inline double __fma_rn(double X, double Y, double Z) { return fma(X, Y, Z); }

#define MEASURE_ROUND(FROM, NAME, TO)                                          \
  inline TO NAME##_rn(FROM X) { return (TO)nearbyint(X); }                     \
  inline TO NAME##_rz(FROM X) { return (TO)trunc(X); }                         \
  inline TO NAME##_ru(FROM X) { return (TO)ceil(X); }                          \
  inline TO NAME##_rd(FROM X) { return (TO)floor(X); }
MEASURE_ROUND(float, __float2int, int)
MEASURE_ROUND(float, __float2uint, unsigned)
MEASURE_ROUND(float, __float2ll, long long)
MEASURE_ROUND(float, __float2ull, unsigned long long)
MEASURE_ROUND(double, __double2int, int)
MEASURE_ROUND(double, __double2uint, unsigned)
MEASURE_ROUND(double, __double2ll, long long)
MEASURE_ROUND(double, __double2ull, unsigned long long)
#undef MEASURE_ROUND
inline float __int2float_rn(int X) { return float(X); }
inline float __uint2float_rn(unsigned X) { return float(X); }
inline float __ll2float_rn(long long X) { return float(X); }
inline float __ull2float_rn(unsigned long long X) { return float(X); }
inline double __int2double_rn(int X) { return X; }
inline double __uint2double_rn(unsigned X) { return X; }
inline float __double2float_rn(double X) { return float(X); }

#define MEASURE_BITS(NAME, TO, FROM)                                           \
  inline TO NAME(FROM X) { return measure::emulation::sameBits<TO>(X); }
MEASURE_BITS(__int_as_float, float, int)
MEASURE_BITS(__uint_as_float, float, unsigned)
MEASURE_BITS(__float_as_int, int, float)
MEASURE_BITS(__float_as_uint, unsigned, float)
MEASURE_BITS(__longlong_as_double, double, long long)
MEASURE_BITS(__double_as_longlong, long long, double)
#undef MEASURE_BITS

inline int __popc(unsigned X) { return __builtin_popcount(X); }
inline int __popcll(unsigned long long X) { return __builtin_popcountll(X); }
inline int __clz(int X) { return X ? __builtin_clz(unsigned(X)) : 32; }
inline int __clzll(long long X) {
  return X ? __builtin_clzll((unsigned long long)X) : 64;
}
inline int __ffs(int X) { return __builtin_ffs(X); }
inline int __ffsll(long long X) { return __builtin_ffsll(X); }
inline unsigned __brev(unsigned X) {
  unsigned Result = 0;
  for (int I = 0; I != 32; ++I)
    Result |= (X >> I & 1) << (31 - I);
  return Result;
}
inline unsigned long long __brevll(unsigned long long X) {
  return (unsigned long long)__brev(unsigned(X)) << 32 |
         __brev(unsigned(X >> 32));
}
inline unsigned __byte_perm(unsigned X, unsigned Y, unsigned Selector) {
  const uint64_t Bytes = uint64_t(Y) << 32 | X;
  unsigned Result = 0;
  for (int I = 0; I != 4; ++I) {
    const unsigned Choice = Selector >> 4 * I & 15;
    unsigned Byte = unsigned(Bytes >> 8 * (Choice & 7)) & 255;
    if (Choice & 8)
      Byte = Byte & 128 ? 255 : 0;
    Result |= Byte << 8 * I;
  }
  return Result;
}
inline int __mulhi(int X, int Y) { return int(int64_t(X) * Y >> 32); }
inline unsigned __umulhi(unsigned X, unsigned Y) {
  return unsigned(uint64_t(X) * Y >> 32);
}
__extension__ typedef unsigned __int128 measure_uint128;
inline unsigned long long __umul64hi(unsigned long long X,
                                     unsigned long long Y) {
  return (unsigned long long)(measure_uint128(X) * Y >> 64);
}
inline int __mul24(int X, int Y) {
  return int(unsigned(int(unsigned(X) << 8) >> 8) *
             unsigned(int(unsigned(Y) << 8) >> 8));
}
inline unsigned __umul24(unsigned X, unsigned Y) {
  return (X & 0xffffff) * (Y & 0xffffff);
}
inline unsigned __sad(int X, int Y, unsigned Z) {
  return Z + (X > Y ? unsigned(X) - unsigned(Y) : unsigned(Y) - unsigned(X));
}
inline unsigned __usad(unsigned X, unsigned Y, unsigned Z) {
  return Z + (X > Y ? X - Y : Y - X);
}
inline unsigned __funnelshift_l(unsigned Low, unsigned High, unsigned Shift) {
  return unsigned((uint64_t(High) << 32 | Low) << (Shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned Low, unsigned High, unsigned Shift) {
  return unsigned((uint64_t(High) << 32 | Low) >> (Shift & 31));
}
inline int __dp4a(int X, int Y, int Z) {
  unsigned Sum = unsigned(Z);
  for (int I = 0; I != 32; I += 8)
    Sum += unsigned(int8_t(X >> I) * int8_t(Y >> I));
  return int(Sum);
}

#endif // MEASURE_CUDA_ON_CPU_ARITHMETIC_H
