//===- kc_small_float.h - What half and bfloat16 have in common -----------===//
//
// KC_SMALL_FLOAT(NAME, PAIR, BASE) defines the type, its pair, and the vendor's
// named arithmetic on them, all on the compiler's own type BASE. What only
// newer GPUs have are templates: programs define it for older ones themselves,
// under the same name.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_SMALL_FLOAT_H
#define KERNELCAST_SMALL_FLOAT_H

#define KC_SF __host__ __device__ __attribute__((always_inline))
#define KC_SF_BINARY(NAME, PAIR, FUNCTION, OP)                                 \
  static inline KC_SF NAME operator OP(NAME A, NAME B) {                       \
    return NAME((float)A.Value OP(float) B.Value);                             \
  }                                                                            \
  static inline KC_SF NAME &operator OP##=(NAME & A, NAME B) {                 \
    return A = A OP B;                                                         \
  }                                                                            \
  static inline KC_SF PAIR operator OP(PAIR A, PAIR B) {                       \
    return {A.x OP B.x, A.y OP B.y};                                           \
  }                                                                            \
  static inline KC_SF PAIR &operator OP##=(PAIR & A, PAIR B) {                 \
    return A = A OP B;                                                         \
  }                                                                            \
  static inline KC_SF NAME __h##FUNCTION(NAME A, NAME B) { return A OP B; }    \
  static inline KC_SF NAME __h##FUNCTION##_rn(NAME A, NAME B) {                \
    return A OP B;                                                             \
  }                                                                            \
  static inline KC_SF NAME __h##FUNCTION##_sat(NAME A, NAME B) {               \
    return A OP B;                                                             \
  }                                                                            \
  static inline KC_SF PAIR __h##FUNCTION##2(PAIR A, PAIR B) { return A OP B; } \
  static inline KC_SF PAIR __h##FUNCTION##2_rn(PAIR A, PAIR B) {               \
    return A OP B;                                                             \
  }
#define KC_SF_COMPARE(NAME, PAIR, FUNCTION, OP)                                \
  static inline KC_SF bool operator OP(NAME A, NAME B) {                       \
    return (float)A.Value OP(float) B.Value;                                   \
  }                                                                            \
  static inline KC_SF bool __h##FUNCTION(NAME A, NAME B) { return A OP B; }    \
  static inline KC_SF bool __hb##FUNCTION##2(PAIR A, PAIR B) {                 \
    return A.x OP B.x && A.y OP B.y;                                           \
  }                                                                            \
  static inline KC_SF PAIR __h##FUNCTION##2(PAIR A, PAIR B) {                  \
    return {NAME(float(A.x OP B.x)), NAME(float(A.y OP B.y))};                 \
  }                                                                            \
  static inline KC_SF unsigned __h##FUNCTION##2_mask(PAIR A, PAIR B) {         \
    return (A.x OP B.x ? 0xffffu : 0u) | (A.y OP B.y ? 0xffff0000u : 0u);      \
  }                                                                            \
  static inline KC_SF bool __h##FUNCTION##u(NAME A, NAME B) {                  \
    const float X = (float)A.Value, Y = (float)B.Value;                        \
    return __builtin_isunordered(X, Y) || X OP Y;                              \
  }                                                                            \
  static inline KC_SF bool __hb##FUNCTION##u2(PAIR A, PAIR B) {                \
    return __h##FUNCTION##u(A.x, B.x) && __h##FUNCTION##u(A.y, B.y);           \
  }                                                                            \
  static inline KC_SF PAIR __h##FUNCTION##u2(PAIR A, PAIR B) {                 \
    return {NAME(float(__h##FUNCTION##u(A.x, B.x))),                           \
            NAME(float(__h##FUNCTION##u(A.y, B.y)))};                          \
  }                                                                            \
  static inline KC_SF unsigned __h##FUNCTION##u2_mask(PAIR A, PAIR B) {        \
    return (__h##FUNCTION##u(A.x, B.x) ? 0xffffu : 0u) |                       \
           (__h##FUNCTION##u(A.y, B.y) ? 0xffff0000u : 0u);                    \
  }
#define KC_SF_MATHS(NAME, PAIR, FUNCTION, BODY)                                \
  static inline __device__ NAME h##FUNCTION(NAME A) {                          \
    float X = (float)A.Value;                                                  \
    return NAME(BODY);                                                         \
  }                                                                            \
  static inline __device__ PAIR h2##FUNCTION(PAIR A) {                         \
    return {h##FUNCTION(A.x), h##FUNCTION(A.y)};                               \
  }
#define KC_SF_SHUFFLE(NAME, PAIR, FUNCTION, TYPE)                              \
  static inline __device__ NAME FUNCTION##_sync(unsigned Mask, NAME A,         \
                                                TYPE Lane, int Width = 32) {   \
    int Bits = __builtin_bit_cast(unsigned short, A);                          \
    Bits = FUNCTION##_sync(Mask, Bits, Lane, Width);                           \
    return __builtin_bit_cast(NAME, (unsigned short)Bits);                     \
  }                                                                            \
  static inline __device__ PAIR FUNCTION##_sync(unsigned Mask, PAIR A,         \
                                                TYPE Lane, int Width = 32) {   \
    int Bits = __builtin_bit_cast(int, A);                                     \
    return __builtin_bit_cast(PAIR, FUNCTION##_sync(Mask, Bits, Lane, Width)); \
  }                                                                            \
  static inline __device__ NAME FUNCTION(NAME A, TYPE Lane, int Width = 32) {  \
    return FUNCTION##_sync(0xffffffff, A, Lane, Width);                        \
  }                                                                            \
  static inline __device__ PAIR FUNCTION(PAIR A, TYPE Lane, int Width = 32) {  \
    return FUNCTION##_sync(0xffffffff, A, Lane, Width);                        \
  }
#define KC_SMALL_FLOAT(NAME, PAIR, BASE)                                       \
  struct __attribute__((aligned(2))) NAME##_raw {                              \
    unsigned short x;                                                          \
  };                                                                           \
  struct __attribute__((aligned(2))) NAME {                                    \
    BASE Value;                                                                \
    NAME() = default;                                                          \
    constexpr KC_SF NAME(NAME##_raw X)                                         \
        : Value(__builtin_bit_cast(BASE, X.x)) {}                              \
    constexpr KC_SF operator NAME##_raw() const {                              \
      return {__builtin_bit_cast(unsigned short, Value)};                      \
    }                                                                          \
    template <class T, class = typename std::enable_if<                        \
                           std::is_arithmetic<T>::value>::type>                \
    constexpr KC_SF NAME(T X) : Value((BASE)(float)X) {}                       \
    template <class T, class = decltype(T::Value), class = void>               \
    explicit constexpr KC_SF NAME(T X) : Value((BASE)(float)X.Value) {}        \
    constexpr KC_SF operator float() const { return (float)Value; }            \
    KC_SF NAME operator-() const { return NAME(-(float)Value); }               \
    KC_SF NAME operator+() const { return *this; }                             \
    template <class T, class = typename std::enable_if<                        \
                           std::is_arithmetic<T>::value>::type>                \
    KC_SF NAME &operator=(T X) {                                               \
      Value = (BASE)(float)X;                                                  \
      return *this;                                                            \
    }                                                                          \
  };                                                                           \
  struct __attribute__((aligned(4))) PAIR##_raw {                              \
    unsigned short x, y;                                                       \
  };                                                                           \
  struct __attribute__((aligned(4))) PAIR {                                    \
    NAME x, y;                                                                 \
    PAIR() = default;                                                          \
    constexpr KC_SF PAIR(NAME X, NAME Y) : x(X), y(Y) {}                       \
    constexpr KC_SF PAIR(PAIR##_raw X)                                         \
        : x(NAME##_raw{X.x}), y(NAME##_raw{X.y}) {}                            \
    constexpr KC_SF operator PAIR##_raw() const {                              \
      return {((NAME##_raw)x).x, ((NAME##_raw)y).x};                           \
    }                                                                          \
    KC_SF PAIR operator-() const { return {-x, -y}; }                          \
  };                                                                           \
  KC_SF_BINARY(NAME, PAIR, add, +)                                             \
  KC_SF_BINARY(NAME, PAIR, sub, -)                                             \
  KC_SF_BINARY(NAME, PAIR, mul, *)                                             \
  KC_SF_BINARY(NAME, PAIR, div, /)                                             \
  static inline KC_SF PAIR __h2div(PAIR A, PAIR B) { return A / B; }           \
  KC_SF_COMPARE(NAME, PAIR, eq, ==)                                            \
  KC_SF_COMPARE(NAME, PAIR, ne, !=)                                            \
  KC_SF_COMPARE(NAME, PAIR, lt, <)                                             \
  KC_SF_COMPARE(NAME, PAIR, le, <=)                                            \
  KC_SF_COMPARE(NAME, PAIR, gt, >)                                             \
  KC_SF_COMPARE(NAME, PAIR, ge, >=)                                            \
  static inline KC_SF NAME __hfma(NAME A, NAME B, NAME C) {                    \
    return A * B + C;                                                          \
  }                                                                            \
  static inline KC_SF PAIR __hfma2(PAIR A, PAIR B, PAIR C) {                   \
    return A * B + C;                                                          \
  }                                                                            \
  static inline KC_SF PAIR __hcmadd(PAIR A, PAIR B, PAIR C) {                  \
    return {A.x * B.x - A.y * B.y + C.x, A.x * B.y + A.y * B.x + C.y};         \
  }                                                                            \
  static inline KC_SF NAME __hneg(NAME A) { return -A; }                       \
  static inline KC_SF PAIR __hneg2(PAIR A) { return -A; }                      \
  static inline KC_SF NAME __habs(NAME A) {                                    \
    return NAME(__builtin_fabsf((float)A.Value));                              \
  }                                                                            \
  static inline KC_SF PAIR __habs2(PAIR A) {                                   \
    return {__habs(A.x), __habs(A.y)};                                         \
  }                                                                            \
  static inline KC_SF NAME __hmax(NAME A, NAME B) { return A > B ? A : B; }    \
  static inline KC_SF NAME __hmin(NAME A, NAME B) { return A < B ? A : B; }    \
  static inline KC_SF PAIR __hmax2(PAIR A, PAIR B) {                           \
    return {__hmax(A.x, B.x), __hmax(A.y, B.y)};                               \
  }                                                                            \
  static inline KC_SF PAIR __hmin2(PAIR A, PAIR B) {                           \
    return {__hmin(A.x, B.x), __hmin(A.y, B.y)};                               \
  }                                                                            \
  template <int = 0> static inline KC_SF NAME __hmax_nan(NAME A, NAME B) {     \
    return A != A || A > B ? A : B;                                            \
  }                                                                            \
  template <int = 0> static inline KC_SF NAME __hmin_nan(NAME A, NAME B) {     \
    return A != A || A < B ? A : B;                                            \
  }                                                                            \
  template <int = 0>                                                           \
  static inline KC_SF NAME __hfma_relu(NAME A, NAME B, NAME C) {               \
    return __hmax(A * B + C, NAME(0));                                         \
  }                                                                            \
  template <int = 0>                                                           \
  static inline KC_SF PAIR __hfma2_relu(PAIR A, PAIR B, PAIR C) {              \
    return __hmax2(A * B + C, PAIR(NAME(0), NAME(0)));                         \
  }                                                                            \
  template <int = 0> static inline KC_SF PAIR __hmax2_nan(PAIR A, PAIR B) {    \
    return {__hmax_nan(A.x, B.x), __hmax_nan(A.y, B.y)};                       \
  }                                                                            \
  template <int = 0> static inline KC_SF PAIR __hmin2_nan(PAIR A, PAIR B) {    \
    return {__hmin_nan(A.x, B.x), __hmin_nan(A.y, B.y)};                       \
  }                                                                            \
  static inline KC_SF bool __hisnan(NAME A) { return A != A; }                 \
  static inline KC_SF int __hisinf(NAME A) {                                   \
    return __builtin_isinf((float)A.Value);                                    \
  }                                                                            \
  KC_SF_MATHS(NAME, PAIR, sqrt, sqrtf(X))                                      \
  KC_SF_MATHS(NAME, PAIR, rsqrt, rsqrtf(X))                                    \
  KC_SF_MATHS(NAME, PAIR, exp, expf(X))                                        \
  KC_SF_MATHS(NAME, PAIR, exp2, exp2f(X))                                      \
  KC_SF_MATHS(NAME, PAIR, exp10, exp10f(X))                                    \
  KC_SF_MATHS(NAME, PAIR, log, logf(X))                                        \
  KC_SF_MATHS(NAME, PAIR, log2, log2f(X))                                      \
  KC_SF_MATHS(NAME, PAIR, log10, log10f(X))                                    \
  KC_SF_MATHS(NAME, PAIR, sin, sinf(X))                                        \
  KC_SF_MATHS(NAME, PAIR, cos, cosf(X))                                        \
  KC_SF_MATHS(NAME, PAIR, tanh, tanhf(X))                                      \
  KC_SF_MATHS(NAME, PAIR, rcp, 1.0f / X)                                       \
  KC_SF_MATHS(NAME, PAIR, floor, floorf(X))                                    \
  KC_SF_MATHS(NAME, PAIR, ceil, ceilf(X))                                      \
  KC_SF_MATHS(NAME, PAIR, rint, rintf(X))                                      \
  KC_SF_MATHS(NAME, PAIR, trunc, truncf(X))                                    \
  KC_SF_SHUFFLE(NAME, PAIR, __shfl, int)                                       \
  KC_SF_SHUFFLE(NAME, PAIR, __shfl_xor, int)                                   \
  KC_SF_SHUFFLE(NAME, PAIR, __shfl_down, unsigned)                             \
  KC_SF_SHUFFLE(NAME, PAIR, __shfl_up, unsigned)                               \
  static inline __device__ NAME __ldg(const NAME *P) { return *P; }            \
  static inline __device__ PAIR __ldg(const PAIR *P) { return *P; }            \
  __device__ NAME atomicAdd(NAME *P, NAME V);                                  \
  __device__ PAIR atomicAdd(PAIR *P, PAIR V);
#endif
