//===- PowersOfTwo.h - Division by 2^e in C's spellings ---------*- C++ -*-===//
//
// Kernels write x / 2^e as x / 8, x >> 3 or x / (1 << e), and x mod 2^e as
// x % 8 or x & ((1 << e) - 1). Subscripts of class F (SimplificationEngine.h)
// are made of these.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_POWERSOFTWO_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_POWERSOFTWO_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

/// Whether \p E is a constant power of two.
bool isTwoPower(const Expr *E);

/// \p E without conversions between integer types.
const Expr *withoutCasts(const Expr *E);

/// The exponent of a power of two, as a 64-bit expression: constants and
/// 2^c << e. Null for anything else.
const Expr *exponentOf(ExpressionPool &Pool, const Expr *E);

/// x / 2^e or x mod 2^e in any of C's spellings.
struct PowerOperation {
  enum Kind { Divide, Remainder } What;
  /// Whether it is floor division or remainder only for x from 0 on: signed /
  /// and % truncate, and an unsigned x may have wrapped around zero.
  bool NeedsNonNegative;
  const Expr *Value;
  const Expr *Exponent; ///< 64-bit
};

/// \p E as a division or remainder by a power of two, if it is one.
std::optional<PowerOperation> powerOperation(ExpressionPool &Pool,
                                             const Expr *E);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_POWERSOFTWO_H
