//===- WarpEvaluator.cpp - All warps of a box in lock step ----------------===//

#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

WarpEvaluator::WarpEvaluator(const EvaluationPlan &Plan,
                             const LaunchConfiguration &Launch,
                             const GpuSpec &Gpu,
                             const EvaluationOptions &Options)
    : Plan(Plan), Kernel(Plan.kernel()),
      Values(Plan, Launch, std::clamp(Gpu.WarpSize, 1u, MaxLanes)),
      Flow(Plan, Values), State(Kernel),
      Branches(Plan, Options, Values, State, Journal),
      Loops(Plan, Options, Values, Flow, State, Journal),
      Accesses(Plan, Gpu, Values, State, Journal),
      ItemLanes(Plan.regions().size()) {
  for (auto [Lanes, Region] : zip(ItemLanes, Plan.regions()))
    Lanes.resize(Region.Items.size());
}

bool WarpEvaluator::evaluate(const WarpBox &Warps) {
  Journal.rollBack({});
  State.restart();
  Values.enter(Warps);
  Flow.clear();
  if (Kernel.Blocks.empty())
    return true;
  return Kernel.Irreducible ? runIrreducible(Warps.Present)
                            : runRegion(0, LaneSet::of(Warps.Present));
}

/// Control flow without loops that could be told: each block may run, once in
/// the estimate, any number of times in the bounds.
bool WarpEvaluator::runIrreducible(LaneMask Present) {
  WarpValue Anything;
  State.AssumedDepth = 1;
  for (const BasicBlock &B : Kernel.Blocks) {
    for (const ExpressionProgram::NeededPhi &Phi : Plan.program().Phis[B.Id]) {
      Anything.setUnknown(Plan.program().Nodes[Phi.Slot].Source);
      Values.assign(Phi.Slot, Anything, ~LaneMask(0));
    }
    LaneSet Lanes = LaneSet::of(Present);
    if (B.Id != 0)
      Lanes.Must = 0;
    if (!runBlock(B, Lanes))
      return false;
  }
  return true;
}

bool WarpEvaluator::runRegion(unsigned Region, const LaneSet &Entry) {
  ArrayRef<FlowItem> Items = Plan.regions()[Region].Items;
  std::vector<LaneSet> &Lanes = ItemLanes[Region];
  for (unsigned I = 0; I != Items.size(); ++I) {
    const FlowItem &Item = Items[I];
    const BasicBlock &First =
        Kernel.Blocks[Item.IsLoop ? Kernel.Loops[Item.Id].Header : Item.Id];
    if (I == 0)
      Lanes[I] = Entry;
    else if (Item.Reunites != None)
      Lanes[I] = Lanes[Item.Reunites];
    else
      Lanes[I] = Flow.incoming(First, false);
    auto Iterate = [&](const LaneSet &Active) {
      return runRegion(1 + Item.Id, Active);
    };
    if (Item.IsLoop ? !Loops.run(Kernel.Loops[Item.Id], Lanes[I], Iterate)
                    : !runBlock(First, Lanes[I]))
      return false;
  }
  return true;
}

bool WarpEvaluator::runBlock(const BasicBlock &Block, const LaneSet &Lanes) {
  Flow.clear(Block.Id);
  if (Lanes.empty())
    return true;
  ArrayRef<SlotId> Needed = Plan.program().BlockLists[Block.Id];
  // A huge block alone must not consume the budget: it can only be run whole.
  size_t Work = Needed.size() + 8 * Block.Effects.size();
  if (!State.Steps.take(1 + std::min<size_t>(Work / 8, 200)))
    return Values.giveUp();
  double Volume = Values.points().volume() * State.Scale;
  Journal.add(BlockEvent{Block.Id, Lanes.any() * Volume, Lanes.lanes() * Volume,
                         State.AssumedDepth != 0});
  if (!Plan.isHeader(Block) && !Kernel.Irreducible && !Flow.joinPhis(Block))
    return false;
  if (!Values.update(Needed, Lanes.May))
    return false;
  for (const Effect &E : Block.Effects)
    if (E.Access != None && !Accesses.evaluate(E.Access, Lanes))
      return false;
  BranchSides Sides = Branches.leave(Block, Lanes);
  for (unsigned Side : {0, 1})
    Flow.over(Block.Id, Side) = Sides[Side];
  return true;
}
