//===- UniformValues.cpp - What all lanes of a warp agree on --------------===//

#include "analysis/lowering/UniformValues.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

/// Whether lanes get different values even from the same operands.
static bool isSourceOfDifference(const Instruction &I) {
  if (I.isAtomic() && !isa<FenceInst>(I) && !isa<LoadInst>(I) &&
      !isa<StoreInst>(I))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::not_intrinsic: {
    // Functions of numbers alone give the same for the same.
    return !Call->doesNotAccessMemory();
  }
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
  case Intrinsic::nvvm_read_ptx_sreg_laneid:
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_eq:
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_le:
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_lt:
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_ge:
  case Intrinsic::nvvm_read_ptx_sreg_lanemask_gt:
  case Intrinsic::nvvm_read_ptx_sreg_clock:
  case Intrinsic::nvvm_read_ptx_sreg_clock64:
    return true;
  default: {
    StringRef Name = Call->getCalledFunction()->getName();
    return Name.starts_with("llvm.nvvm.atomic");
  }
  }
}

/// Blocks between \p Block and where its successors' ways all meet again
/// (\p Join, with it), to which more than one way leads.
static void
addMeetingPoints(const BasicBlock &Block, const BasicBlock *Join,
                 SmallVectorImpl<const BasicBlock *> &MeetingPoints) {
  DenseMap<const BasicBlock *, const BasicBlock *> ReachedFrom;
  SmallPtrSet<const BasicBlock *, 8> Met;
  for (const BasicBlock *Start : successors(&Block)) {
    SmallVector<const BasicBlock *, 8> Work{Start};
    SmallPtrSet<const BasicBlock *, 16> Seen{Start};
    while (!Work.empty()) {
      const BasicBlock *At = Work.pop_back_val();
      auto [Place, New] = ReachedFrom.insert({At, Start});
      if (!New && Place->second != Start && Met.insert(At).second)
        MeetingPoints.push_back(At);
      if (At == Join || At == &Block)
        continue;
      for (const BasicBlock *Next : successors(At))
        if (Seen.insert(Next).second)
          Work.push_back(Next);
    }
  }
  if (Join && Met.insert(Join).second)
    MeetingPoints.push_back(Join);
}

bool kernelcast::UniformValues::splitsWarp(
    const llvm::BasicBlock &Block) const {
  const llvm::Instruction *End = Block.getTerminator();
  if (const auto *Branch = dyn_cast<BranchInst>(End))
    return Branch->isConditional() && !isUniform(Branch->getCondition());
  if (const auto *Switch = dyn_cast<SwitchInst>(End))
    return !isUniform(Switch->getCondition());
  return false;
}

kernelcast::UniformValues::UniformValues(const Function &Kernel,
                                         const PostDominatorTree &Behind) {
  SmallVector<const llvm::Instruction *, 64> Work;
  auto Mark = [&](const llvm::Instruction *I) {
    if (Differing.insert(I).second)
      Work.push_back(I);
  };
  for (const llvm::Instruction &I : instructions(Kernel))
    if (isSourceOfDifference(I))
      Mark(&I);
  SmallPtrSet<const llvm::BasicBlock *, 16> Split;
  auto SplitAt = [&](const llvm::BasicBlock &Block) {
    if (!Split.insert(&Block).second)
      return;
    const auto *Node = Behind.getNode(&Block);
    const auto *Parent = Node ? Node->getIDom() : nullptr;
    SmallVector<const llvm::BasicBlock *, 8> MeetingPoints;
    addMeetingPoints(Block, Parent ? Parent->getBlock() : nullptr,
                     MeetingPoints);
    for (const llvm::BasicBlock *At : MeetingPoints)
      for (const PHINode &Phi : At->phis())
        if (!Phi.hasConstantOrUndefValue())
          Mark(&Phi);
  };
  while (!Work.empty()) {
    const llvm::Instruction *I = Work.pop_back_val();
    for (const User *U : I->users()) {
      const auto *Consumer = cast<llvm::Instruction>(U);
      if (Consumer->isTerminator())
        SplitAt(*Consumer->getParent());
      else
        Mark(Consumer);
    }
  }
}
