//===- kc_dispatch.h - PyTorch's dispatch over types ----------------------===//
//
// An extension of PyTorch launches its kernels from a macro that makes one copy
// of the code around it for each element type:
//
//   AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "name", [&] {
//     kernel<scalar_t><<<blocks, threads>>>(x.data_ptr<scalar_t>(), n);
//   });
//
// The macros here do the same, so that the kernels are instantiated.
//===----------------------------------------------------------------------===//
#pragma GCC system_header
#ifndef KERNELCAST_ATEN_DISPATCH_H
#define KERNELCAST_ATEN_DISPATCH_H
#include "kc_elements.h"

// One copy of the lambda for each type, one of which runs.
#define AT_DISPATCH_CASE(ENUM, ...)                                            \
  case ENUM: {                                                                 \
    using scalar_t [[maybe_unused]] = c10::impl::ScalarTypeToCPPTypeT<ENUM>;   \
    return __VA_ARGS__();                                                      \
  }
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                    \
  [&] {                                                                        \
    switch (TYPE) {                                                            \
      __VA_ARGS__                                                              \
    default:                                                                   \
      break;                                                                   \
    }                                                                          \
  }()
#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                   \
  AT_DISPATCH_CASE(at::ScalarType::Double, __VA_ARGS__)                        \
  AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                   \
  AT_DISPATCH_CASE(at::ScalarType::Byte, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Char, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Int, __VA_ARGS__)                           \
  AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__)                          \
  AT_DISPATCH_CASE(at::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_COMPLEX_TYPES(...)                                    \
  AT_DISPATCH_CASE(at::ScalarType::ComplexDouble, __VA_ARGS__)                 \
  AT_DISPATCH_CASE(at::ScalarType::ComplexFloat, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(...)                       \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(...)                            \
  AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                                      \
  AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(S1, TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(S1, S2, TYPE, NAME, ...)               \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(TYPE, NAME, ...)                \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND(S1, TYPE, NAME, ...)        \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__)  \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(S1, S2, TYPE, NAME, ...)   \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__)  \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND3(S1, S2, S3, TYPE, NAME,    \
                                                    ...)                       \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_FLOATING_AND_COMPLEX_TYPES(__VA_ARGS__)  \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__)                 \
                                 AT_DISPATCH_CASE(S3, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(S1, TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)              \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...)                                 \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(S1, TYPE, NAME, ...)                         \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(S1, S2, TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(S1, S2, S3, TYPE, NAME, ...)                \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__)                 \
                                 AT_DISPATCH_CASE(S3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND4(S1, S2, S3, S4, TYPE, NAME, ...)            \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)                   \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__)                 \
                                 AT_DISPATCH_CASE(S3, __VA_ARGS__)             \
                                     AT_DISPATCH_CASE(S4, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(TYPE, NAME, ...)                     \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(S1, TYPE, NAME, ...)             \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)       \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(S1, S2, TYPE, NAME, ...)        \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)       \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(S1, S2, S3, TYPE, NAME, ...)    \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)       \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__)                 \
                                 AT_DISPATCH_CASE(S3, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND4(S1, S2, S3, S4, TYPE, NAME,     \
                                               ...)                            \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_ALL_TYPES_AND_COMPLEX(__VA_ARGS__)       \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__)                     \
                             AT_DISPATCH_CASE(S2, __VA_ARGS__)                 \
                                 AT_DISPATCH_CASE(S3, __VA_ARGS__)             \
                                     AT_DISPATCH_CASE(S4, __VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES(TYPE, NAME, ...)                             \
  AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__))
#define AT_DISPATCH_COMPLEX_TYPES_AND(S1, TYPE, NAME, ...)                     \
  AT_DISPATCH_SWITCH(TYPE, NAME,                                               \
                     AT_DISPATCH_CASE_COMPLEX_TYPES(__VA_ARGS__)               \
                         AT_DISPATCH_CASE(S1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...)                   \
  AT_DISPATCH_FLOATING_TYPES_AND(at::ScalarType::Half, TYPE, NAME, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...)                    \
  AT_DISPATCH_SWITCH(                                                          \
      TYPE, NAME,                                                              \
      AT_DISPATCH_CASE(at::ScalarType::Half, __VA_ARGS__)                      \
          AT_DISPATCH_CASE(at::ScalarType::BFloat16, __VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                               \
  [&] {                                                                        \
    switch (TYPE) {                                                            \
    case at::ScalarType::Int: {                                                \
      using index_t = int;                                                     \
      return __VA_ARGS__();                                                    \
    }                                                                          \
    case at::ScalarType::Long: {                                               \
      using index_t = int64_t;                                                 \
      return __VA_ARGS__();                                                    \
    }                                                                          \
    default:                                                                   \
      break;                                                                   \
    }                                                                          \
  }()

// The newer form: a body, and lists of types one after the other.
#define AT_WRAP(...) __VA_ARGS__
#define AT_EXPAND(X) X
#define AT_FLOATING_TYPES at::kDouble, at::kFloat
#define AT_INTEGRAL_TYPES at::kByte, at::kChar, at::kInt, at::kLong, at::kShort
#define AT_INTEGRAL_TYPES_V2                                                   \
  AT_INTEGRAL_TYPES, at::kUInt16, at::kUInt32, at::kUInt64
#define AT_COMPLEX_TYPES at::kComplexDouble, at::kComplexFloat
#define AT_ALL_TYPES AT_INTEGRAL_TYPES, AT_FLOATING_TYPES
#define AT_ALL_TYPES_AND_COMPLEX AT_ALL_TYPES, AT_COMPLEX_TYPES
#define KC_V2_1(BODY, ENUM, ...) AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))
#define KC_V2_2(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_1(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_3(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_2(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_4(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_3(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_5(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_4(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_6(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_5(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_7(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_6(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_8(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_7(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_9(BODY, ENUM, ...)                                               \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_8(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_10(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_9(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_11(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_10(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_12(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_11(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_13(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_12(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_14(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_13(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_15(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_14(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_16(BODY, ENUM, ...)                                              \
  AT_DISPATCH_CASE(ENUM, AT_WRAP(BODY))                                        \
  KC_V2_15(AT_WRAP(BODY), __VA_ARGS__)
#define KC_V2_PICK(A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13,     \
                   A14, A15, A16, PICKED, ...)                                 \
  PICKED
#define KC_V2_CASES(BODY, ...)                                                 \
  KC_V2_PICK(__VA_ARGS__, KC_V2_16, KC_V2_15, KC_V2_14, KC_V2_13, KC_V2_12,    \
             KC_V2_11, KC_V2_10, KC_V2_9, KC_V2_8, KC_V2_7, KC_V2_6, KC_V2_5,  \
             KC_V2_4, KC_V2_3, KC_V2_2, KC_V2_1, 0)                            \
  (AT_WRAP(BODY), __VA_ARGS__, 0)
#define AT_DISPATCH_V2(TYPE, NAME, BODY, ...)                                  \
  AT_DISPATCH_SWITCH(TYPE, NAME, KC_V2_CASES(AT_WRAP(BODY), __VA_ARGS__))
#endif
