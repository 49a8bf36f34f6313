//===- vectors.h - dim3, float4 and their kin -------------------*- C++ -*-===//
#ifndef MEASURE_CUDA_ON_CPU_VECTORS_H
#define MEASURE_CUDA_ON_CPU_VECTORS_H

#include "module.h"

#define MEASURE_VECTORS(TYPE, NAME, ALIGN2, ALIGN4)                            \
  struct NAME##1 { TYPE x; };                                                  \
  struct alignas(ALIGN2) NAME##2 { TYPE x, y; };                               \
  struct alignas(ALIGN4) NAME##4 { TYPE x, y, z, w; };                         \
  inline NAME##1 make_##NAME##1(TYPE X) { return {X}; }                        \
  inline NAME##2 make_##NAME##2(TYPE X, TYPE Y) { return {X, Y}; }             \
  inline NAME##4 make_##NAME##4(TYPE X, TYPE Y, TYPE Z, TYPE W) {              \
    return {X, Y, Z, W};                                                       \
  }
#define MEASURE_VECTOR3(TYPE, NAME)                                            \
  struct NAME##3 { TYPE x, y, z; };                                            \
  inline NAME##3 make_##NAME##3(TYPE X, TYPE Y, TYPE Z) { return {X, Y, Z}; }
#define MEASURE_VECTORS_OF(TYPE, NAME, ALIGN2, ALIGN4)                         \
  MEASURE_VECTORS(TYPE, NAME, ALIGN2, ALIGN4) MEASURE_VECTOR3(TYPE, NAME)
MEASURE_VECTORS_OF(signed char, char, 2, 4)
MEASURE_VECTORS_OF(unsigned char, uchar, 2, 4)
MEASURE_VECTORS_OF(short, short, 4, 8)
MEASURE_VECTORS_OF(unsigned short, ushort, 4, 8)
MEASURE_VECTORS_OF(int, int, 8, 16)
MEASURE_VECTORS(unsigned, uint, 8, 16) // uint3 is module.h's
MEASURE_VECTORS_OF(long, long, 16, 16)
MEASURE_VECTORS_OF(unsigned long, ulong, 16, 16)
MEASURE_VECTORS_OF(long long, longlong, 16, 16)
MEASURE_VECTORS_OF(unsigned long long, ulonglong, 16, 16)
MEASURE_VECTORS_OF(float, float, 8, 16)
MEASURE_VECTORS_OF(double, double, 16, 16)
#undef MEASURE_VECTORS_OF
#undef MEASURE_VECTOR3
#undef MEASURE_VECTORS

inline uint3 make_uint3(unsigned X, unsigned Y, unsigned Z) {
  return {X, Y, Z};
}

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned X = 1, unsigned Y = 1, unsigned Z = 1) : x(X), y(Y), z(Z) {}
  dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  operator uint3() const { return {x, y, z}; }
};

#endif // MEASURE_CUDA_ON_CPU_VECTORS_H
