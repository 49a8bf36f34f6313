//===- AssignmentLowering.cpp - a = b, a += b, ++a, v.xy = w --------------===//

#include "analysis/ast/AssignmentLowering.h"
#include "analysis/ast/BitFields.h"
#include "analysis/ast/ExpressionLowering.h"

using namespace llvm;

namespace kernelcast {

SmallVector<unsigned, 4> swizzle(const clang::ExtVectorElementExpr *E) {
  SmallVector<uint32_t, 4> Elements;
  E->getEncodedElementAccess(Elements);
  return {Elements.begin(), Elements.end()};
}

/// What a compound assignment writes where \p Old was.
Value AssignmentLowering::computed(const clang::CompoundAssignOperator *E,
                                   const Value &Old, const Value &Right) {
  clang::QualType Type = E->getLHS()->getType();
  clang::QualType RightType = E->getRHS()->getType();
  auto Kind = clang::BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  if (Type->isPointerType()) {
    Value Moved = Numbers.binary(Kind, Old, Right, Type, RightType, Type);
    Extents.noteMoved(Type, Moved.front(), Old.front());
    return Moved;
  }
  clang::QualType Computed = E->getComputationLHSType();
  Value V = Numbers.binary(Kind, Numbers.convertAll(Old, Computed), Right,
                           Computed, RightType, E->getComputationResultType());
  if (V.size() == 1)
    Flow.noteOperation(V[0], E);
  return Numbers.convertAll(V, Type);
}

/// What \p To has become with \p V written.
void AssignmentLowering::cut(Value &V, const clang::Expr *To) {
  if (!To->refersToBitField())
    return;
  std::optional<BitField> Bits =
      BitField::of(To->getSourceBitField(), Layouts, Context);
  for (ScalarExpr &S : V)
    S = Bits ? Bits->cut(Pool, S) : Pool.opaque("bit-field", S->type());
}

AssignmentLowering::Assigned
AssignmentLowering::assign(const clang::BinaryOperator *E) {
  const clang::Expr *L = E->getLHS(), *R = E->getRHS();
  clang::QualType Type = L->getType();
  const auto *Element =
      dyn_cast<clang::ExtVectorElementExpr>(L->IgnoreParens());
  Assigned Done;
  Done.V = Expressions.rvalue(R);
  if (!Element)
    Done.At = Expressions.address(L);
  if (const auto *Compound = dyn_cast<clang::CompoundAssignOperator>(E))
    Done.V = computed(Compound,
                      Element ? Expressions.Reads.read(L, Type)
                              : Memory.load(Done.At, Type, L),
                      Done.V);
  if (Element)
    storeElements(Element, Done.V, L);
  else
    Memory.store(Done.At, Type, Done.V, L);
  cut(Done.V, L);
  return Done;
}

/// In registers one by one, in memory as a part.
void AssignmentLowering::storeElements(const clang::ExtVectorElementExpr *To,
                                       const Value &V,
                                       const clang::Expr *Site) {
  ScalarExpr Vector = To->isArrow() ? Expressions.scalar(To->getBase())
                                    : Expressions.address(To->getBase());
  clang::QualType Type = To->isArrow()
                             ? To->getBase()->getType()->getPointeeType()
                             : To->getBase()->getType();
  const auto *Kind = Type->getAs<clang::VectorType>();
  if (!Kind)
    return;
  uint64_t Size = Layouts.bytes(Kind->getElementType());
  unsigned N = 0;
  for (unsigned I : swizzle(To)) {
    Memory.store(Numbers.shifted(Vector, I * Size), Kind->getElementType(),
                 N < V.size() ? Value{V[N]} : Value{}, Site);
    ++N;
  }
}

AssignmentLowering::Assigned
AssignmentLowering::step(const clang::UnaryOperator *E) {
  const clang::Expr *Sub = E->getSubExpr();
  clang::QualType Type = Sub->getType();
  ScalarExpr At = Expressions.address(Sub);
  Value Old = Memory.load(At, Type, Sub), New;
  for (ScalarExpr S : Old) {
    if (Type->isPointerType()) {
      New.push_back(Numbers.pointerOffset(
          S, Pool.constant(1), Type->getPointeeType(), E->isDecrementOp()));
      Extents.noteMoved(Type, New.back(), S);
    } else if (S->type() == ScalarType::truth()) // b + 1 or b - 1, as an int
      New.push_back(E->isDecrementOp() ? Pool.unary(Op::Not, S)
                                       : Pool.truth(true));
    else
      New.push_back(Pool.binary(E->isDecrementOp() ? Op::Sub : Op::Add, S,
                                S->type().Float
                                    ? Pool.floatConstant(1, S->type().Bits)
                                    : Pool.constant(1, S->type())));
  }
  Memory.store(At, Type, New, Sub);
  cut(New, Sub);
  return {E->isPostfix() ? Old : New, At};
}

} // namespace kernelcast
