//===- SpecializationPlan.cpp - A kernel ready for its launches -----------===//

#include "analysis/specialize/SpecializationPlan.h"
#include "analysis/instructions/FusedOperations.h"
#include "analysis/instructions/InstructionCost.h"

using namespace llvm;
using namespace kernelcast;

/// Whether nothing that data decide is a part of \p E.
static bool isFreeOfData(const Expr *E) {
  bool Free = true;
  visitPostOrder(E, [&](const Expr *Node) {
    Free &= Node->op() != Op::Load && Node->op() != Op::Phi &&
            Node->op() != Op::Opaque && Node->op() != Op::Base;
  });
  return Free;
}

/// A branch of an iteration of a loop with one exit whose trip count and
/// condition the launch decides.
static bool mayBeWeighed(const BasicBlock &Block, const KernelModel &Kernel) {
  if (Block.Loop == None || !Block.Condition || Block.FromLoopCondition)
    return false;
  const LoopInfo &Loop = Kernel.Loops[Block.Loop];
  return Loop.TripCount && Loop.SingleExit && isFreeOfData(Loop.TripCount) &&
         isFreeOfData(Block.Condition);
}

SpecializationPlan::SpecializationPlan(const KernelGraphs &Graphs)
    : Graphs(Graphs), Evaluation(Graphs), Flops(kernel().Blocks.size()) {
  const KernelModel &Kernel = kernel();
  FusedOperations Fused(Kernel);
  for (const BasicBlock &Block : Kernel.Blocks) {
    Weighed.push_back(::mayBeWeighed(Block, Kernel));
    for (const Instruction &I : Block.Instructions) {
      double Count = I.Count * (Fused.isMultiplyAdd(I) ? 2 : 1);
      // Of a function's instructions those that multiply and add.
      if (I.Value && !Fused.isMultiplyAdd(I) &&
          (I.Value->op() == Op::Call || I.Value->op() == Op::Div))
        Count += operationCost(I.Value, Kernel.FastMath).Fma;
      if (I.Class == InstructionClass::Fp32)
        Flops[Block.Id].Fp32 += Count;
      else if (I.Class == InstructionClass::Fp64)
        Flops[Block.Id].Fp64 += Count;
    }
  }
}

ArrayRef<AccessClass>
SpecializationPlan::accessClasses(const BlockSize &Sizes) const {
  // Nodes of a map stay where they are, so that the answer outlives the lock.
  std::lock_guard Hold(ClassesLock);
  auto [It, New] = Classes.try_emplace(Sizes);
  if (New)
    It->second = classifyAccesses(kernel(), Sizes);
  return It->second;
}
