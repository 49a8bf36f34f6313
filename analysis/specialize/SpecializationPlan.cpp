//===- SpecializationPlan.cpp - A kernel ready for its launches -----------===//

#include "analysis/specialize/SpecializationPlan.h"
#include "analysis/instructions/FusedOperations.h"
#include "analysis/instructions/InstructionCost.h"
#include "analysis/instructions/PtxTable.h"

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

/// Adds what one execution of \p I by one thread adds and multiplies. Fused
/// says which additions multiply on the way.
static void addOperations(const Instruction &I, const FusedOperations &Fused,
                          bool FastMath, FloatOperations &Sum) {
  if (I.Class != InstructionClass::Fp32 && I.Class != InstructionClass::Fp64)
    return;
  const bool IsOfHalves =
      I.Value &&
      (I.Value->type().Bits == 16 ||
       (I.Value->op() == Op::Call && isPtxCallOfHalves(I.Value->name())));
  double &Own = I.Class == InstructionClass::Fp64 ? Sum.Fp64
                : IsOfHalves                      ? Sum.Fp16
                                                  : Sum.Fp32;
  if (!I.Value) {
    Own += I.Count;
    return;
  }
  if (Fused.isMultiplyAdd(I)) {
    Own += 2 * I.Count;
    return;
  }
  const OperationCost Cost = operationCost(I.Value, FastMath);
  if (Cost.Count == 0)
    return;
  Own += I.Count * Cost.Operations / Cost.Count;
  if (I.Class == InstructionClass::Fp64)
    Sum.Fp32 += I.Count * Cost.SingleOperations / Cost.Count;
}

SpecializationPlan::SpecializationPlan(const KernelGraphs &Graphs)
    : Graphs(Graphs), Evaluation(Graphs), Flops(kernel().Blocks.size()) {
  const KernelModel &Kernel = kernel();
  FusedOperations Fused(Kernel);
  for (const BasicBlock &Block : Kernel.Blocks) {
    Weighed.push_back(::mayBeWeighed(Block, Kernel));
    if (Block.Operations) {
      Flops[Block.Id] = *Block.Operations;
      continue;
    }
    for (const Instruction &I : Block.Instructions)
      addOperations(I, Fused, Kernel.FastMath, Flops[Block.Id]);
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
