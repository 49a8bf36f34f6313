//===- InitializerLowering.h - Initialisation of variables and members ----===//
//
// Initialisers write the leaves of an object one by one; what is not listed is
// zero, as in C.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_INITIALIZERLOWERING_H
#define KERNELCAST_ANALYSIS_AST_INITIALIZERLOWERING_H

#include "analysis/ast/LoweringParts.h"
#include "clang/AST/ExprCXX.h"

namespace kernelcast {

class CallLowering;
class ExpressionLowering;

class InitializerLowering : private LoweringParts {
public:
  InitializerLowering(const LoweringParts &Parts,
                      ExpressionLowering &Expressions, CallLowering &Calls)
      : LoweringParts(Parts), Expressions(Expressions), Calls(Calls) {}

  /// What lies at \p Address, of \p Type, starts as \p Init.
  void initialize(ScalarExpr Address, clang::QualType Type,
                  const clang::Expr *Init);
  /// A base or member, or all, of what frame().This points to.
  void initialize(const clang::CXXCtorInitializer *Init);

  Value value(const clang::InitListExpr *E);
  Value value(const clang::LambdaExpr *E);

private:
  void initialize(ScalarExpr Address, const clang::FieldDecl *Field,
                  const clang::Expr *Init);
  bool initializeParts(ScalarExpr Address, clang::QualType Type,
                       const clang::InitListExpr *List);
  bool initializeView(ScalarExpr Address, clang::QualType Type,
                      const clang::CXXStdInitializerListExpr *List);
  void initializeMembers(ScalarExpr Address, const clang::RecordDecl *Record,
                         const clang::InitListExpr *List);

  ExpressionLowering &Expressions;
  CallLowering &Calls;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_INITIALIZERLOWERING_H
