//===- kc_elements.h - PyTorch's element types ----------------------------===//
//
// Half and bfloat16 of c10 are words of 16 bits that go to and from float by
// themselves, and compute in float.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_ATEN_ELEMENTS_H
#define KERNELCAST_ATEN_ELEMENTS_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits>
#include <stdint.h>
#include <type_traits>

namespace c10 {
#define KC_HD __host__ __device__ __attribute__((always_inline)) inline
#define KC_NUMBER                                                              \
  template <class T, typename std::enable_if<std::is_arithmetic<T>::value,     \
                                             int>::type = 0>
// The result is of the small type with an integer, and of the other's type with
// a floating-point number.
#define KC_ARITHMETIC(NAME, OP)                                                \
  KC_HD NAME operator OP(NAME A, NAME B) { return (float)A OP(float) B; }      \
  KC_NUMBER KC_HD                                                              \
      typename std::conditional<std::is_integral<T>::value, NAME, T>::type     \
      operator OP(NAME A, T B) {                                               \
    return (typename std::conditional<std::is_integral<T>::value, float,       \
                                      T>::type)(float)A OP B;                  \
  }                                                                            \
  KC_NUMBER KC_HD                                                              \
      typename std::conditional<std::is_integral<T>::value, NAME, T>::type     \
      operator OP(T A, NAME B) {                                               \
    return A OP(typename std::conditional<std::is_integral<T>::value, float,   \
                                          T>::type)(float) B;                  \
  }                                                                            \
  KC_HD NAME &operator OP##=(NAME & A, NAME B) { return A = A OP B; }          \
  KC_NUMBER KC_HD NAME &operator OP##=(NAME & A, T B) {                        \
    return A = NAME(float(A OP B));                                            \
  }                                                                            \
  KC_NUMBER KC_HD T &operator OP##=(T & A, NAME B) {                           \
    return A = T(A OP(float) B);                                               \
  }
#define KC_COMPARE(NAME, OP)                                                   \
  KC_HD bool operator OP(NAME A, NAME B) { return (float)A OP(float) B; }      \
  KC_NUMBER KC_HD bool operator OP(NAME A, T B) { return (float)A OP B; }      \
  KC_NUMBER KC_HD bool operator OP(T A, NAME B) { return A OP(float) B; }
#define KC_ELEMENT(NAME, BASE, EXPLICIT)                                       \
  struct alignas(2) NAME {                                                     \
    struct from_bits_t {};                                                     \
    __host__ __device__ static constexpr from_bits_t from_bits() {             \
      return {};                                                               \
    }                                                                          \
    unsigned short x;                                                          \
    NAME() = default;                                                          \
    __host__ __device__ constexpr NAME(unsigned short Bits, from_bits_t)       \
        : x(Bits) {}                                                           \
    __host__ __device__ NAME(float Value)                                      \
        : x(__builtin_bit_cast(unsigned short, BASE(Value))) {}                \
    __host__ __device__ NAME(const BASE &Value)                                \
        : x(__builtin_bit_cast(unsigned short, Value)) {}                      \
    __host__ __device__ operator float() const {                               \
      return (float)__builtin_bit_cast(BASE, x);                               \
    }                                                                          \
    __host__ __device__ EXPLICIT operator BASE() const {                       \
      return __builtin_bit_cast(BASE, x);                                      \
    }                                                                          \
  };                                                                           \
  KC_HD NAME operator-(NAME A) { return -(float)A; }                           \
  KC_ARITHMETIC(NAME, +)                                                       \
  KC_ARITHMETIC(NAME, -)                                                       \
  KC_ARITHMETIC(NAME, *)                                                       \
  KC_ARITHMETIC(NAME, /)                                                       \
  KC_COMPARE(NAME, ==)                                                         \
  KC_COMPARE(NAME, !=)                                                         \
  KC_COMPARE(NAME, <)                                                          \
  KC_COMPARE(NAME, >)                                                          \
  KC_COMPARE(NAME, <=)                                                         \
  KC_COMPARE(NAME, >=)
KC_ELEMENT(Half, __half, )
KC_ELEMENT(BFloat16, __nv_bfloat16, explicit)
#undef KC_ELEMENT
#undef KC_COMPARE
#undef KC_ARITHMETIC
#undef KC_NUMBER
#undef KC_HD

template <class T> struct alignas(sizeof(T) * 2) complex {
  using value_type = T;
  T real_ = T(), imag_ = T();
  constexpr complex() = default;
  __host__ __device__ constexpr complex(T Real, T Imaginary = T())
      : real_(Real), imag_(Imaginary) {}
  __host__ __device__ constexpr T real() const { return real_; }
  __host__ __device__ constexpr T imag() const { return imag_; }
  __host__ __device__ complex &operator+=(const complex &B) {
    return *this = *this + B;
  }
  __host__ __device__ complex &operator-=(const complex &B) {
    return *this = *this - B;
  }
  __host__ __device__ complex &operator*=(const complex &B) {
    return *this = *this * B;
  }
  __host__ __device__ complex &operator/=(const complex &B) {
    return *this = *this / B;
  }
  __host__ __device__ friend complex operator-(complex A) {
    return {-A.real_, -A.imag_};
  }
  __host__ __device__ friend complex operator+(complex A, complex B) {
    return {A.real_ + B.real_, A.imag_ + B.imag_};
  }
  __host__ __device__ friend complex operator-(complex A, complex B) {
    return {A.real_ - B.real_, A.imag_ - B.imag_};
  }
  __host__ __device__ friend complex operator*(complex A, complex B) {
    return {A.real_ * B.real_ - A.imag_ * B.imag_,
            A.real_ * B.imag_ + A.imag_ * B.real_};
  }
  __host__ __device__ friend complex operator/(complex A, complex B) {
    const T Squares = B.real_ * B.real_ + B.imag_ * B.imag_;
    return {(A.real_ * B.real_ + A.imag_ * B.imag_) / Squares,
            (A.imag_ * B.real_ - A.real_ * B.imag_) / Squares};
  }
  __host__ __device__ friend bool operator==(complex A, complex B) {
    return A.real_ == B.real_ && A.imag_ == B.imag_;
  }
  __host__ __device__ friend bool operator!=(complex A, complex B) {
    return !(A == B);
  }
};

enum class ScalarType : signed char {
  Byte,
  Char,
  Short,
  Int,
  Long,
  Half,
  Float,
  Double,
  ComplexHalf,
  ComplexFloat,
  ComplexDouble,
  Bool,
  QInt8,
  QUInt8,
  QInt32,
  BFloat16,
  QUInt4x2,
  QUInt2x4,
  Bits1x8,
  Bits2x4,
  Bits4x2,
  Bits8,
  Bits16,
  Float8_e5m2,
  Float8_e4m3fn,
  Float8_e5m2fnuz,
  Float8_e4m3fnuz,
  UInt16,
  UInt32,
  UInt64,
  Undefined,
  NumOptions
};
constexpr ScalarType kByte = ScalarType::Byte, kChar = ScalarType::Char,
                     kShort = ScalarType::Short, kInt = ScalarType::Int,
                     kLong = ScalarType::Long, kHalf = ScalarType::Half,
                     kFloat = ScalarType::Float, kDouble = ScalarType::Double,
                     kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16,
                     kUInt8 = ScalarType::Byte, kInt8 = ScalarType::Char,
                     kInt16 = ScalarType::Short, kInt32 = ScalarType::Int,
                     kInt64 = ScalarType::Long, kFloat16 = ScalarType::Half,
                     kFloat32 = ScalarType::Float,
                     kFloat64 = ScalarType::Double,
                     kUInt16 = ScalarType::UInt16, kUInt32 = ScalarType::UInt32,
                     kUInt64 = ScalarType::UInt64,
                     kComplexFloat = ScalarType::ComplexFloat,
                     kComplexDouble = ScalarType::ComplexDouble,
                     kFloat8_e5m2 = ScalarType::Float8_e5m2,
                     kFloat8_e4m3fn = ScalarType::Float8_e4m3fn;
const char *toString(ScalarType);
size_t elementSize(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool = false);

namespace impl {
template <ScalarType> struct ScalarTypeToCPPType;
} // namespace impl
template <class T> struct CppTypeToScalarType;
#define KC_ELEMENT(ENUM, TYPE)                                                 \
  template <> struct impl::ScalarTypeToCPPType<ScalarType::ENUM> {             \
    using type = TYPE;                                                         \
  };                                                                           \
  template <> struct CppTypeToScalarType<TYPE> {                               \
    static constexpr ScalarType value = ScalarType::ENUM;                      \
  };
KC_ELEMENT(Byte, uint8_t)
KC_ELEMENT(Char, int8_t)
KC_ELEMENT(Short, int16_t)
KC_ELEMENT(Int, int)
KC_ELEMENT(Long, int64_t)
KC_ELEMENT(UInt16, uint16_t)
KC_ELEMENT(UInt32, uint32_t)
KC_ELEMENT(UInt64, uint64_t)
KC_ELEMENT(Half, Half)
KC_ELEMENT(Float, float)
KC_ELEMENT(Double, double)
KC_ELEMENT(Bool, bool)
KC_ELEMENT(BFloat16, BFloat16)
KC_ELEMENT(ComplexFloat, complex<float>)
KC_ELEMENT(ComplexDouble, complex<double>)
#undef KC_ELEMENT
namespace impl {
template <ScalarType Type>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<Type>::type;
} // namespace impl

/// What a range-based loop counts in a kernel: 0 to Last - 1, or from First on.
template <class T> struct KcRange {
  struct Iterator {
    T At;
    __host__ __device__ T operator*() const { return At; }
    __host__ __device__ Iterator &operator++() {
      ++At;
      return *this;
    }
    __host__ __device__ bool operator!=(const Iterator &Other) const {
      return At != Other.At;
    }
  };
  T First, Last;
  __host__ __device__ Iterator begin() const { return {First}; }
  __host__ __device__ Iterator end() const { return {Last}; }
};
template <class T> __host__ __device__ KcRange<T> irange(T Last) {
  return {T(0), Last};
}
template <class S, class T>
__host__ __device__ KcRange<T> irange(S First, T Last) {
  return {T(First), Last};
}
} // namespace c10

namespace std {
#define KC_LIMITS(NAME, LOWEST, MAX, MIN, EPSILON, INFINITE, NOT_A_NUMBER)     \
  template <> struct numeric_limits<c10::NAME> {                               \
    static constexpr bool is_specialized = true, is_signed = true,             \
                          is_integer = false, is_exact = false,                \
                          has_infinity = true, has_quiet_NaN = true;           \
    __host__ __device__ static constexpr c10::NAME lowest() {                  \
      return {LOWEST, c10::NAME::from_bits()};                                 \
    }                                                                          \
    __host__ __device__ static constexpr c10::NAME max() {                     \
      return {MAX, c10::NAME::from_bits()};                                    \
    }                                                                          \
    __host__ __device__ static constexpr c10::NAME min() {                     \
      return {MIN, c10::NAME::from_bits()};                                    \
    }                                                                          \
    __host__ __device__ static constexpr c10::NAME epsilon() {                 \
      return {EPSILON, c10::NAME::from_bits()};                                \
    }                                                                          \
    __host__ __device__ static constexpr c10::NAME infinity() {                \
      return {INFINITE, c10::NAME::from_bits()};                               \
    }                                                                          \
    __host__ __device__ static constexpr c10::NAME quiet_NaN() {               \
      return {NOT_A_NUMBER, c10::NAME::from_bits()};                           \
    }                                                                          \
  };
KC_LIMITS(Half, 0xFBFF, 0x7BFF, 0x0400, 0x1400, 0x7C00, 0x7E00)
KC_LIMITS(BFloat16, 0xFF7F, 0x7F7F, 0x0080, 0x3C00, 0x7F80, 0x7FC0)
#undef KC_LIMITS
template <class T>
__host__ __device__ constexpr c10::complex<T> conj(const c10::complex<T> &A) {
  return {A.real_, -A.imag_};
}
template <class T>
__host__ __device__ constexpr T real(const c10::complex<T> &A) {
  return A.real_;
}
template <class T>
__host__ __device__ constexpr T imag(const c10::complex<T> &A) {
  return A.imag_;
}
template <class T>
__host__ __device__ constexpr T norm(const c10::complex<T> &A) {
  return A.real_ * A.real_ + A.imag_ * A.imag_;
}
} // namespace std
namespace at {
using namespace c10;
/// As std's, for the device.
template <class T> struct numeric_limits : std::numeric_limits<T> {
  __host__ __device__ static constexpr T lower_bound() {
    return std::numeric_limits<T>::lowest();
  }
  __host__ __device__ static constexpr T upper_bound() {
    return std::numeric_limits<T>::max();
  }
};
} // namespace at
#endif
