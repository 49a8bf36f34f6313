//===- LvalueLowering.h - Addresses of lvalues ------------------*- C++ -*-===//
//
// One visit for each kind of expression that names a place.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_LVALUELOWERING_H
#define KERNELCAST_ANALYSIS_AST_LVALUELOWERING_H

#include "analysis/ast/LoweringParts.h"
#include "clang/AST/Expr.h"

namespace kernelcast {

class CallLowering;
class ExpressionLowering;

class LvalueLowering : private LoweringParts {
public:
  LvalueLowering(const LoweringParts &Parts, ExpressionLowering &Expressions,
                 CallLowering &Calls)
      : LoweringParts(Parts), Expressions(Expressions), Calls(Calls) {}

  /// Where \p E lies; a value of its own gets a place.
  ScalarExpr lower(const clang::Expr *E);

private:
  ExpressionLowering &Expressions;
  CallLowering &Calls;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_LVALUELOWERING_H
