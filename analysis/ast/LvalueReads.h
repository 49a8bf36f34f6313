//===- LvalueReads.h - What variables and other lvalues hold ----*- C++ -*-===//
//
// Most are loads of their address. But threadIdx.x has none, constants have a
// value of their own, v.xy is picked from all of v, and c ? a : b is the value
// that was read of the side that c picks.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_LVALUEREADS_H
#define KERNELCAST_ANALYSIS_AST_LVALUEREADS_H

#include "analysis/ast/LoweringParts.h"

namespace kernelcast {

class ExpressionLowering;

class LvalueReads : private LoweringParts {
public:
  LvalueReads(const LoweringParts &Parts, ExpressionLowering &Expressions)
      : LoweringParts(Parts), Expressions(Expressions) {}

  /// What the lvalue \p E holds, as \p Type.
  Value read(const clang::Expr *E, clang::QualType Type);

  /// The conditional lvalue of which \p Copy copies the object that is chosen,
  /// member by member; null for other constructions.
  static const clang::Expr *copiedChoice(const clang::CXXConstructExpr *Copy,
                                         clang::ASTContext &Context);

  /// Whether \p E is a side of a conditional lvalue of which only the value is
  /// wanted, as in max(a, b) written a > b ? a : b. It is read where it stands
  /// then: frame().SideValues.
  bool isReadSide(const clang::Expr *E);

private:
  std::optional<Value> readVariable(const clang::VarDecl *Variable,
                                    const clang::Expr *E, clang::QualType Type);
  Value readElements(const clang::ExtVectorElementExpr *E,
                     clang::QualType Type);
  Value readEither(const clang::ConditionalOperator *E, clang::QualType Type);

  ExpressionLowering &Expressions;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_LVALUEREADS_H
