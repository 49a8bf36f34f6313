//===- HostArithmetic.h - C's arithmetic on host expressions ----*- C++ -*-===//
//
// Host code computes sizes in integers, and sometimes on a detour through
// floating point. (int)ceil((float)n / 256) means the integer (n + 255) / 256,
// and that is what a formula should say. A floating-point expression made of
// converted integers, whole or dyadic constants, + - * / is a quotient of two
// integers N / D; rounding it is an integer division:
//
//   truncation, floor   N / D            ceil   (N + D - 1) / D
//
// for N >= 0 and D > 0, which holds for sizes. 64-bit integers carry N and D.
// The identity is exact as long as the conversions are (integers below 2^24
// in single, 2^53 in double precision).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTARITHMETIC_H
#define KERNELCAST_ANALYSIS_HOST_HOSTARITHMETIC_H

#include "analysis/symbolic/Expression.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace kernelcast::host {

/// The type \p T of a number of host code, or the one that it refers to;
/// nothing for other types.
std::optional<ScalarType> scalarType(clang::QualType T,
                                     const clang::ASTContext &Context);

class HostArithmetic {
public:
  explicit HostArithmetic(ExpressionPool &Pool) : Pool(Pool) {}

  /// Conversion to \p To with C's rules; a quotient of integers that was taken
  /// in floating point becomes an integer division.
  const Expr *convert(const Expr *V, ScalarType To);
  /// \p L and \p R of one type (but for shifts) under C's \p Kind, which gives
  /// \p Type; null where the result cannot be followed.
  const Expr *binary(clang::BinaryOperatorKind Kind, const Expr *L,
                     const Expr *R, ScalarType Type);
  /// The floating-point \p V rounded up or towards zero, as a 64-bit integer.
  const Expr *rounded(const Expr *V, bool Up);

private:
  struct Ratio {
    const Expr *Numerator = nullptr;
    const Expr *Denominator = nullptr;
  };
  std::optional<Ratio> ratio(const Expr *V, unsigned Depth = 0);

  ExpressionPool &Pool;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HOSTARITHMETIC_H
