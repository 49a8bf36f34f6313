//===- cuda_vector_types.h - dim3, float4 and their kin -------------------===//
#pragma GCC system_header

#define KC_VECTOR(TYPE, NAME, ALIGN2, ALIGN4)                                  \
  struct NAME##1 { TYPE x; };                                                  \
  struct __attribute__((aligned(ALIGN2))) NAME##2 { TYPE x, y; };              \
  struct NAME##3 { TYPE x, y, z; };                                            \
  struct __attribute__((aligned(ALIGN4))) NAME##4 { TYPE x, y, z, w; };        \
  static constexpr __host__ __device__ inline NAME##1 make_##NAME##1(TYPE X) { \
    return {X};                                                                \
  }                                                                            \
  static constexpr __host__ __device__ inline NAME##2 make_##NAME##2(TYPE X,   \
                                                                     TYPE Y) { \
    return {X, Y};                                                             \
  }                                                                            \
  static constexpr __host__ __device__ inline NAME##3 make_##NAME##3(          \
      TYPE X, TYPE Y, TYPE Z) {                                                \
    return {X, Y, Z};                                                          \
  }                                                                            \
  static constexpr __host__ __device__ inline NAME##4 make_##NAME##4(          \
      TYPE X, TYPE Y, TYPE Z, TYPE W) {                                        \
    return {X, Y, Z, W};                                                       \
  }
KC_VECTOR(signed char, char, 2, 4)
KC_VECTOR(unsigned char, uchar, 2, 4)
KC_VECTOR(short, short, 4, 8)
KC_VECTOR(unsigned short, ushort, 4, 8)
KC_VECTOR(int, int, 8, 16)
KC_VECTOR(unsigned int, uint, 8, 16)
KC_VECTOR(long, long, 16, 16)
KC_VECTOR(unsigned long, ulong, 16, 16)
KC_VECTOR(long long, longlong, 16, 16)
KC_VECTOR(unsigned long long, ulonglong, 16, 16)
KC_VECTOR(float, float, 8, 16)
KC_VECTOR(double, double, 16, 16)
#undef KC_VECTOR

struct dim3 {
  unsigned int x, y, z;
  constexpr __host__ __device__ dim3(unsigned int X = 1, unsigned int Y = 1,
                                     unsigned int Z = 1)
      : x(X), y(Y), z(Z) {}
  constexpr __host__ __device__ dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  constexpr __host__ __device__ operator uint3() const { return {x, y, z}; }
};
// Braces as the grid or block of a launch are read as this (NvccSpelling.h).
using $ = dim3;
// So are pragmas in macros.
#define $P(...) _Pragma(#__VA_ARGS__)
#define $T ::template
