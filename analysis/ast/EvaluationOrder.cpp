//===- EvaluationOrder.cpp - What the language says comes first -----------===//

#include "analysis/ast/EvaluationOrder.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace kernelcast;

EvaluationOrder::EvaluationOrder(const clang::FunctionDecl *Function)
    : Language(Function->getASTContext().getLangOpts()),
      Parents(Function->getBody()) {
  if (const auto *C = dyn_cast<clang::CXXConstructorDecl>(Function))
    for (const clang::CXXCtorInitializer *Init : C->inits())
      if (Init->getInit())
        Parents.addStmt(Init->getInit());
}

bool EvaluationOrder::isFull(const clang::Stmt *S) const {
  return !isa_and_nonnull<clang::Expr>(Parents.getParent(S));
}

bool EvaluationOrder::isReadAssignment(const clang::Expr *E) const {
  const auto *Binary = dyn_cast<clang::BinaryOperator>(E);
  const auto *Unary = dyn_cast<clang::UnaryOperator>(E);
  if (!(Binary && Binary->isAssignmentOp()) &&
      !(Unary && Unary->isIncrementDecrementOp()))
    return false;
  const auto *Read =
      dyn_cast_or_null<clang::CastExpr>(Parents.getParentIgnoreParens(E));
  return Read && Read->getCastKind() == clang::CK_LValueToRValue;
}

const clang::Expr *EvaluationOrder::writer(const clang::Expr *E) const {
  const clang::Stmt *Child = E, *Parent = Parents.getParent(E);
  while (isa_and_nonnull<clang::ParenExpr>(Parent)) {
    Child = Parent;
    Parent = Parents.getParent(Parent);
  }
  if (const auto *Binary = dyn_cast_or_null<clang::BinaryOperator>(Parent))
    return Binary->isAssignmentOp() && Binary->getLHS() == Child ? Binary : E;
  if (const auto *Unary = dyn_cast_or_null<clang::UnaryOperator>(Parent))
    return Unary->isIncrementDecrementOp() ? Unary : E;
  if (const auto *Call = dyn_cast_or_null<clang::CXXOperatorCallExpr>(Parent))
    return Call->isAssignmentOp() && Call->getArg(0) == Child ? Call : E;
  return E;
}

/// Whether an overloaded operator's operand \p First comes before the others.
static bool isFirstOperand(const clang::CXXOperatorCallExpr *E,
                           const clang::Stmt *First) {
  if (E->isAssignmentOp())
    return E->getNumArgs() > 1 && First == E->getArg(1);
  switch (E->getOperator()) {
  case clang::OO_Call:
  case clang::OO_Subscript:
  case clang::OO_LessLess:
  case clang::OO_GreaterGreater:
  case clang::OO_ArrowStar:
  case clang::OO_Comma:
  case clang::OO_AmpAmp:
  case clang::OO_PipePipe:
    return E->getNumArgs() > 0 && First == E->getArg(0);
  default:
    return false;
  }
}

bool EvaluationOrder::isFirst(const clang::Stmt *First,
                              const clang::Expr *Parent) const {
  const bool Since17 = Language.CPlusPlus17;
  if (const auto *Binary = dyn_cast<clang::BinaryOperator>(Parent)) {
    if (Binary->isLogicalOp() || Binary->isCommaOp())
      return First == Binary->getLHS();
    if (Binary->isAssignmentOp())
      return Since17 && First == Binary->getRHS();
    if (Binary->isShiftOp() || Binary->isPtrMemOp())
      return Since17 && First == Binary->getLHS();
    return false;
  }
  if (const auto *Subscript = dyn_cast<clang::ArraySubscriptExpr>(Parent))
    return Since17 && First == Subscript->getLHS();
  if (const auto *Call = dyn_cast<clang::CallExpr>(Parent)) {
    const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(Call);
    return Since17 && (First == Call->getCallee() ||
                       (Operator && isFirstOperand(Operator, First)));
  }
  // Braces list their elements in order, and Clang keeps to it.
  if (isa<clang::InitListExpr>(Parent))
    return Language.CPlusPlus;
  if (const auto *Construct = dyn_cast<clang::CXXConstructExpr>(Parent))
    return Construct->isListInitialization();
  // The sides of a conditional exclude each other.
  return isa<clang::AbstractConditionalOperator, clang::PseudoObjectExpr>(
      Parent);
}

bool EvaluationOrder::isCertain(const clang::Expr *First,
                                const clang::Expr *Second) const {
  // From each expression around First, the part of it in which First is.
  SmallDenseMap<const clang::Stmt *, const clang::Stmt *, 16> Around;
  const clang::Stmt *Part = nullptr;
  for (const clang::Stmt *S = First; isa_and_nonnull<clang::Expr>(S);
       Part = S, S = Parents.getParent(S))
    Around[S] = Part;
  Part = nullptr;
  for (const clang::Stmt *S = Second; isa_and_nonnull<clang::Expr>(S);
       Part = S, S = Parents.getParent(S)) {
    auto Common = Around.find(S);
    if (Common == Around.end())
      continue;
    if (!Part || !Common->second)
      return true; // one is a part of the other
    return isFirst(Common->second, cast<clang::Expr>(S));
  }
  return true;
}
