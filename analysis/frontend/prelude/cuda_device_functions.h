//===- cuda_device_functions.h - Atomics, min/max and arithmetic helpers --===//
//
// Bodies are inline and built on compiler builtins, so that an analysis of the
// optimised code counts the operation and not a call.
//===----------------------------------------------------------------------===//
#pragma GCC system_header

// threadIdx and the others convert to dim3 and uint3.
#define KC_INDEX(TYPE)                                                         \
  __device__ inline TYPE::operator dim3() const { return dim3(x, y, z); }      \
  __device__ inline TYPE::operator uint3() const { return {x, y, z}; }
KC_INDEX(__cuda_builtin_threadIdx_t)
KC_INDEX(__cuda_builtin_blockIdx_t)
KC_INDEX(__cuda_builtin_blockDim_t)
KC_INDEX(__cuda_builtin_gridDim_t)
#undef KC_INDEX

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *, const char *, unsigned, const char *,
                             size_t);
__device__ static inline void __assert_fail(const char *Message,
                                            const char *File, unsigned Line,
                                            const char *Function) {
  __assertfail(Message, File, Line, Function, sizeof(char));
}
__device__ int printf(const char *, ...);
}
namespace std {
__device__ static inline void free(void *P) { ::free(P); }
__device__ static inline void *malloc(size_t N) { return ::malloc(N); }
} // namespace std

#define KC_HD static inline __host__ __device__ __attribute__((always_inline))
#define KC_D static inline __device__ __attribute__((always_inline))

// The vendor's min and max take every mixture of integer types.
#define KC_MINMAX(RESULT, A, B)                                                \
  KC_HD constexpr RESULT min(A X, B Y) {                                       \
    return (RESULT)X < (RESULT)Y ? (RESULT)X : (RESULT)Y;                      \
  }                                                                            \
  KC_HD constexpr RESULT max(A X, B Y) {                                       \
    return (RESULT)X > (RESULT)Y ? (RESULT)X : (RESULT)Y;                      \
  }
#define KC_MINMAX_HOST(RESULT, A, B)                                           \
  static inline __host__ RESULT min(A X, B Y) { return X < Y ? X : Y; }        \
  static inline __host__ RESULT max(A X, B Y) { return X > Y ? X : Y; }
KC_MINMAX_HOST(int, int, int)
KC_MINMAX(unsigned, unsigned, unsigned)
KC_MINMAX(unsigned, int, unsigned)
KC_MINMAX(unsigned, unsigned, int)
KC_MINMAX(long, long, long)
KC_MINMAX(unsigned long, unsigned long, unsigned long)
KC_MINMAX(unsigned long, long, unsigned long)
KC_MINMAX(unsigned long, unsigned long, long)
KC_MINMAX(long long, long long, long long)
KC_MINMAX(unsigned long long, unsigned long long, unsigned long long)
KC_MINMAX(unsigned long long, long long, unsigned long long)
KC_MINMAX(unsigned long long, unsigned long long, long long)
KC_MINMAX(float, float, float)
KC_MINMAX(double, double, double)
KC_MINMAX(double, float, double)
KC_MINMAX(double, double, float)
#undef KC_MINMAX
#undef KC_MINMAX_HOST

// Host overloads of device maths, for code that is both.
static inline __host__ float rsqrtf(float X) { return 1.0f / sqrtf(X); }
static inline __host__ double rsqrt(double X) { return 1.0 / sqrt(X); }
static inline __host__ __device__ float rsqrt(float X) { return rsqrtf(X); }
static inline __host__ __device__ float rcbrt(float X) {
  return 1.0f / cbrtf(X);
}
// The float forms that clang declares and leaves to the vendor's headers.
#define KC_FLOAT1(NAME, RESULT)                                                \
  KC_D RESULT NAME(float X) { return NAME##f(X); }
#define KC_FLOAT2(NAME)                                                        \
  KC_D float NAME(float X, float Y) { return NAME##f(X, Y); }
KC_FLOAT1(acosh, float)
KC_FLOAT1(asinh, float)
KC_FLOAT1(atanh, float)
KC_FLOAT1(cbrt, float)
KC_FLOAT1(erf, float)
KC_FLOAT1(erfc, float)
KC_FLOAT1(exp2, float)
KC_FLOAT1(expm1, float)
KC_FLOAT1(lgamma, float)
KC_FLOAT1(log1p, float)
KC_FLOAT1(log2, float)
KC_FLOAT1(logb, float)
KC_FLOAT1(nearbyint, float)
KC_FLOAT1(rint, float)
KC_FLOAT1(round, float)
KC_FLOAT1(tgamma, float)
KC_FLOAT1(trunc, float)
KC_FLOAT1(ilogb, int)
KC_FLOAT1(lrint, long)
KC_FLOAT1(lround, long)
KC_FLOAT1(llrint, long long)
KC_FLOAT1(llround, long long)
KC_FLOAT2(copysign)
KC_FLOAT2(fdim)
KC_FLOAT2(fmax)
KC_FLOAT2(fmin)
KC_FLOAT2(hypot)
KC_FLOAT2(nextafter)
KC_FLOAT2(remainder)
KC_D float fma(float X, float Y, float Z) { return fmaf(X, Y, Z); }
KC_D float remquo(float X, float Y, int *Q) { return remquof(X, Y, Q); }
KC_D float scalbn(float X, int N) { return scalbnf(X, N); }
KC_D float scalbln(float X, long N) { return scalblnf(X, N); }
#undef KC_FLOAT1
#undef KC_FLOAT2
KC_D float sinpi(float X) { return sinpif(X); }
KC_D float cospi(float X) { return cospif(X); }
KC_D void sincospi(float X, float *S, float *C) { sincospif(X, S, C); }
KC_D void sincos(float X, float *S, float *C) { sincosf(X, S, C); }
KC_D float erfinv(float X) { return erfinvf(X); }
KC_D float erfcinv(float X) { return erfcinvf(X); }
KC_D float normcdfinv(float X) { return normcdfinvf(X); }
KC_D float normcdf(float X) { return normcdff(X); }
KC_D float erfcx(float X) { return erfcxf(X); }
KC_D float exp10(float X) { return exp10f(X); }
KC_D float fdivide(float X, float Y) { return fdividef(X, Y); }
static inline __host__ double normcdf(double X) {
  return 0.5 * erfc(-X * 0.70710678118654752440);
}
static inline __host__ float __int_as_float(int X) {
  return __builtin_bit_cast(float, X);
}
static inline __host__ int __float_as_int(float X) {
  return __builtin_bit_cast(int, X);
}
KC_D int mul24(int A, int B) { return __mul24(A, B); }
KC_D unsigned umul24(unsigned A, unsigned B) { return __umul24(A, B); }
KC_D int __dp4a(int A, int B, int C) {
  for (int I = 0; I != 32; I += 8)
    C += (signed char)(A >> I) * (signed char)(B >> I);
  return C;
}
KC_D unsigned __dp4a(unsigned A, unsigned B, unsigned C) {
  for (int I = 0; I != 32; I += 8)
    C += (A >> I & 255) * (B >> I & 255);
  return C;
}
KC_D int __dp2a_lo(int A, int B, int C) {
  return C + (short)A * (signed char)B +
         (short)(A >> 16) * (signed char)(B >> 8);
}
KC_D int __dp2a_hi(int A, int B, int C) { return __dp2a_lo(A, B >> 16, C); }
KC_D unsigned __nv_bswap(unsigned X) { return __builtin_bswap32(X); }
KC_D void __nanosleep(unsigned) {}
__device__ unsigned __isGlobal(const void *);
__device__ unsigned __isShared(const void *);
__device__ unsigned __isConstant(const void *);
__device__ unsigned __isLocal(const void *);
KC_D long long int llrint(float X, int) { return (long long)X; }
__device__ unsigned __smid(void);
__device__ unsigned long long __globaltimer(void);

KC_D size_t __cvta_generic_to_shared(const void *);

// Integer atomics of every scope. The plain form is relaxed, as the vendor's.
// Types that the vendor has not for each of them get templates: programs that
// define the missing ones themselves mean their own.
#define KC_ATOMIC_AS(HEAD, T, NAME, BODY)                                      \
  HEAD KC_D T NAME(T *P, T V) { BODY; }                                        \
  HEAD KC_D T NAME##_block(T *P, T V) { BODY; }                                \
  HEAD KC_D T NAME##_system(T *P, T V) { BODY; }
#define KC_ATOMIC(T, NAME, BODY) KC_ATOMIC_AS(, T, NAME, BODY)
#define KC_FETCH(OP) return __atomic_fetch_##OP(P, V, __ATOMIC_RELAXED)
#define KC_INTEGER_ATOMICS(HEAD, T)                                            \
  KC_ATOMIC_AS(HEAD, T, atomicAdd, KC_FETCH(add))                              \
  KC_ATOMIC_AS(HEAD, T, atomicSub, KC_FETCH(sub))                              \
  KC_ATOMIC_AS(HEAD, T, atomicMin, KC_FETCH(min))                              \
  KC_ATOMIC_AS(HEAD, T, atomicMax, KC_FETCH(max))                              \
  KC_ATOMIC_AS(HEAD, T, atomicAnd, KC_FETCH(and))                              \
  KC_ATOMIC_AS(HEAD, T, atomicOr, KC_FETCH(or))                                \
  KC_ATOMIC_AS(HEAD, T, atomicXor, KC_FETCH(xor))                              \
  KC_ATOMIC_AS(HEAD, T, atomicExch,                                            \
               return __atomic_exchange_n(P, V, __ATOMIC_RELAXED))             \
  HEAD KC_D T atomicCAS(T *P, T Old, T New) {                                  \
    __atomic_compare_exchange_n(P, &Old, New, false, __ATOMIC_RELAXED,         \
                                __ATOMIC_RELAXED);                             \
    return Old;                                                                \
  }                                                                            \
  HEAD KC_D T atomicCAS_block(T *P, T Old, T New) {                            \
    return atomicCAS(P, Old, New);                                             \
  }                                                                            \
  HEAD KC_D T atomicCAS_system(T *P, T Old, T New) {                           \
    return atomicCAS(P, Old, New);                                             \
  }
KC_INTEGER_ATOMICS(, int)
KC_INTEGER_ATOMICS(, unsigned)
KC_INTEGER_ATOMICS(, unsigned long long)
KC_INTEGER_ATOMICS(template <class = void>, long long)
KC_INTEGER_ATOMICS(template <class = void>, unsigned long)
#undef KC_INTEGER_ATOMICS
KC_ATOMIC(unsigned, atomicInc, return __nvvm_atom_inc_gen_ui(P, V))
KC_ATOMIC(unsigned, atomicDec, return __nvvm_atom_dec_gen_ui(P, V))
KC_ATOMIC(float, atomicAdd, return __nvvm_atom_add_gen_f(P, V))
KC_ATOMIC(double, atomicAdd, return __nvvm_atom_add_gen_d(P, V))
KC_ATOMIC(float, atomicExch,
          return __builtin_bit_cast(
              float, __atomic_exchange_n((int *)P, __builtin_bit_cast(int, V),
                                         __ATOMIC_RELAXED)))
KC_D unsigned short atomicCAS(unsigned short *P, unsigned short Old,
                              unsigned short New) {
  __atomic_compare_exchange_n(P, &Old, New, false, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
  return Old;
}
#undef KC_ATOMIC
#undef KC_ATOMIC_AS
#undef KC_FETCH
