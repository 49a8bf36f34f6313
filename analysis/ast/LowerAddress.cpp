//===- LowerAddress.cpp - Addresses of lvalues ----------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;

namespace kernelcast {

/// threadIdx.x and its kin, whether the prelude declares plain structs or
/// properties.
std::optional<Coordinate>
KernelLowering::launchCoordinate(const clang::Expr *E) const {
  if (Model.Lang != Language::Cuda)
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

SmallVector<unsigned, 4>
KernelLowering::swizzle(const clang::ExtVectorElementExpr *E) const {
  SmallVector<uint32_t, 4> Elements;
  E->getEncodedElementAccess(Elements);
  return {Elements.begin(), Elements.end()};
}

ScalarExpr KernelLowering::address(const clang::Expr *E) {
  E = E->IgnoreParens();
  auto Known = TheFrame->Values.find(E);
  if (Known != TheFrame->Values.end() && E->isGLValue() &&
      !Known->second.empty())
    return Known->second.front();
  if (GaveUp || Depth > 6000) {
    if (!GaveUp)
      reason("expression nested deeper than 6000", E->getExprLoc());
    return pool().opaque("nested too deeply", ScalarType::pointer());
  }
  ++Depth;
  auto Leave = make_scope_exit([&] { --Depth; });
  return lowerAddress(E);
}

ScalarExpr KernelLowering::memberAddress(const clang::MemberExpr *E) {
  const auto *Field = dyn_cast<clang::FieldDecl>(E->getMemberDecl());
  if (!Field) {
    if (const auto *Static = dyn_cast<clang::VarDecl>(E->getMemberDecl()))
      return addressOfVariable(Static);
    return pool().opaque("member function", ScalarType::pointer());
  }
  ScalarExpr Base =
      E->isArrow()
          ? scalar(E->getBase())
          : (E->getBase()->isGLValue() ? address(E->getBase()) : nullptr);
  if (!Base) {
    Base = newObject(E->getBase()->getType(), "temporary", E->getExprLoc());
    initialize(Base, E->getBase()->getType(), E->getBase());
  }
  if (Field->getParent()->isInvalidDecl())
    return pool().opaque("member of an unknown type", ScalarType::pointer());
  uint64_t Offset = Context.getFieldOffset(Field) / 8;
  ScalarExpr At =
      pool().add(Base, pool().constant(Offset, ScalarType::pointer()));
  if (!Field->getType()->isReferenceType())
    return At;
  Value Target = load(At, Field->getType(), E);
  return Target.front();
}

ScalarExpr KernelLowering::lowerAddress(const clang::Expr *E) {
  switch (E->getStmtClass()) {
  case clang::Stmt::DeclRefExprClass: {
    const auto *Declaration = cast<clang::DeclRefExpr>(E)->getDecl();
    if (const auto *Binding = dyn_cast<clang::BindingDecl>(Declaration)) {
      if (Binding->getBinding())
        return address(Binding->getBinding());
      return pool().opaque("structured binding", ScalarType::pointer());
    }
    const auto *Variable = dyn_cast<clang::VarDecl>(Declaration);
    if (!Variable)
      return pool().opaque("address of a function", ScalarType::pointer());
    if (!Variable->getType()->isReferenceType())
      return addressOfVariable(Variable);
    auto Fixed = TheFrame->Fixed.find(Variable);
    if (Fixed != TheFrame->Fixed.end() && !Fixed->second.empty())
      return Fixed->second.front();
    ScalarExpr Home = addressOfVariable(Variable);
    return load(Home, Variable->getType(), E).front();
  }
  case clang::Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = cast<clang::ArraySubscriptExpr>(E);
    ScalarExpr Base = Subscript->getBase()->getType()->isVectorType()
                          ? address(Subscript->getBase())
                          : scalar(Subscript->getBase());
    return pointerOffset(Base, scalar(Subscript->getIdx()), E->getType(),
                         false);
  }
  case clang::Stmt::UnaryOperatorClass: {
    const auto *Unary = cast<clang::UnaryOperator>(E);
    switch (Unary->getOpcode()) {
    case clang::UO_Deref:
      return scalar(Unary->getSubExpr());
    case clang::UO_PreInc:
    case clang::UO_PreDec: {
      // In C++ the result is the lvalue itself.
      ScalarExpr At = nullptr;
      TheFrame->SideValues[E] = lowerUnary(Unary, &At);
      return At;
    }
    case clang::UO_Extension:
    case clang::UO_Real:
      return address(Unary->getSubExpr());
    default:
      return pool().opaque("unhandled lvalue", ScalarType::pointer());
    }
  }
  case clang::Stmt::MemberExprClass:
    return memberAddress(cast<clang::MemberExpr>(E));
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::CXXAddrspaceCastExprClass: {
    const auto *Cast = cast<clang::CastExpr>(E);
    const clang::Expr *Sub = Cast->getSubExpr();
    ScalarExpr At = Sub->isGLValue() ? address(Sub) : nullptr;
    if (!At) {
      At = newObject(Sub->getType(), "temporary", E->getExprLoc());
      initialize(At, Sub->getType(), Sub);
    }
    const auto *From = Sub->getType()->getAsCXXRecordDecl();
    if (Cast->getCastKind() == clang::CK_DerivedToBase ||
        Cast->getCastKind() == clang::CK_UncheckedDerivedToBase)
      for (const clang::CXXBaseSpecifier *Step : Cast->path()) {
        const auto *Base = Step->getType()->getAsCXXRecordDecl();
        if (!From || !Base || Step->isVirtual())
          break;
        At = pool().add(At, pool().constant(Context.getASTRecordLayout(From)
                                                .getBaseClassOffset(Base)
                                                .getQuantity(),
                                            ScalarType::pointer()));
        From = Base;
      }
    return At;
  }
  case clang::Stmt::BinaryOperatorClass:
  case clang::Stmt::CompoundAssignOperatorClass: {
    const auto *Binary = cast<clang::BinaryOperator>(E);
    if (Binary->isAssignmentOp()) {
      ScalarExpr At = nullptr;
      TheFrame->SideValues[E] = lowerAssignment(Binary, &At);
      return At ? At : pool().opaque("vector elements", ScalarType::pointer());
    }
    if (Binary->getOpcode() == clang::BO_Comma) {
      if (!TheFrame->Values.count(Binary->getLHS()->IgnoreParens())) {
        if (Binary->getLHS()->isGLValue())
          address(Binary->getLHS());
        else
          rvalue(Binary->getLHS());
      }
      return address(Binary->getRHS());
    }
    reason("pointer to member", E->getExprLoc());
    return pool().opaque("pointer to member", ScalarType::pointer());
  }
  case clang::Stmt::ConditionalOperatorClass: {
    const auto *Conditional = cast<clang::ConditionalOperator>(E);
    ScalarExpr Test = pool().isTrue(scalar(Conditional->getCond()));
    auto Side = [&](const clang::Expr *S) {
      return S->isGLValue() ? address(S)
                            : pool().opaque("throw", ScalarType::pointer());
    };
    // A side that is never taken has not been evaluated, and must not be here.
    if (Test->isIntegerConstant())
      return Side(Test->isConstant(0) ? Conditional->getFalseExpr()
                                      : Conditional->getTrueExpr());
    ScalarExpr A = Side(Conditional->getTrueExpr());
    ScalarExpr B = Side(Conditional->getFalseExpr());
    return pool().select(Test, A, B);
  }
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass: {
    // A call that returns a reference yields the address.
    Value V = lowerCall(cast<clang::CallExpr>(E));
    return V.empty()
               ? pool().opaque("reference from a call", ScalarType::pointer())
               : V.front();
  }
  case clang::Stmt::MaterializeTemporaryExprClass: {
    const auto *Temporary = cast<clang::MaterializeTemporaryExpr>(E);
    ScalarExpr Home =
        newObject(Temporary->getType(), "temporary", E->getExprLoc());
    initialize(Home, Temporary->getType(), Temporary->getSubExpr());
    TheFrame->Values[E] = {Home};
    return Home;
  }
  case clang::Stmt::CompoundLiteralExprClass: {
    const auto *Literal = cast<clang::CompoundLiteralExpr>(E);
    ScalarExpr Home = newObject(E->getType(), "literal", E->getExprLoc());
    initialize(Home, E->getType(), Literal->getInitializer());
    return Home;
  }
  case clang::Stmt::ExprWithCleanupsClass:
    return address(cast<clang::ExprWithCleanups>(E)->getSubExpr());
  case clang::Stmt::CXXBindTemporaryExprClass:
    return address(cast<clang::CXXBindTemporaryExpr>(E)->getSubExpr());
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    return address(
        cast<clang::SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case clang::Stmt::CXXDefaultArgExprClass:
    return address(cast<clang::CXXDefaultArgExpr>(E)->getExpr());
  case clang::Stmt::CXXDefaultInitExprClass:
    return address(cast<clang::CXXDefaultInitExpr>(E)->getExpr());
  case clang::Stmt::GenericSelectionExprClass:
    return address(cast<clang::GenericSelectionExpr>(E)->getResultExpr());
  case clang::Stmt::OpaqueValueExprClass: {
    const auto *Opaque = cast<clang::OpaqueValueExpr>(E);
    if (Opaque->getSourceExpr())
      return address(Opaque->getSourceExpr());
    return pool().opaque("value without a source", ScalarType::pointer());
  }
  case clang::Stmt::ExtVectorElementExprClass: {
    const auto *Element = cast<clang::ExtVectorElementExpr>(E);
    ScalarExpr Base = Element->isArrow() ? scalar(Element->getBase())
                                         : address(Element->getBase());
    auto Elements = swizzle(Element);
    clang::QualType Type = E->getType();
    uint64_t Size = Elements.size() == 1
                        ? Context.getTypeSizeInChars(Type).getQuantity()
                        : 0;
    return pool().add(
        Base, pool().constant(Elements[0] * Size, ScalarType::pointer()));
  }
  case clang::Stmt::PseudoObjectExprClass:
    return pool().opaque("property", ScalarType::pointer());
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::PredefinedExprClass:
    return pool().opaque("string", ScalarType::pointer());
  case clang::Stmt::RecoveryExprClass:
    reason("code that could not be parsed", E->getExprLoc());
    return pool().opaque("code that could not be parsed",
                         ScalarType::pointer());
  default:
    if (!E->isGLValue()) {
      ScalarExpr Home = newObject(E->getType(), "temporary", E->getExprLoc());
      initialize(Home, E->getType(), E);
      return Home;
    }
    reason("unhandled lvalue (" + Twine(E->getStmtClassName()) + ")",
           E->getExprLoc());
    return pool().opaque("unhandled lvalue", ScalarType::pointer());
  }
}

} // namespace kernelcast
