//===- AssignmentLowering.h - a = b, a += b, ++a, v.xy = w ------*- C++ -*-===//
//
// An assignment or increment yields a value and, in C++, the place that it has
// written. Elements of a vector are written one by one.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_ASSIGNMENTLOWERING_H
#define KERNELCAST_ANALYSIS_AST_ASSIGNMENTLOWERING_H

#include "analysis/ast/LoweringParts.h"

namespace kernelcast {

class ExpressionLowering;

class AssignmentLowering : private LoweringParts {
public:
  AssignmentLowering(const LoweringParts &Parts,
                     ExpressionLowering &Expressions)
      : LoweringParts(Parts), Expressions(Expressions) {}

  struct Assigned {
    Value V;                 ///< what the expression yields
    ScalarExpr At = nullptr; ///< null: elements of a vector
  };
  Assigned assign(const clang::BinaryOperator *E);
  Assigned step(const clang::UnaryOperator *E);

private:
  Value computed(const clang::CompoundAssignOperator *E, const Value &Old,
                 const Value &Right);
  void cut(Value &V, const clang::Expr *To);
  void storeElements(const clang::ExtVectorElementExpr *To, const Value &V,
                     const clang::Expr *Site);

  ExpressionLowering &Expressions;
};

/// The elements of the vector that \p E names, in its order.
llvm::SmallVector<unsigned, 4> swizzle(const clang::ExtVectorElementExpr *E);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_ASSIGNMENTLOWERING_H
