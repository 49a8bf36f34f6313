//===- IrValues.cpp - Values of the IR as expressions ---------------------===//

#include "analysis/lowering/IrValues.h"
#include "analysis/lowering/IrTypes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

using namespace llvm;

namespace kernelcast {

/// Constants nested deeper are not followed.
static constexpr unsigned MaxConstantNesting = 16;

IrScalars IrValues::opaque(Type *T, StringRef Why) {
  IrScalars Result;
  for (const IrLeaf &Leaf : leavesOf(T, Parts.Layout))
    Result.push_back(Pool.opaque(Why, scalarTypeOrWord(Leaf.Type, true)));
  if (Result.empty() && !T->isVoidTy())
    Result.push_back(Pool.opaque(Why, ScalarType::pointer()));
  return Result;
}

IrScalars IrValues::scalars(const Value *V, unsigned Nesting) {
  if (auto Found = Known.find(V); Found != Known.end())
    return Found->second;
  if (const auto *C = dyn_cast<Constant>(V))
    return constant(*C, Nesting);
  // A parameter of a kind that nobody knows, or code that cannot be reached.
  IrScalars Unknown = opaque(V->getType(), "value that is not understood");
  define(V, Unknown);
  return Unknown;
}

const Expr *IrValues::scalar(const Value *V, unsigned Nesting) {
  IrScalars All = scalars(V, Nesting);
  return All.empty() ? Pool.opaque("no value", ScalarType::pointer()) : All[0];
}

const Expr *IrValues::as(ScalarType To, const Value *V, unsigned Lane) {
  IrScalars All = scalars(V);
  if (Lane >= All.size() || All[Lane]->type().Float != To.Float)
    return Pool.opaque("value that is not understood", To);
  return Pool.cast(All[Lane], To);
}

IrScalars IrValues::constant(const Constant &C, unsigned Nesting) {
  if (Nesting > MaxConstantNesting || isa<UndefValue>(C))
    return opaque(C.getType(), "value that is not defined");
  if (const auto *Number = dyn_cast<ConstantInt>(&C)) {
    if (Number->getType()->isIntegerTy(1))
      return {Pool.truth(Number->isOne())};
    if (auto Type = scalarType(Number->getType(), true))
      return {Pool.constant(Number->getSExtValue(), *Type)};
  }
  if (const auto *Number = dyn_cast<ConstantFP>(&C))
    if (auto Type = scalarType(Number->getType(), true)) {
      APFloat Value = Number->getValueAPF();
      bool Inexact = false;
      Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &Inexact);
      return {Pool.floatConstant(Value.convertToDouble(), Type->Bits)};
    }
  if (isa<ConstantPointerNull>(C))
    return {Pool.constant(0, ScalarType::pointer())};
  if (const auto *Variable = dyn_cast<GlobalVariable>(&C))
    return {Pool.base(Arrays.of(*Variable))};
  if (const auto *Operation = dyn_cast<ConstantExpr>(&C))
    return constantExpression(*Operation, Nesting);
  const size_t Leaves = leavesOf(C.getType(), Parts.Layout).size();
  IrScalars All;
  if (isa<ConstantAggregateZero, ConstantDataSequential, ConstantAggregate>(C))
    for (unsigned I = 0; All.size() < Leaves; ++I) {
      const Constant *Element = C.getAggregateElement(I);
      if (!Element)
        break;
      All.append(scalars(Element, Nesting + 1));
    }
  return All.size() == Leaves && !All.empty()
             ? All
             : opaque(C.getType(), "constant that is not understood");
}

IrScalars IrValues::constantExpression(const ConstantExpr &C,
                                       unsigned Nesting) {
  switch (C.getOpcode()) {
  case llvm::Instruction::GetElementPtr:
    return {address(cast<GEPOperator>(C), Nesting + 1)};
  case llvm::Instruction::AddrSpaceCast:
    return scalars(C.getOperand(0), Nesting + 1);
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    if (auto To = scalarType(C.getType(), false))
      return {Pool.cast(scalar(C.getOperand(0), Nesting + 1), *To)};
    break;
  default:
    break;
  }
  return opaque(C.getType(), "constant that is not understood");
}

const Expr *IrValues::address(const GEPOperator &Gep, unsigned Nesting) {
  const ScalarType Wide = ScalarType::pointer();
  if (Gep.getType()->isVectorTy())
    return Pool.opaque("vector of addresses", Wide);
  const Expr *At = scalar(Gep.getPointerOperand(), Nesting);
  for (auto Step = gep_type_begin(Gep), End = gep_type_end(Gep); Step != End;
       ++Step) {
    const Value *Index = Step.getOperand();
    if (StructType *Struct = Step.getStructTypeOrNull()) {
      const auto Member = cast<ConstantInt>(Index)->getZExtValue();
      const uint64_t Offset = Parts.Layout.getStructLayout(Struct)
                                  ->getElementOffset(Member)
                                  .getFixedValue();
      At = Pool.add(At, Pool.constant(Offset, Wide));
      continue;
    }
    const TypeSize Stride = Step.getSequentialElementStride(Parts.Layout);
    if (Stride.isScalable())
      return Pool.opaque("vector without a fixed size", Wide);
    auto Type = scalarType(Index->getType(), /*Signed=*/true);
    if (!Type)
      return Pool.opaque("index that is not understood", Wide);
    const Expr *Number = scalar(Index, Nesting);
    // Narrower numbers are extended by their sign.
    if (Type->Bits < Wide.Bits)
      Number = Type->Bits == 1 ? Pool.unary(Op::Negate, Pool.cast(Number, Wide))
                               : Pool.cast(Number, *Type);
    At = Pool.add(At, Pool.mul(Pool.cast(Number, Wide),
                               Pool.constant(Stride.getFixedValue(), Wide)));
  }
  return At;
}

} // namespace kernelcast
