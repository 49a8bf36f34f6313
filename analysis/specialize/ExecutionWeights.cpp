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

namespace {

/// Expressions of a kernel with the launch's sizes and arguments put in. The
/// results are of a pool of their own: the kernel's is shared by all threads.
class AtLaunch {
public:
  explicit AtLaunch(const LaunchConfiguration &Launch) : Launch(Launch) {}
  const Expr *of(const Expr *E) {
    return Pool.rewrite(
        E, [&](const Expr *Leaf) { return leaf(*Leaf); }, &Known);
  }

private:
  const Expr *leaf(const Expr &Leaf) {
    ScalarType Type = Leaf.type();
    switch (Leaf.op()) {
    case Op::Constant:
      return Type.Float ? nullptr : Pool.constant(Leaf.value(), Type);
    case Op::Counter:
      return Pool.counter(Leaf.value());
    case Op::Symbol:
      for (const ArgumentValue &Argument : Launch.Arguments)
        if (!Type.Float && Argument.Name == Leaf.name() && Argument.IsInteger)
          return Pool.constant(wrapToType(Argument.Integer, Type), Type);
      return Pool.symbol(Leaf.name(), Type);
    case Op::Coordinate:
      return coordinate(static_cast<Coordinate>(Leaf.value()), Type);
    default:
      return nullptr;
    }
  }
  const Expr *coordinate(Coordinate Which, ScalarType Type) {
    auto Size = [&](const std::array<uint64_t, 3> &Sizes, Coordinate First) {
      unsigned D = static_cast<unsigned>(Which) - static_cast<unsigned>(First);
      return D < 3 ? Pool.constant(Sizes[D], Type) : nullptr;
    };
    if (const Expr *Threads = Size(Launch.Block, Coordinate::BlockSizeX))
      return Threads;
    if (const Expr *Blocks = Size(Launch.Grid, Coordinate::GridSizeX))
      return Blocks;
    return Pool.coordinate(Which, Type);
  }

  const LaunchConfiguration &Launch;
  ExpressionPool Pool;
  DenseMap<const Expr *, const Expr *> Known;
};

} // namespace

void kernelcast::addExecutionWeights(const SpecializationPlan &Plan,
                                     WarpProfile &Profile) {
  constexpr uint64_t Budget = 1u << 16; // thread-iteration steps
  const KernelModel &Kernel = Plan.kernel();
  const LaunchConfiguration &Launch = Profile.Launch;
  if (Launch.Block[1] != 1 || Launch.Block[2] != 1)
    return;
  std::optional<AtLaunch> Values;
  for (BranchFacts &Branch : Profile.Branches) {
    if (!Plan.mayBeWeighed(Branch.Block))
      continue;
    if (!Values)
      Values.emplace(Launch);
    const BasicBlock &Block = Kernel.Blocks[Branch.Block];
    const Expr *Trips = Values->of(Kernel.Loops[Block.Loop].TripCount);
    if (!Trips->isIntegerConstant() || Trips->value() < 1)
      continue;
    std::optional<StructuralCondition> Condition =
        structuralCondition(Values->of(Block.Condition), Block.Loop);
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
