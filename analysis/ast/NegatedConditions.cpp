//===- NegatedConditions.cpp - Branches on !(a || b) ----------------------===//

#include "analysis/ast/NegatedConditions.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace kernelcast {

static const clang::BinaryOperator *logical(const clang::Stmt *S) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  const auto *Binary =
      E ? dyn_cast<clang::BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  return Binary && Binary->isLogicalOp() ? Binary : nullptr;
}

const clang::BinaryOperator *negatedCondition(const clang::CFGBlock &Join,
                                              unsigned &WhenTrue) {
  const auto *E =
      dyn_cast_or_null<clang::Expr>(Join.getTerminatorCondition(true));
  if (!E || Join.succ_size() != 2)
    return nullptr;
  SmallPtrSet<const clang::Stmt *, 8> Steps;
  WhenTrue = 0;
  while (true) {
    Steps.insert(E);
    if (const auto *Paren = dyn_cast<clang::ParenExpr>(E)) {
      E = Paren->getSubExpr();
    } else if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E)) {
      E = Cast->getSubExpr();
    } else if (const auto *Unary = dyn_cast<clang::UnaryOperator>(E);
               Unary && Unary->getOpcode() == clang::UO_LNot) {
      E = Unary->getSubExpr();
      WhenTrue = 1 - WhenTrue;
    } else {
      break;
    }
  }
  // Where nothing is negated, the CFG has branched already, or it is the
  // condition of a do-while, whose test stays one.
  if (!logical(E) || isa_and_nonnull<clang::DoStmt>(Join.getTerminatorStmt()))
    return nullptr;
  for (const clang::CFGElement &Element : Join)
    if (auto S = Element.getAs<clang::CFGStmt>();
        !S || !Steps.contains(S->getStmt()))
      return nullptr;
  return logical(E);
}

bool isOperandOf(const clang::Stmt *Part, const clang::Expr *Whole) {
  const auto *Inner = logical(Part), *Outer = logical(Whole);
  return Inner && Outer &&
         (Inner == Outer || isOperandOf(Inner, Outer->getLHS()) ||
          isOperandOf(Inner, Outer->getRHS()));
}

const clang::Expr *lastOperand(const clang::Expr *Whole) {
  while (const auto *Outer = logical(Whole))
    Whole = Outer->getRHS();
  return Whole;
}

} // namespace kernelcast
