//===- RvalueLowering.h - Values of expressions -----------------*- C++ -*-===//
//
// One visit for each kind of expression that is a value. Lvalues never come
// here: they are read (LvalueReads.h).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_RVALUELOWERING_H
#define KERNELCAST_ANALYSIS_AST_RVALUELOWERING_H

#include "analysis/ast/LoweringParts.h"
#include "clang/AST/Expr.h"

namespace kernelcast {

class CallLowering;
class ExpressionLowering;

class RvalueLowering : private LoweringParts {
public:
  RvalueLowering(const LoweringParts &Parts, ExpressionLowering &Expressions,
                 CallLowering &Calls)
      : LoweringParts(Parts), Expressions(Expressions), Calls(Calls) {}

  /// The value of \p E, which is not an lvalue.
  Value lower(const clang::Expr *E);

private:
  ExpressionLowering &Expressions;
  CallLowering &Calls;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_RVALUELOWERING_H
