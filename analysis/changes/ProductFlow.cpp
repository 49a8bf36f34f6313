//===- ProductFlow.cpp - Whether products meet sums -----------------------===//

#include "analysis/changes/ProductFlow.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// The array or pointer that \p Element is an element of.
static const clang::VarDecl *rootOf(const clang::Expr *Element) {
  constexpr unsigned MostDimensions = 16;
  for (unsigned I = 0; I != MostDimensions; ++I) {
    Element = Element->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<clang::ArraySubscriptExpr>(Element)) {
      Element = Subscript->getBase();
      continue;
    }
    const auto *Unary = dyn_cast<clang::UnaryOperator>(Element);
    if (Unary && Unary->getOpcode() == clang::UO_Deref) {
      Element = Unary->getSubExpr();
      continue;
    }
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Element);
    return Name ? dyn_cast<clang::VarDecl>(Name->getDecl()) : nullptr;
  }
  return nullptr;
}

bool ProductFlow::isTooMuch(unsigned Depth) const {
  if (Depth == 0)
    Steps = 0;
  return Depth > MostDeep || ++Steps > MostSteps;
}

bool ProductFlow::isOnlyRead(const clang::Expr *Element) const {
  const clang::VarDecl *Root = rootOf(Element);
  return Root && all_of(Code.uses(Root), [](const VariableUse &Use) {
           return Use.Kind == UseKind::Read || Use.Kind == UseKind::NoAccess;
         });
}

bool ProductFlow::isOnlyWritten(const clang::Expr *Element) const {
  const clang::VarDecl *Root = rootOf(Element);
  return Root && all_of(Code.uses(Root), [&](const VariableUse &Use) {
           return Use.Kind == UseKind::Written ||
                  Use.Kind == UseKind::NoAccess ||
                  (Use.Element &&
                   Use.Element->IgnoreParens() == Element->IgnoreParens());
         });
}

bool ProductFlow::hasUnusedValue(const clang::Stmt *Assignment) const {
  const clang::Stmt *Around = Code.parent(Assignment);
  while (isa_and_nonnull<clang::ParenExpr, clang::ExprWithCleanups>(Around))
    Around = Code.parent(Around);
  return Around &&
         !isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(Around);
}

/// The variable, of a function and no reference, that \p E names.
static const clang::VarDecl *localNamed(const clang::Expr *E) {
  const auto *Name = dyn_cast<clang::DeclRefExpr>(E->IgnoreParens());
  const auto *Variable =
      Name ? dyn_cast<clang::VarDecl>(Name->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage() &&
                 !Variable->getType()->isReferenceType()
             ? Variable
             : nullptr;
}

bool ProductFlow::mayBeAdded(const clang::Expr *Value, unsigned Depth) const {
  if (isTooMuch(Depth))
    return true;
  const clang::Stmt *Inner = Value, *Around = Code.parent(Value);
  for (; isa_and_nonnull<clang::ParenExpr, clang::CastExpr>(Around);
       Inner = Around, Around = Code.parent(Around))
    if (const auto *Cast = dyn_cast<clang::CastExpr>(Around)) {
      if (Cast->getCastKind() == clang::CK_FloatingToIntegral ||
          Cast->getCastKind() == clang::CK_FloatingToBoolean)
        return false;
      if (Cast->getCastKind() != clang::CK_NoOp)
        return true;
    }
  if (const auto *Declared = dyn_cast_or_null<clang::DeclStmt>(Around)) {
    for (const clang::Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<clang::VarDecl>(D);
          Variable && Variable->getInit() == Inner)
        return mayBeAddedLater(Variable, Depth + 1);
    return true;
  }
  const auto *Binary = dyn_cast_or_null<clang::BinaryOperator>(Around);
  if (!Binary)
    return true;
  if (Binary->isMultiplicativeOp() || Binary->isComparisonOp() ||
      Binary->getOpcode() == clang::BO_MulAssign ||
      Binary->getOpcode() == clang::BO_DivAssign)
    return false;
  return Binary->getOpcode() != clang::BO_Assign || Binary->getRHS() != Inner ||
         mayBeAddedAfter(Binary, Depth);
}

bool ProductFlow::mayBeAddedAfter(const clang::BinaryOperator *Stored,
                                  unsigned Depth) const {
  if (!hasUnusedValue(Stored))
    return true;
  if (const clang::VarDecl *Variable = localNamed(Stored->getLHS()))
    return mayBeAddedLater(Variable, Depth + 1);
  return !isOnlyWritten(Stored->getLHS());
}

bool ProductFlow::mayBeAddedLater(const clang::VarDecl *Variable,
                                  unsigned Depth) const {
  if (isTooMuch(Depth) || Variable->getType()->isReferenceType() ||
      !Variable->hasLocalStorage())
    return true;
  return any_of(Code.references(Variable), [&](const clang::DeclRefExpr *Name) {
    const clang::Stmt *Around = Code.parent(Name);
    if (const auto *Cast = dyn_cast_or_null<clang::ImplicitCastExpr>(Around);
        Cast && Cast->getCastKind() == clang::CK_LValueToRValue)
      return mayBeAdded(Cast, Depth + 1);
    const auto *Binary = dyn_cast_or_null<clang::BinaryOperator>(Around);
    return !(Binary && Binary->getLHS() == Name &&
             (Binary->getOpcode() == clang::BO_Assign ||
              Binary->getOpcode() == clang::BO_MulAssign ||
              Binary->getOpcode() == clang::BO_DivAssign) &&
             hasUnusedValue(Binary));
  });
}

bool ProductFlow::mayBeProduct(const clang::Expr *Value, unsigned Depth) const {
  if (isTooMuch(Depth))
    return true;
  Value = Value->IgnoreParens();
  if (isa<clang::FloatingLiteral>(Value))
    return false;
  if (const auto *Unary = dyn_cast<clang::UnaryOperator>(Value);
      Unary && (Unary->getOpcode() == clang::UO_Minus ||
                Unary->getOpcode() == clang::UO_Plus))
    return mayBeProduct(Unary->getSubExpr(), Depth + 1);
  if (const auto *Binary = dyn_cast<clang::BinaryOperator>(Value))
    return !Binary->isAdditiveOp();
  if (const auto *Cast = dyn_cast<clang::CastExpr>(Value)) {
    if (Cast->getCastKind() == clang::CK_IntegralToFloating)
      return false;
    if (Cast->getCastKind() == clang::CK_FloatingCast ||
        Cast->getCastKind() == clang::CK_NoOp ||
        Cast->getCastKind() == clang::CK_LValueToRValue)
      return mayBeProduct(Cast->getSubExpr(), Depth + 1);
    return true;
  }
  if (isa<clang::DeclRefExpr>(Value)) {
    const clang::VarDecl *Variable = localNamed(Value);
    return !Variable || mayHoldProduct(Variable, Depth + 1);
  }
  return !isOnlyRead(Value);
}

bool ProductFlow::mayHoldProduct(const clang::VarDecl *Variable,
                                 unsigned Depth) const {
  if (isTooMuch(Depth))
    return true;
  if (isa<clang::ParmVarDecl>(Variable)) {
    // A kernel's argument comes from outside; a function's from anywhere.
    if (Variable->getDeclContext() != Code.functions().front())
      return true;
  } else if (Variable->getInit() &&
             mayBeProduct(Variable->getInit(), Depth + 1)) {
    return true;
  }
  return any_of(Code.references(Variable), [&](const clang::DeclRefExpr *Name) {
    const clang::Stmt *Around = Code.parent(Name);
    if (const auto *Cast = dyn_cast_or_null<clang::ImplicitCastExpr>(Around))
      return Cast->getCastKind() != clang::CK_LValueToRValue;
    if (const auto *Unary = dyn_cast_or_null<clang::UnaryOperator>(Around))
      return !Unary->isIncrementDecrementOp();
    const auto *Binary = dyn_cast_or_null<clang::BinaryOperator>(Around);
    if (!Binary || Binary->getLHS() != Name)
      return true;
    if (Binary->getOpcode() == clang::BO_AddAssign ||
        Binary->getOpcode() == clang::BO_SubAssign)
      return false;
    return Binary->getOpcode() != clang::BO_Assign ||
           mayBeProduct(Binary->getRHS(), Depth + 1);
  });
}
