//===- LaunchIndices.cpp - Where a thread is, as the source asks ----------===//

#include "analysis/ast/LaunchIndices.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;

namespace kernelcast {

std::optional<Coordinate> launchCoordinate(const clang::Expr *E,
                                           Language Lang) {
  if (Lang != Language::Cuda)
    return std::nullopt;
  E = E->IgnoreParenImpCasts();
  if (const auto *Pseudo = dyn_cast<clang::PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *Variable = dyn_cast<clang::VarDecl>(Ref->getDecl());
        Variable && Variable->hasGlobalStorage() &&
        Variable->getDeclName().isIdentifier() &&
        Variable->getName() == "warpSize")
      return Coordinate::WarpSize;
  const clang::Expr *Base = nullptr;
  StringRef Member;
  if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    if (!M->getMemberDecl()->getDeclName().isIdentifier())
      return std::nullopt;
    Base = M->getBase();
    Member = M->getMemberDecl()->getName();
  } else if (const auto *P = dyn_cast<clang::MSPropertyRefExpr>(E)) {
    Base = P->getBaseExpr();
    Member = P->getPropertyDecl()->getName();
  } else {
    return std::nullopt;
  }
  Base = Base->IgnoreParenImpCasts();
  if (const auto *Opaque = dyn_cast<clang::OpaqueValueExpr>(Base))
    if (Opaque->getSourceExpr())
      Base = Opaque->getSourceExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<clang::DeclRefExpr>(Base);
  if (!Ref || Member.size() != 1 || Member[0] < 'x' || Member[0] > 'z')
    return std::nullopt;
  const auto *Variable = dyn_cast<clang::VarDecl>(Ref->getDecl());
  if (!Variable || !Variable->hasGlobalStorage())
    return std::nullopt;
  std::optional<Coordinate> First = indexVariable(Variable->getName());
  if (!First)
    return std::nullopt;
  return static_cast<Coordinate>(static_cast<int>(*First) + (Member[0] - 'x'));
}

} // namespace kernelcast
