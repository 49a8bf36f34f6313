//===- IntegerRules.h - Identities of integer operations --------*- C++ -*-===//
//
// What ExpressionPool::binary() asks before it makes a node: is there a simpler
// one with the same value? The rules hold for every value under wrap-around, as
// ExpressionFold.cpp says.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_INTEGERRULES_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_INTEGERRULES_H

#include "analysis/symbolic/Expression.h"

namespace kernelcast {

inline bool isTruth(ScalarType Type) { return Type == ScalarType::truth(); }

/// Whether a conversion between integer types keeps every value.
bool keepsValues(ScalarType From, ScalarType To);

/// The lowest \p Bits bits of the integer \p E as a number of its type.
const Expr *lowBits(ExpressionPool &Pool, const Expr *E, unsigned Bits);

/// x for x + c or x * c, with the constant in \p C; else null.
const Expr *withConstant(const Expr *E, Op Operation, int64_t &C);

/// The rules for one binary node of integers; each returns null where none
/// applies. Constants are expected as the second operand of what commutes.
class IntegerRules {
public:
  /// \p Type is the operands' type.
  IntegerRules(ExpressionPool &Pool, ScalarType Type)
      : Pool(Pool), Type(Type) {}

  const Expr *add(const Expr *A, const Expr *B);
  const Expr *sub(const Expr *A, const Expr *B);
  const Expr *mul(const Expr *A, const Expr *B);
  const Expr *divideOrShift(Op Operation, const Expr *A, const Expr *B);
  /// And, Or, Xor: neutral and absorbing constants, equal or opposite operands.
  const Expr *bitwise(Op Operation, const Expr *A, const Expr *B);
  /// Min, Max.
  const Expr *extremum(Op Operation, const Expr *A, const Expr *B);
  const Expr *compare(Op Operation, const Expr *A, const Expr *B);

private:
  ExpressionPool &Pool;
  ScalarType Type;
  int64_t C = 0;

  ScalarType unsignedType() const {
    return ScalarType::integer(Type.Bits, false);
  }
  const Expr *value(int64_t V) { return Pool.constant(V, Type); }
  const Expr *folded(Op Operation, int64_t A, int64_t B) {
    return value(foldInteger(Operation, Type, A, B).value_or(0));
  }
  const Expr *equality(Op Operation, const Expr *A, const Expr *B);
  const Expr *order(Op Operation, const Expr *A, const Expr *B);
  const Expr *partByPart(Op Operation, const Expr *A, const Expr *B);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_INTEGERRULES_H
