//===- ExpressionLowering.h - What expressions stand for --------*- C++ -*-===//
//
// An rvalue is a list of scalar leaves, an lvalue an address. What Clang's CFG
// has evaluated apart from its parent is known already, by the frame; all else
// is lowered where it is asked for.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_EXPRESSIONLOWERING_H
#define KERNELCAST_ANALYSIS_AST_EXPRESSIONLOWERING_H

#include "analysis/ast/AssignmentLowering.h"
#include "analysis/ast/InitializerLowering.h"
#include "analysis/ast/LvalueLowering.h"
#include "analysis/ast/LvalueReads.h"
#include "analysis/ast/RvalueLowering.h"

namespace kernelcast {

class CallLowering;

class ExpressionLowering : private LoweringParts {
public:
  ExpressionLowering(const LoweringParts &Parts, CallLowering &Calls)
      : LoweringParts(Parts), Assignments(Parts, *this),
        Initializers(Parts, *this, Calls), Reads(Parts, *this),
        Rvalues(Parts, *this, Calls), Lvalues(Parts, *this, Calls) {}

  /// The value of \p E; of an lvalue what it holds.
  Value rvalue(const clang::Expr *E);
  /// Its first leaf.
  ScalarExpr scalar(const clang::Expr *E);
  /// Whether it is other than 0.
  ScalarExpr condition(const clang::Expr *E);
  /// Where the lvalue \p E lies.
  ScalarExpr address(const clang::Expr *E);
  /// Does what \p E does, whatever comes out.
  void evaluate(const clang::Expr *E);
  /// Code that is not seen gets \p Arguments at \p Site: does what they do, and
  /// takes everything that it may know the address of for written.
  void escape(llvm::ArrayRef<const clang::Expr *> Arguments,
              const clang::Expr *Site, llvm::StringRef Why);
  /// An object of \p Type ends somewhere near \p Where, and its destructor, if
  /// it has one, is not run: it may write whatever has had its address taken.
  void skipDestructor(clang::QualType Type, clang::SourceLocation Where);
  /// A known function, \p E, writes where its arguments lead.
  void writeTargets(const clang::CallExpr *E, llvm::StringRef Why);

  AssignmentLowering Assignments;
  InitializerLowering Initializers;
  LvalueReads Reads;

private:
  void writeTarget(const clang::Expr *Argument, const Value &V,
                   const clang::Expr *Site, llvm::StringRef Why);

  RvalueLowering Rvalues;
  LvalueLowering Lvalues;
  unsigned Depth = 0; ///< nesting of the expression being lowered
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_EXPRESSIONLOWERING_H
