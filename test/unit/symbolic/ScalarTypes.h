//===- ScalarTypes.h - The integer types by short names ---------*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_SYMBOLIC_SCALARTYPES_H
#define KERNELCAST_TEST_UNIT_SYMBOLIC_SCALARTYPES_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

inline constexpr ScalarType I8 = {false, true, 8}, U8 = {false, false, 8},
                            I32 = {false, true, 32}, U32 = {false, false, 32},
                            I64 = {false, true, 64}, U64 = {false, false, 64};

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_SYMBOLIC_SCALARTYPES_H
