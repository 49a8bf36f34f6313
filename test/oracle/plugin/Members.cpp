//===- Members.cpp - What a copy of a structure moves ---------------------===//

#include "Members.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using Members = std::vector<std::pair<size_t, unsigned>>;

static void addMembers(llvm::Type *Type, size_t Offset,
                       const llvm::DataLayout &Layout, Members &Found) {
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(Type)) {
    const llvm::StructLayout *Offsets = Layout.getStructLayout(Struct);
    for (unsigned I = 0; I != Struct->getNumElements(); ++I)
      addMembers(Struct->getElementType(I),
                 Offset + Offsets->getElementOffset(I), Layout, Found);
  } else if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Type)) {
    size_t Element = Layout.getTypeAllocSize(Array->getElementType());
    for (size_t I = 0; I != Array->getNumElements(); ++I)
      addMembers(Array->getElementType(), Offset + I * Element, Layout, Found);
  } else {
    Found.push_back({Offset, Layout.getTypeStoreSize(Type)});
  }
}

Members oracle::members(const llvm::Instruction &I, size_t Bytes) {
  if (const auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I)) {
    // The pointer's type before it became one to bytes.
    const llvm::DataLayout &Layout = I.getModule()->getDataLayout();
    for (const llvm::Value *Pointer : {Copy->getSource(), Copy->getDest()}) {
      llvm::Type *Type =
          Pointer->stripPointerCasts()->getType()->getPointerElementType();
      if (!Type->isSized() || Layout.getTypeAllocSize(Type) != Bytes)
        continue;
      Members Found;
      addMembers(Type, 0, Layout, Found);
      return Found;
    }
  }
  return {{0, unsigned(Bytes)}};
}
