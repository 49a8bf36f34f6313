//===- IrTypes.cpp - A type of the IR as a list of scalars ----------------===//

#include "analysis/lowering/IrTypes.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace kernelcast {

/// More scalars than this are not followed one by one, nor is deeper nesting.
static constexpr unsigned MaxLeaves = 64, MaxNesting = 16;

static bool appendLeaves(Type *T, uint64_t Offset, const DataLayout &Layout,
                         SmallVectorImpl<IrLeaf> &Leaves, unsigned Nesting) {
  if (Leaves.size() >= MaxLeaves || Nesting > MaxNesting)
    return false;
  if (auto *Struct = dyn_cast<StructType>(T)) {
    if (Struct->isOpaque())
      return false;
    const StructLayout *Members = Layout.getStructLayout(Struct);
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      if (!appendLeaves(Struct->getElementType(I),
                        Offset + Members->getElementOffset(I).getFixedValue(),
                        Layout, Leaves, Nesting + 1))
        return false;
    return true;
  }
  Type *Element = nullptr;
  uint64_t Count = 0, Bits = 0;
  if (auto *Array = dyn_cast<ArrayType>(T)) {
    Element = Array->getElementType();
    Count = Array->getNumElements();
    Bits = Layout.getTypeAllocSizeInBits(Element).getKnownMinValue();
  } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    Element = Vector->getElementType();
    Count = Vector->getNumElements();
    Bits = Layout.getTypeSizeInBits(Element).getKnownMinValue();
  } else if (T->isSingleValueType() && !isa<ScalableVectorType>(T)) {
    Leaves.push_back({T, Offset});
    return true;
  } else {
    return false;
  }
  if (Count > MaxLeaves)
    return false;
  for (uint64_t I = 0; I < Count; ++I)
    if (!appendLeaves(Element, Offset + I * Bits / 8, Layout, Leaves,
                      Nesting + 1))
      return false;
  return true;
}

SmallVector<IrLeaf, 4> leavesOf(Type *T, const DataLayout &Layout) {
  SmallVector<IrLeaf, 4> Leaves;
  if (!T->isSized() || !appendLeaves(T, 0, Layout, Leaves, 0))
    Leaves.clear();
  return Leaves;
}

std::optional<ScalarType> scalarType(Type *T, bool Signed) {
  if (T->isPointerTy())
    return ScalarType::pointer();
  if (T->isIntegerTy(1))
    return ScalarType::truth();
  if (T->isIntegerTy() && T->getIntegerBitWidth() <= 64)
    return ScalarType::integer(T->getIntegerBitWidth(), Signed);
  if (T->isHalfTy() || T->isBFloatTy())
    return ScalarType::floating(16);
  if (T->isFloatTy())
    return ScalarType::floating(32);
  if (T->isDoubleTy())
    return ScalarType::floating(64);
  return std::nullopt;
}

ScalarType scalarTypeOrWord(Type *T, bool Signed) {
  return scalarType(T, Signed).value_or(ScalarType::pointer());
}

bool isUnderstood(Type *T) {
  if (auto *Struct = dyn_cast<StructType>(T))
    return all_of(Struct->elements(),
                  [](Type *Member) { return isUnderstood(Member); });
  if (auto *Array = dyn_cast<ArrayType>(T))
    return isUnderstood(Array->getElementType());
  return scalarType(T->getScalarType(), true).has_value();
}

} // namespace kernelcast
