//===- SharedMemoryLoads.cpp - Neighbours loaded at once ------------------===//
//------===//

#include "analysis/lowering/SharedMemoryLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace {

constexpr uint64_t WidestLoad = 16;

struct SharedMemoryLoad {
  const llvm::Instruction *Load;
  int64_t Offset;
  uint64_t Bytes;
};

/// What \p Address is certain to be a multiple of, at most WidestLoad.
uint64_t alignmentOf(const Value *Address, const DataLayout &Layout,
                     unsigned Depth = 0) {
  if (isa<GlobalVariable>(Address))
    return WidestLoad;
  const auto *Step = dyn_cast<GEPOperator>(Address);
  if (!Step || Depth > 8)
    return 1;
  unsigned Bits = Layout.getIndexTypeSizeInBits(Step->getType());
  MapVector<Value *, APInt> Indices;
  APInt Constant(Bits, 0);
  if (!Step->collectOffset(Layout, Bits, Indices, Constant))
    return 1;
  auto PowerIn = [](const APInt &N) {
    return N.isZero()
               ? WidestLoad
               : std::min<uint64_t>(
                     uint64_t(1) << std::min(N.countr_zero(), 4u), WidestLoad);
  };
  uint64_t Result =
      std::min(alignmentOf(Step->getPointerOperand(), Layout, Depth + 1),
               PowerIn(Constant));
  for (auto &[Index, Scale] : Indices) {
    KnownBits Known = computeKnownBits(Index, Layout);
    unsigned Zeros = std::min(Known.countMinTrailingZeros(), 4u);
    Result = std::min(Result,
                      std::min<uint64_t>(PowerIn(Scale) << Zeros, WidestLoad));
  }
  return Result;
}

/// Merges what one run of loads from one base has, in ascending order.
void mergeRun(SmallVectorImpl<SharedMemoryLoad> &Loads, uint64_t BaseAlignment,
              DenseSet<const llvm::Instruction *> &Merged) {
  llvm::stable_sort(Loads,
                    [](const SharedMemoryLoad &A, const SharedMemoryLoad &B) {
                      return A.Offset < B.Offset;
                    });
  for (size_t First = 0; First < Loads.size();) {
    size_t Taken = 1;
    for (uint64_t Wide : {uint64_t(16), uint64_t(8)}) {
      uint64_t Each = Loads[First].Bytes;
      uint64_t Number = Wide / Each;
      if (Number < 2 || Wide > BaseAlignment ||
          static_cast<uint64_t>(Loads[First].Offset) % Wide != 0 ||
          First + Number > Loads.size())
        continue;
      bool Complete = true;
      for (uint64_t I = 1; I < Number; ++I)
        Complete &= Loads[First + I].Bytes == Each &&
                    Loads[First + I].Offset ==
                        Loads[First].Offset + static_cast<int64_t>(I * Each);
      if (!Complete)
        continue;
      for (uint64_t I = 1; I < Number; ++I)
        Merged.insert(Loads[First + I].Load);
      Taken = Number;
      break;
    }
    First += Taken;
  }
}

} // namespace

DenseSet<const llvm::Instruction *>
kernelcast::loadsDoneByNeighbours(const Function &Kernel) {
  DenseSet<const llvm::Instruction *> Merged;
  const DataLayout &Layout = Kernel.getDataLayout();
  for (const llvm::BasicBlock &Block : Kernel) {
    MapVector<const Value *, SmallVector<SharedMemoryLoad, 8>> Runs;
    auto End = [&] {
      for (auto &[Base, Loads] : Runs)
        mergeRun(Loads, alignmentOf(Base, Layout), Merged);
      Runs.clear();
    };
    for (const llvm::Instruction &I : Block) {
      if (I.mayWriteToMemory()) {
        // Other memory cannot be shared memory.
        const auto *Store = dyn_cast<StoreInst>(&I);
        if (!Store || (Store->getPointerAddressSpace() != 1 &&
                       Store->getPointerAddressSpace() != 5))
          End();
        continue;
      }
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || Load->isVolatile() || Load->getPointerAddressSpace() != 3)
        continue;
      uint64_t Bytes =
          Layout.getTypeStoreSize(Load->getType()).getKnownMinValue();
      if (Bytes != 4 && Bytes != 8)
        continue;
      APInt Offset(
          Layout.getIndexTypeSizeInBits(Load->getPointerOperand()->getType()),
          0);
      const Value *Base =
          Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              Layout, Offset, /*AllowNonInbounds=*/true);
      Runs[Base].push_back({Load, Offset.getSExtValue(), Bytes});
    }
    End();
  }
  return Merged;
}
