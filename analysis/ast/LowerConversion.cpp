//===- LowerConversion.cpp - Casts, pointer steps and unary operators ---===//

#include "analysis/ast/KernelLowering.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;

namespace kernelcast {

/// What an lvalue holds.
Value KernelLowering::readLvalue(const clang::Expr *Sub, clang::QualType Type) {
  const clang::Expr *Source = Sub->IgnoreParens();
  if (const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(Source);
      Cast && Cast->getCastKind() == clang::CK_NoOp &&
      isa<clang::DeclRefExpr, clang::ConditionalOperator>(
          Cast->getSubExpr()->IgnoreParens()))
    return readLvalue(Cast->getSubExpr(), Type);
  if (std::optional<Coordinate> C = launchCoordinate(Source))
    return {convert(pool().coordinate(*C), Layouts.scalar(Type))};
  if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(Source))
    if (const auto *Variable = dyn_cast<clang::VarDecl>(Ref->getDecl());
        Variable && !Variable->getType()->isReferenceType()) {
      auto Fixed = TheFrame->Fixed.find(Variable);
      if (Fixed != TheFrame->Fixed.end())
        return Fixed->second;
      // Constants of any scope.
      clang::Expr::EvalResult Result;
      if (Variable->hasGlobalStorage() && Type->isIntegralOrEnumerationType() &&
          (Type.isConstQualified() || Variable->getType().isConstQualified() ||
           Variable->isConstexpr()) &&
          Sub->EvaluateAsRValue(Result, Context) && Result.Val.isInt())
        return {pool().constant(
            wrapToType(lowWord(Result.Val.getInt()), Layouts.scalar(Type)),
            Layouts.scalar(Type))};
      if (Variable->hasGlobalStorage() && Type->isRealFloatingType() &&
          Variable->getType().isConstQualified() &&
          Sub->EvaluateAsRValue(Result, Context) && Result.Val.isFloat())
        return {pool().floatConstant(Result.Val.getFloat().convertToDouble(),
                                     Layouts.scalar(Type).Bits)};
    }
  if (const auto *Element = dyn_cast<clang::ExtVectorElementExpr>(Source)) {
    // The whole vector is read, then its elements are picked.
    Value V = Element->getBase()->isGLValue() && !Element->isArrow()
                  ? load(address(Element->getBase()),
                         Element->getBase()->getType(), Element->getBase())
                  : (Element->isArrow()
                         ? load(scalar(Element->getBase()),
                                Element->getBase()->getType()->getPointeeType(),
                                Element->getBase())
                         : rvalue(Element->getBase()));
    Value Part;
    for (unsigned I : swizzle(Element))
      Part.push_back(
          I < V.size() ? V[I] : pool().opaque("vector element", ScalarType{}));
    return convertAll(Part, Type);
  }
  if (const auto *Either = dyn_cast<clang::ConditionalOperator>(Source))
    return readEither(Either, Type);
  ScalarExpr At = address(Sub);
  // What a = b and ++a yield has just been computed: only what is volatile, or
  // may have lost bits, is read back.
  auto Computed = TheFrame->SideValues.find(Source);
  if (Computed != TheFrame->SideValues.end() && !Source->refersToBitField() &&
      !Source->getType().isVolatileQualified())
    return convertAll(Computed->second, Type);
  return load(At, Type, Source);
}

/// Whether \p E is a side of a conditional lvalue of which only the value is
/// wanted, as in max(a, b) written a > b ? a : b.
bool KernelLowering::isReadSide(const clang::Expr *E) {
  std::optional<DenseSet<const clang::Stmt *>> &Sides = TheFrame->ReadSides;
  if (!Sides) {
    Sides.emplace();
    SmallVector<const clang::Stmt *, 32> Left{TheFrame->Function->getBody()};
    while (!Left.empty()) {
      const clang::Stmt *S = Left.pop_back_val();
      if (!S)
        continue;
      Left.append(S->child_begin(), S->child_end());
      const auto *Cast = dyn_cast<clang::CastExpr>(S);
      if (!Cast || Cast->getCastKind() != clang::CK_LValueToRValue ||
          !isa<clang::ConditionalOperator>(Cast->getSubExpr()->IgnoreParens()))
        continue;
      SmallVector<const clang::Expr *, 4> Reads{Cast->getSubExpr()};
      while (!Reads.empty()) {
        const clang::Expr *Read = Reads.pop_back_val()->IgnoreParens();
        // An inner choice may get a const from the outer one.
        const auto *Either = dyn_cast<clang::ConditionalOperator>(
            Read->IgnoreParenNoopCasts(Context));
        if (Either)
          Reads.append({Either->getTrueExpr(), Either->getFalseExpr()});
        else
          Sides->insert(Read);
      }
    }
  }
  return Sides->contains(E);
}

/// The value of the side that \p E picks. The sides have been read where they
/// stand, each by its own lanes: a side may be a variable in a register, which
/// has no address that could be picked.
Value KernelLowering::readEither(const clang::ConditionalOperator *E,
                                 clang::QualType Type) {
  auto Side = [&](const clang::Expr *S) {
    S = S->IgnoreParens();
    auto Known = TheFrame->SideValues.find(S);
    if (Known != TheFrame->SideValues.end())
      return Known->second;
    return S->isGLValue() ? readLvalue(S, Type) : opaque(Type, "throw");
  };
  ScalarExpr Test = pool().isTrue(scalar(E->getCond()));
  if (Test->isIntegerConstant())
    return Side(Test->isConstant(0) ? E->getFalseExpr() : E->getTrueExpr());
  Value A = Side(E->getTrueExpr()), B = Side(E->getFalseExpr());
  if (A.size() != B.size())
    return opaque(Type, "conditional value");
  Value V;
  for (unsigned I = 0; I < A.size(); ++I)
    V.push_back(pool().select(Test, A[I], convert(B[I], A[I]->type())));
  return V;
}

Value KernelLowering::lowerCast(const clang::CastExpr *E) {
  clang::QualType Type = E->getType();
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case clang::CK_LValueToRValue:
    return readLvalue(Sub, Type);
  case clang::CK_NoOp:
  case clang::CK_UserDefinedConversion:
  case clang::CK_ConstructorConversion:
  case clang::CK_AtomicToNonAtomic:
  case clang::CK_NonAtomicToAtomic:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr:
    if (Sub->getType()->isFunctionType())
      return {pool().opaque("function address", ScalarType::pointer())};
    if (Sub->isGLValue())
      return load(address(Sub), Type, Sub);
    return rvalue(Sub);
  case clang::CK_ArrayToPointerDecay:
    return {address(Sub)};
  case clang::CK_BitCast:
  case clang::CK_CPointerToObjCPointerCast:
    if (Type->isPointerType())
      return rvalue(Sub);
    return opaque(Type, "reinterpreted bits");
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_BaseToDerived: {
    if (!Type->isPointerType())
      return rvalue(Sub);
    ScalarExpr Address = scalar(Sub);
    const auto *From = Sub->getType()->getPointeeType()->getAsCXXRecordDecl();
    for (const clang::CXXBaseSpecifier *Step : E->path()) {
      const auto *Base = Step->getType()->getAsCXXRecordDecl();
      if (!From || !Base || Step->isVirtual() ||
          E->getCastKind() == clang::CK_BaseToDerived)
        break;
      Address =
          pool().add(Address, pool().constant(Context.getASTRecordLayout(From)
                                                  .getBaseClassOffset(Base)
                                                  .getQuantity(),
                                              ScalarType::pointer()));
      From = Base;
    }
    return {Address};
  }
  case clang::CK_NullToPointer:
    return {pool().constant(0, ScalarType::pointer())};
  case clang::CK_ToVoid:
    if (Sub->isGLValue())
      address(Sub);
    else
      rvalue(Sub);
    return {};
  case clang::CK_VectorSplat: {
    ScalarExpr One = scalar(Sub);
    Value V(Layouts.of(Type).Leaves.size(), One);
    return convertAll(V, Type);
  }
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_FloatingToBoolean:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_PointerToIntegral:
  case clang::CK_IntegralToPointer:
  case clang::CK_PointerToBoolean: {
    if (E->getCastKind() == clang::CK_BooleanToSignedIntegral) {
      Value V = rvalue(Sub);
      for (ScalarExpr &S : V)
        S = pool().unary(Op::Negate, convert(S, Layouts.scalar(Type)));
      return V;
    }
    return convertAll(rvalue(Sub), Type);
  }
  case clang::CK_ZeroToOCLOpaqueType:
  case clang::CK_IntToOCLSampler:
    return opaque(Type, "sampler");
  default:
    return opaque(Type, "unhandled conversion");
  }
}

ScalarExpr KernelLowering::saturated(ScalarExpr V, ScalarType To) {
  const ScalarType From = V->type();
  if (From.Float || To.Float)
    return V;
  // Signed numbers of From's own width fit into 64 bits, unsigned ones of 64
  // bits are only ever above To's highest.
  const bool LowFits = !From.Signed || (To.Signed && To.Bits >= From.Bits);
  const unsigned Digits = To.Bits - To.Signed;
  const bool HighFits = From.Bits - unsigned(From.Signed) <= Digits;
  if (!LowFits) {
    int64_t Lowest = To.Signed ? -(int64_t(1) << Digits) : 0;
    V = pool().binary(Op::Max, V, pool().constant(Lowest, From));
  }
  if (!HighFits) {
    auto Highest = static_cast<int64_t>((uint64_t(1) << Digits) - 1);
    V = pool().binary(Op::Min, V, pool().constant(Highest, From));
  }
  return V;
}

ScalarExpr KernelLowering::pointerOffset(ScalarExpr Pointer, ScalarExpr Index,
                                         clang::QualType Pointee,
                                         bool Negative) {
  ScalarType Wide = ScalarType::pointer();
  uint64_t Size = 1;
  if (!Pointee->isVoidType() && !Pointee->isFunctionType() &&
      !Pointee->isIncompleteType())
    Size = Context.getTypeSizeInChars(Pointee).getQuantity();
  // Sign-extend first, then scale modulo 2^64.
  ScalarExpr Scaled =
      pool().mul(convert(Index, Wide), pool().constant(Size, Wide));
  return pool().binary(Negative ? Op::Sub : Op::Add, Pointer, Scaled);
}

Value KernelLowering::lowerUnary(const clang::UnaryOperator *E,
                                 ScalarExpr *Where) {
  const clang::Expr *Sub = E->getSubExpr();
  clang::QualType Type = E->getType();
  switch (E->getOpcode()) {
  case clang::UO_AddrOf:
    if (Sub->getType()->isFunctionType())
      return {pool().opaque("function address", ScalarType::pointer())};
    return {address(Sub)};
  case clang::UO_Plus:
  case clang::UO_Extension:
    return rvalue(Sub);
  case clang::UO_Minus:
  case clang::UO_Not: {
    Value V = rvalue(Sub);
    for (ScalarExpr &S : V)
      S = pool().unary(E->getOpcode() == clang::UO_Minus ? Op::Negate : Op::Not,
                       S);
    return V;
  }
  case clang::UO_LNot: {
    if (Type->isVectorType())
      return opaque(Type, "vector negation");
    ScalarExpr Truth = pool().isTrue(scalar(Sub));
    return convertAll({pool().unary(Op::Not, Truth)}, Type);
  }
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec: {
    ScalarExpr At = address(Sub);
    Value Old = load(At, Sub->getType(), Sub), New;
    for (ScalarExpr S : Old) {
      if (Sub->getType()->isPointerType())
        New.push_back(pointerOffset(S, pool().constant(1),
                                    Sub->getType()->getPointeeType(),
                                    E->isDecrementOp()));
      else
        New.push_back(pool().binary(
            E->isDecrementOp() ? Op::Sub : Op::Add, S,
            S->type().Float ? pool().floatConstant(1, S->type().Bits)
                            : pool().constant(1, S->type())));
    }
    store(At, Sub->getType(), New, Sub);
    if (Where)
      *Where = At;
    return E->isPostfix() ? Old : New;
  }
  case clang::UO_Real:
  case clang::UO_Imag:
  default:
    return opaque(Type, "unhandled unary operator");
  }
}

} // namespace kernelcast
