//===- ExecutionWeights.cpp - Equation (12) for a launch's branches -------===//
//
// A branch inside a loop whose condition compares the thread's number with the
// loop's variable is true for other warps in every iteration. Baghsorkhi et al.
// replay it for one block and combine the iterations in equation (12); both the
// printed and the corrected weight are facts of the branch, beside the counts
// of the warp evaluator, which need no such class of conditions.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/ExecutionWeights.h"
#include "analysis/control/StructuralConditions.h"

using namespace llvm;
using namespace kernelcast;

/// \p E with the launch's sizes and arguments put in.
static const Expr *atLaunch(const KernelModel &Kernel,
                            const LaunchConfiguration &Launch, const Expr *E) {
  ExpressionPool &Pool = *Kernel.Pool;
  return Pool.rewrite(E, [&](const Expr *Leaf) -> const Expr * {
    if (Leaf->op() == Op::Symbol && !Leaf->type().Float) {
      for (const ArgumentValue &Argument : Launch.Arguments)
        if (Argument.Name == Leaf->name() && Argument.IsInteger)
          return Pool.constant(wrapToType(Argument.Integer, Leaf->type()),
                               Leaf->type());
      return nullptr;
    }
    if (Leaf->op() != Op::Coordinate)
      return nullptr;
    auto Which = static_cast<unsigned>(Leaf->value());
    auto Within = [&](Coordinate First) {
      return Which - static_cast<unsigned>(First) < 3;
    };
    if (Within(Coordinate::BlockSizeX))
      return Pool.constant(
          Launch.Block[Which - static_cast<unsigned>(Coordinate::BlockSizeX)],
          Leaf->type());
    if (Within(Coordinate::GridSizeX))
      return Pool.constant(
          Launch.Grid[Which - static_cast<unsigned>(Coordinate::GridSizeX)],
          Leaf->type());
    return nullptr;
  });
}

void kernelcast::addExecutionWeights(const KernelModel &Kernel,
                                     WarpProfile &Profile) {
  constexpr uint64_t Budget = 1u << 16; // thread-iteration steps
  const LaunchConfiguration &Launch = Profile.Launch;
  if (Launch.Block[1] != 1 || Launch.Block[2] != 1)
    return;
  for (BranchFacts &Branch : Profile.Branches) {
    const BasicBlock &Block = Kernel.Blocks[Branch.Block];
    if (Block.Loop == None || !Block.Condition || Block.FromLoopCondition)
      continue;
    const LoopInfo &Loop = Kernel.Loops[Block.Loop];
    if (!Loop.TripCount || !Loop.SingleExit)
      continue;
    const Expr *Trips = atLaunch(Kernel, Launch, Loop.TripCount);
    if (!Trips->isIntegerConstant() || Trips->value() < 1)
      continue;
    std::optional<StructuralCondition> Condition = structuralCondition(
        atLaunch(Kernel, Launch, Block.Condition), Block.Loop);
    if (!Condition)
      continue;
    Condition->LastIteration = Trips->value() - 1;
    Condition->Threads = Launch.Block[0];
    Condition->WarpSize = Profile.WarpSize;
    ConditionWeights Weights = replay(*Condition, Budget);
    if (Weights.Assumed)
      continue;
    Branch.WeightEq12 = Weights.executionWeight(WeightMode::Faithful);
    Branch.WeightCorrected = Weights.executionWeight(WeightMode::Corrected);
  }
}
