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

/// Whether \p Value is found without adding or multiplying, on the same units.
static bool addsNothing(const Expr *Value) {
  switch (Value->op()) {
  case Op::Min:
  case Op::Max:
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
  case Op::Select:
  case Op::Negate:
  case Op::Cast:
    return true;
  case Op::Call:
    return Value->name() == "fmin" || Value->name() == "fmax";
  default:
    return false;
  }
}

/// Additions and multiplications of \p I, which is of floating point, a
/// multiply-add being two: what profilers count as operations (the counters
/// smsp__sass_thread_inst_executed_op_fadd_pred_on, fmul and twice ffma).
static double floatOperations(const Instruction &I,
                              const FusedOperations &Fused, bool FastMath) {
  if (!I.Value)
    return I.Count;
  if (addsNothing(I.Value))
    return 0;
  if (Fused.isMultiplyAdd(I))
    return 2 * I.Count;
  if (I.Value->op() != Op::Call && I.Value->op() != Op::Div)
    return I.Count;
  // A step in single precision on the way to a double multiplies and adds.
  if (I.Class == InstructionClass::Fp32 && I.Value->type().Bits == 64)
    return 2 * I.Count;
  // Of a function's instructions those that multiply and add.
  return I.Count + operationCost(I.Value, FastMath).Fma;
}

SpecializationPlan::SpecializationPlan(const KernelGraphs &Graphs)
    : Graphs(Graphs), Evaluation(Graphs), Flops(kernel().Blocks.size()) {
  const KernelModel &Kernel = kernel();
  FusedOperations Fused(Kernel);
  for (const BasicBlock &Block : Kernel.Blocks) {
    Weighed.push_back(::mayBeWeighed(Block, Kernel));
    for (const Instruction &I : Block.Instructions) {
      const double Count = floatOperations(I, Fused, Kernel.FastMath);
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
