//===- LowerOperator.cpp - Binary operators, assignments, conditionals --===//

#include "analysis/ast/KernelLowering.h"
#include "analysis/symbolic/Ranges.h"

using namespace llvm;

namespace kernelcast {

ScalarExpr KernelLowering::scalarArithmetic(clang::BinaryOperatorKind Kind,
                                            ScalarExpr A, ScalarExpr B) {
  auto Compare = [&](Op Operation, bool Swap) {
    return Swap ? pool().binary(Operation, B, A)
                : pool().binary(Operation, A, B);
  };
  bool Shift = Kind == clang::BO_Shl || Kind == clang::BO_Shr;
  if (!Shift && !(A->type() == B->type()))
    B = convert(B, A->type());
  // OpenCL C 6.3.j: only the low bits of the amount count.
  if (Shift && Model.Lang == Language::OpenCL) {
    const int64_t Highest = A->type().Bits - 1;
    const ValueRange Amount = rangeOf(B);
    if (Amount.Low < 0 || Amount.High > Highest)
      B = pool().binary(Op::And, B, pool().constant(Highest, B->type()));
  }
  switch (Kind) {
  case clang::BO_Add:
    return pool().binary(Op::Add, A, B);
  case clang::BO_Sub:
    return pool().binary(Op::Sub, A, B);
  case clang::BO_Mul:
    return pool().binary(Op::Mul, A, B);
  case clang::BO_Div:
    return pool().binary(Op::Div, A, B);
  case clang::BO_Rem:
    return pool().binary(Op::Rem, A, B);
  case clang::BO_Shl:
    return pool().binary(Op::Shl, A, B);
  case clang::BO_Shr:
    return pool().binary(Op::Shr, A, B);
  case clang::BO_And:
    return pool().binary(Op::And, A, B);
  case clang::BO_Or:
    return pool().binary(Op::Or, A, B);
  case clang::BO_Xor:
    return pool().binary(Op::Xor, A, B);
  case clang::BO_LT:
    return Compare(Op::Less, false);
  case clang::BO_GT:
    return Compare(Op::Less, true);
  case clang::BO_LE:
    return Compare(Op::LessEqual, false);
  case clang::BO_GE:
    return Compare(Op::LessEqual, true);
  case clang::BO_EQ:
    return Compare(Op::Equal, false);
  case clang::BO_NE:
    return Compare(Op::NotEqual, false);
  default:
    return pool().opaque("unhandled operator", A->type());
  }
}

Value KernelLowering::arithmetic(clang::BinaryOperatorKind Kind, const Value &A,
                                 const Value &B, clang::QualType TypeA,
                                 clang::QualType TypeB, clang::QualType Result,
                                 const clang::Expr *Site) {
  (void)Site;
  if (A.empty() || B.empty())
    return opaque(Result, "operand without a value");
  if (TypeA->isPointerType() && TypeB->isPointerType()) {
    if (Kind == clang::BO_Sub) {
      clang::QualType Pointee = TypeA->getPointeeType();
      uint64_t Size = Pointee->isVoidType() || Pointee->isIncompleteType()
                          ? 1
                          : Context.getTypeSizeInChars(Pointee).getQuantity();
      ScalarType Wide = ScalarType::integer(64, true);
      return {
          pool().binary(Op::Div, pool().cast(pool().sub(A[0], B[0]), Wide),
                        pool().constant(std::max<uint64_t>(1, Size), Wide))};
    }
    return convertAll({scalarArithmetic(Kind, A[0], B[0])}, Result);
  }
  if (TypeA->isPointerType() &&
      (Kind == clang::BO_Add || Kind == clang::BO_Sub))
    return {pointerOffset(A[0], B[0], TypeA->getPointeeType(),
                          Kind == clang::BO_Sub)};
  if (TypeB->isPointerType() && Kind == clang::BO_Add)
    return {pointerOffset(B[0], A[0], TypeB->getPointeeType(), false)};
  Value V;
  for (unsigned I = 0, N = std::max(A.size(), B.size()); I < N; ++I) {
    ScalarExpr X = A[A.size() == 1 ? 0 : std::min<size_t>(I, A.size() - 1)];
    ScalarExpr Y = B[B.size() == 1 ? 0 : std::min<size_t>(I, B.size() - 1)];
    ScalarExpr R = scalarArithmetic(Kind, X, Y);
    // A vector comparison yields 0 or -1.
    if (Result->isVectorType() && R->type() == ScalarType::truth())
      R = pool().unary(Op::Negate, pool().cast(R, ScalarType{}));
    V.push_back(R);
  }
  return convertAll(V, Result);
}

Value KernelLowering::lowerBinary(const clang::BinaryOperator *E) {
  clang::QualType Type = E->getType();
  const clang::Expr *L = E->getLHS(), *R = E->getRHS();
  switch (E->getOpcode()) {
  case clang::BO_Comma:
    if (L->isGLValue())
      address(L);
    else
      rvalue(L);
    return R->isGLValue() ? load(address(R), Type, R) : rvalue(R);
  case clang::BO_LAnd:
  case clang::BO_LOr: {
    if (Type->isVectorType())
      return opaque(Type, "vector logic");
    // Both sides have been evaluated by the CFG in blocks of their own, the
    // right one only if the left one leaves it anything to decide.
    const bool And = E->getOpcode() == clang::BO_LAnd;
    ScalarExpr A = pool().isTrue(scalar(L));
    if (A->isIntegerConstant() && A->isConstant(0) == And)
      return convertAll({A}, Type);
    ScalarExpr B = pool().isTrue(scalar(R));
    ScalarExpr V = And ? pool().select(A, B, pool().truth(false))
                       : pool().select(A, pool().truth(true), B);
    return convertAll({V}, Type);
  }
  case clang::BO_Assign:
    return lowerAssignment(E);
  case clang::BO_PtrMemD:
  case clang::BO_PtrMemI:
    reason("pointer to member", E->getExprLoc());
    return opaque(Type, "pointer to member");
  case clang::BO_Cmp:
    return opaque(Type, "three-way comparison");
  default: {
    Value A = rvalue(L), B = rvalue(R);
    return arithmetic(E->getOpcode(), A, B, L->getType(), R->getType(), Type,
                      E);
  }
  }
}

Value KernelLowering::lowerAssignment(const clang::BinaryOperator *E,
                                      ScalarExpr *Where) {
  const clang::Expr *L = E->getLHS(), *R = E->getRHS();
  clang::QualType Type = L->getType();
  const auto *Element =
      dyn_cast<clang::ExtVectorElementExpr>(L->IgnoreParens());
  Value V;
  ScalarExpr At = nullptr;
  if (const auto *Compound = dyn_cast<clang::CompoundAssignOperator>(E)) {
    Value Right = rvalue(R);
    At = Element ? nullptr : address(L);
    Value Old = Element ? rvalue(clang::ImplicitCastExpr::Create(
                              Context, Type, clang::CK_LValueToRValue,
                              const_cast<clang::Expr *>(L), nullptr,
                              clang::VK_PRValue, clang::FPOptionsOverride()))
                        : load(At, Type, L);
    clang::QualType Computed = Compound->getComputationLHSType();
    if (Type->isPointerType()) {
      V = arithmetic(
          clang::BinaryOperator::getOpForCompoundAssignment(E->getOpcode()),
          Old, Right, Type, R->getType(), Type, E);
    } else {
      Old = convertAll(Old, Computed);
      V = arithmetic(
          clang::BinaryOperator::getOpForCompoundAssignment(E->getOpcode()),
          Old, Right, Computed, R->getType(),
          Compound->getComputationResultType(), E);
      V = convertAll(V, Type);
    }
  } else {
    V = rvalue(R);
    At = Element ? nullptr : address(L);
  }
  if (!Element) {
    store(At, Type, V, L);
    if (Where)
      *Where = At;
    return V;
  }
  // Elements of a vector: in registers one by one, in memory as a part.
  ScalarExpr Vector = Element->isArrow() ? scalar(Element->getBase())
                                         : address(Element->getBase());
  clang::QualType VectorType =
      Element->isArrow() ? Element->getBase()->getType()->getPointeeType()
                         : Element->getBase()->getType();
  const auto *Kind = VectorType->getAs<clang::VectorType>();
  if (!Kind)
    return V;
  uint64_t Size =
      Context.getTypeSizeInChars(Kind->getElementType()).getQuantity();
  unsigned N = 0;
  for (unsigned I : swizzle(Element)) {
    ScalarExpr Slot =
        pool().add(Vector, pool().constant(I * Size, ScalarType::pointer()));
    store(Slot, Kind->getElementType(), N < V.size() ? Value{V[N]} : Value{},
          L);
    ++N;
  }
  return V;
}

Value KernelLowering::lowerConditional(
    const clang::AbstractConditionalOperator *E) {
  clang::QualType Type = E->getType();
  if (const auto *Binary = dyn_cast<clang::BinaryConditionalOperator>(E))
    TheFrame->OpaqueValues[Binary->getOpaqueValue()] =
        rvalue(Binary->getCommon());
  if (Type->isVoidType()) {
    return {};
  }
  auto Side = [&](const clang::Expr *S) {
    S = S->IgnoreParens();
    return isa<clang::CXXThrowExpr>(S) ? opaque(Type, "throw") : rvalue(S);
  };
  if (E->getCond()->getType()->isVectorType())
    return opaque(Type, "vector select");
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

} // namespace kernelcast
