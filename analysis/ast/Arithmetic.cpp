//===- Arithmetic.cpp - Values of the source's types ----------------------===//

#include "analysis/ast/Arithmetic.h"
#include "analysis/symbolic/Ranges.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;

namespace kernelcast {

Value Arithmetic::opaque(clang::QualType Type, StringRef Why) {
  Value V;
  const TypeLayout &Layout = Layouts.of(Type);
  for (const Leaf &L : Layout.Leaves)
    V.push_back(Pool.opaque(Why, L.Type));
  if (!Layout.Complete)
    V.push_back(Pool.opaque(Why, ScalarType::pointer()));
  return V;
}

Value Arithmetic::zero(clang::QualType Type) {
  Value V;
  for (const Leaf &L : Layouts.of(Type).Leaves)
    V.push_back(L.Type.Float ? Pool.floatConstant(0, L.Type.Bits)
                             : Pool.constant(0, L.Type));
  return V;
}

ScalarExpr Arithmetic::convert(ScalarExpr V, ScalarType To) {
  if (V->type() == To)
    return V;
  if (To == ScalarType::truth())
    return Pool.isTrue(V);
  return Pool.cast(V, To);
}

Value Arithmetic::convertAll(const Value &V, clang::QualType To) {
  const TypeLayout &Layout = Layouts.of(To);
  Value Result;
  for (unsigned I = 0; I < Layout.Leaves.size(); ++I)
    Result.push_back(I < V.size()
                         ? convert(V[I], Layout.Leaves[I].Type)
                         : Pool.opaque("conversion", Layout.Leaves[I].Type));
  return Result;
}

ScalarExpr Arithmetic::saturated(ScalarExpr V, ScalarType To) {
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
    V = Pool.binary(Op::Max, V, Pool.constant(Lowest, From));
  }
  if (!HighFits) {
    auto Highest = static_cast<int64_t>((uint64_t(1) << Digits) - 1);
    V = Pool.binary(Op::Min, V, Pool.constant(Highest, From));
  }
  return V;
}

ScalarExpr Arithmetic::pointerOffset(ScalarExpr Pointer, ScalarExpr Index,
                                     clang::QualType Pointee, bool Negative) {
  ScalarType Wide = ScalarType::pointer();
  uint64_t Size = 1;
  if (!Pointee->isVoidType() && !Pointee->isFunctionType() &&
      !Pointee->isIncompleteType())
    Size = Layouts.bytes(Pointee);
  // Sign-extend first, then scale modulo 2^64.
  ScalarExpr Scaled = Pool.mul(convert(Index, Wide), Pool.constant(Size, Wide));
  return Pool.binary(Negative ? Op::Sub : Op::Add, Pointer, Scaled);
}

ScalarExpr Arithmetic::toBase(ScalarExpr Address,
                              const clang::CXXRecordDecl *From,
                              const clang::CastExpr *Cast) {
  for (const clang::CXXBaseSpecifier *Step : Cast->path()) {
    const auto *Base = Step->getType()->getAsCXXRecordDecl();
    if (!From || !Base || Step->isVirtual())
      break;
    Address = shifted(Address, Context.getASTRecordLayout(From)
                                   .getBaseClassOffset(Base)
                                   .getQuantity());
    From = Base;
  }
  return Address;
}

ScalarExpr Arithmetic::binary(clang::BinaryOperatorKind Kind, ScalarExpr A,
                              ScalarExpr B) {
  bool Shift = Kind == clang::BO_Shl || Kind == clang::BO_Shr;
  if (!Shift && !(A->type() == B->type()))
    B = convert(B, A->type());
  // OpenCL C 6.3.j: only the low bits of the amount count.
  if (Shift && Lang == Language::OpenCL) {
    const int64_t Highest = A->type().Bits - 1;
    const ValueRange Amount = rangeOf(B);
    if (Amount.Low < 0 || Amount.High > Highest)
      B = Pool.binary(Op::And, B, Pool.constant(Highest, B->type()));
  }
  switch (Kind) {
  case clang::BO_Add:
    return Pool.binary(Op::Add, A, B);
  case clang::BO_Sub:
    return Pool.binary(Op::Sub, A, B);
  case clang::BO_Mul:
    return Pool.binary(Op::Mul, A, B);
  case clang::BO_Div:
    return Pool.binary(Op::Div, A, B);
  case clang::BO_Rem:
    return Pool.binary(Op::Rem, A, B);
  case clang::BO_Shl:
    return Pool.binary(Op::Shl, A, B);
  case clang::BO_Shr:
    return Pool.binary(Op::Shr, A, B);
  case clang::BO_And:
    return Pool.binary(Op::And, A, B);
  case clang::BO_Or:
    return Pool.binary(Op::Or, A, B);
  case clang::BO_Xor:
    return Pool.binary(Op::Xor, A, B);
  case clang::BO_LT:
    return Pool.binary(Op::Less, A, B);
  case clang::BO_GT:
    return Pool.binary(Op::Less, B, A);
  case clang::BO_LE:
    return Pool.binary(Op::LessEqual, A, B);
  case clang::BO_GE:
    return Pool.binary(Op::LessEqual, B, A);
  case clang::BO_EQ:
    return Pool.binary(Op::Equal, A, B);
  case clang::BO_NE:
    return Pool.binary(Op::NotEqual, A, B);
  default:
    return Pool.opaque("unhandled operator", A->type());
  }
}

Value Arithmetic::binary(clang::BinaryOperatorKind Kind, const Value &A,
                         const Value &B, clang::QualType TypeA,
                         clang::QualType TypeB, clang::QualType Result) {
  if (A.empty() || B.empty())
    return opaque(Result, "operand without a value");
  if (TypeA->isPointerType() && TypeB->isPointerType()) {
    if (Kind == clang::BO_Sub) {
      clang::QualType Pointee = TypeA->getPointeeType();
      uint64_t Size = Pointee->isVoidType() || Pointee->isIncompleteType()
                          ? 1
                          : Layouts.bytes(Pointee);
      ScalarType Wide = ScalarType::integer(64, true);
      return {Pool.binary(Op::Div, Pool.cast(Pool.sub(A[0], B[0]), Wide),
                          Pool.constant(std::max<uint64_t>(1, Size), Wide))};
    }
    return convertAll({binary(Kind, A[0], B[0])}, Result);
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
    ScalarExpr R = binary(Kind, X, Y);
    // A vector comparison yields 0 or -1.
    if (Result->isVectorType() && R->type() == ScalarType::truth())
      R = Pool.unary(Op::Negate, Pool.cast(R, ScalarType{}));
    V.push_back(R);
  }
  return convertAll(V, Result);
}

Value Arithmetic::select(ScalarExpr Test, const Value &A, const Value &B,
                         clang::QualType Type) {
  if (A.size() != B.size())
    return opaque(Type, "conditional value");
  Value V;
  for (unsigned I = 0; I < A.size(); ++I)
    V.push_back(Pool.select(Test, A[I], convert(B[I], A[I]->type())));
  return V;
}

} // namespace kernelcast
