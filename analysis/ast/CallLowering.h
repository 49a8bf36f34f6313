//===- CallLowering.h - Calls, constructors, inlining -----------*- C++ -*-===//
//
// A call of a function with a body is inlined: its parameters are objects of a
// new frame and its CFG is spliced in. Functions that the hardware implements
// (BuiltinLowering.h) come first when the body is not the user's own.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_CALLLOWERING_H
#define KERNELCAST_ANALYSIS_AST_CALLLOWERING_H

#include "analysis/ast/BuiltinLowering.h"
#include "clang/AST/ExprCXX.h"

namespace kernelcast {

class BodyLowering;

class CallLowering : private LoweringParts {
public:
  CallLowering(const LoweringParts &Parts, ExpressionLowering &Expressions,
               BuiltinLowering &Builtins, BodyLowering &Bodies)
      : LoweringParts(Parts), Expressions(Expressions), Builtins(Builtins),
        Bodies(Bodies) {}

  /// What \p E yields; of a function that returns a reference the address.
  Value lower(const clang::CallExpr *E);

  /// Runs the constructor of the object at \p Address.
  void construct(ScalarExpr Address, const clang::CXXConstructExpr *E);

  /// Runs a constructor that the class has from its base, on the base at
  /// \p Address, with the parameters of the function that is being lowered.
  void constructInherited(ScalarExpr Address,
                          const clang::CXXInheritedCtorInitExpr *E);

  /// Runs the destructor of the object of \p Type at \p Address. \p Site is
  /// what made it; null: not known.
  void destroy(ScalarExpr Address, clang::QualType Type,
               const clang::Expr *Site, clang::SourceLocation Where);

private:
  /// What a call works with.
  struct Callee {
    const clang::FunctionDecl *Function = nullptr;
    const clang::FunctionDecl *Body = nullptr; ///< its definition, or null
    ScalarExpr This = nullptr;
    llvm::SmallVector<const clang::Expr *, 8> Arguments; ///< without the object
    bool Inherits = false;  ///< works on its caller's parameters
    bool MakesBase = false; ///< as of InlinedFrame
  };

  bool findObject(const clang::CallExpr *E, Callee &Of);
  std::optional<Value> copyAssignment(const clang::CallExpr *E,
                                      const Callee &Of);
  Value withoutBody(const clang::CallExpr *E, const Callee &Of);
  Value inlined(const Callee &Of, const clang::Expr *Site);
  Value unseen(const Callee &Of, const clang::Expr *Site,
               clang::QualType ResultType, llvm::StringRef Why);
  void passArguments(InlinedFrame &F, const Callee &Of);
  void shareParameters(InlinedFrame &F, const Callee &Of);
  void loseParameters(const clang::Expr *Site, llvm::StringRef Why);
  bool makesBase(clang::CXXConstructionKind Kind);
  const clang::FunctionDecl *functionAt(const clang::Expr *Pointer);
  void bindCaptures(InlinedFrame &F, const clang::CXXMethodDecl *Operator,
                    const clang::Expr *Site);

  ExpressionLowering &Expressions;
  BuiltinLowering &Builtins;
  BodyLowering &Bodies;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_CALLLOWERING_H
