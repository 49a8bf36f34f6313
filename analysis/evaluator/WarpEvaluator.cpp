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
      Branches(Plan, Launch, Options, Values, State, Journal),
      Loops(Plan, Options, Values, Flow, State, Journal),
      Accesses(Plan, Gpu, Values, State, Journal),
      ItemLanes(Plan.regions().size()), Beginnings(Plan.regions().size()),
      Kept(Plan.regions().size()), PhisMade(Kernel.Blocks.size()) {
  for (auto [I, Region] : enumerate(Plan.regions())) {
    ItemLanes[I].resize(Region.Items.size());
    Beginnings[I].resize(Region.Items.size());
    Kept[I].resize(Region.Items.size());
  }
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
  const auto Size = static_cast<unsigned>(Plan.regions()[Region].Items.size());
  return runItems({Region, 0, Size}, Entry);
}

bool WarpEvaluator::runItems(const Stretch &Part, const LaneSet &Entry) {
  for (unsigned I = Part.First; I != Part.End;) {
    Beginnings[Part.Region][I] = {Journal.mark(), State.Cause};
    if (runItem(Part.Region, I, Entry))
      ++I;
    else if (I = divide(Part, I, Entry); I == None)
      return false;
  }
  return true;
}

bool WarpEvaluator::runItem(unsigned Region, unsigned Id,
                            const LaneSet &Entry) {
  ArrayRef<FlowItem> Items = Plan.regions()[Region].Items;
  const FlowItem &Item = Items[Id];
  const BasicBlock &First =
      Kernel.Blocks[Item.IsLoop ? Kernel.Loops[Item.Id].Header : Item.Id];
  LaneSet &Lanes = ItemLanes[Region][Id];
  if (Id == 0)
    Lanes = Entry;
  else if (Item.Reunites != None)
    Lanes = ItemLanes[Region][Item.Reunites];
  else
    Lanes = Flow.incoming(First, false);
  if (Item.StretchEnd < Items.size() && !Items[Item.StretchEnd].IsLoop)
    PhisMade[Items[Item.StretchEnd].Id] = false;
  if (!Item.IsLoop)
    return runBlock(First, Lanes);
  return Loops.run(Kernel.Loops[Item.Id], Lanes, [&](const LaneSet &Active) {
    return runRegion(1 + Item.Id, Active);
  });
}

//===----------------------------------------------------------------------===//
// Parts of the box
//===----------------------------------------------------------------------===//

/// How deep divisions may be nested: each holds the state of those around it.
static constexpr unsigned MaxDivisions = 8;
/// Parts along loops. How far a segment goes may be a guess, of which an exit
/// leaves little: the loop finds that out piece by piece, and stops there.
static constexpr unsigned MaxLoopParts = 8;

/// Whether it is a block with one way on at most, which all of its lanes take.
static bool goesStraightOn(const KernelModel &Kernel, const FlowItem &Item) {
  return !Item.IsLoop && Kernel.Blocks[Item.Id].Successors.size() <= 1;
}

static bool isAlongLoop(const SplitRequest &Split) {
  return Split.Variable >= NumLaunchVariables;
}

/// Whether parts of the box could agree behind \p Whole.
bool WarpEvaluator::mayDivide(const Stretch &Whole,
                              const SplitRequest &Split) const {
  ArrayRef<FlowItem> Items = Plan.regions()[Whole.Region].Items;
  const KeptWhole Here = Kept[Whole.Region][Whole.First];
  if (Here == KeptWhole::Always ||
      (Here == KeptWhole::AlongLoops && isAlongLoop(Split)))
    return false;
  // A loop takes the phis of its header from its edges itself.
  return goesStraightOn(Kernel, Items[Whole.First]) ||
         !Items[Whole.End].IsLoop ||
         Plan.program().Phis[Kernel.Loops[Items[Whole.End].Id].Header].empty();
}

/// After item \p Failed of \p Around has asked for a split: evaluates a stretch
/// that it is in for each part of the box. The item that follows the stretch,
/// or None if the whole of \p Around has to be divided.
unsigned WarpEvaluator::divide(const Stretch &Around, unsigned Failed,
                               const LaneSet &Entry) {
  ArrayRef<FlowItem> Items = Plan.regions()[Around.Region].Items;
  const SplitRequest Split = Values.split();
  if (!DividesStretches || !Split.isSplit() ||
      Values.divisions() == MaxDivisions)
    return None;
  unsigned From = Failed; // all before it has been done and stands
  for (unsigned I = Failed; I != None && I >= Around.First;
       I = Items[I].Around) {
    const Stretch Inner{Around.Region, I, Items[I].StretchEnd};
    if (Inner.End == None || Inner.End <= Failed || Inner.End > Around.End ||
        Inner == Around || !mayDivide(Inner, Split))
      continue;
    if (runParts(Inner, Split, Entry))
      return Inner.End;
    if (!Values.split().isSplit())
      return None;
    From = I;
  }
  if (Around.Region == 0 && Around.End == Items.size() &&
      From != Around.First) {
    if (runParts({0, From, Around.End}, Split, Entry))
      return Around.End;
    if (!Values.split().isSplit())
      return None;
  }
  Values.request(Split);
  return None;
}

/// Evaluates \p Whole for one part of the box. What comes out of it is
/// \p Result: the values of the phis behind it, then those of its loop that are
/// used behind it.
bool WarpEvaluator::runPart(const Stretch &Whole, const LaneSet &Entry,
                            Outcome &Result) {
  ArrayRef<FlowItem> Items = Plan.regions()[Whole.Region].Items;
  const FlowItem &First = Items[Whole.First];
  if (!runItems(Whole, Entry))
    return false;
  if (Whole.End == Items.size() || goesStraightOn(Kernel, First))
    return true;
  std::vector<GroupedValue> Phis;
  if (const FlowItem &Next = Items[Whole.End]; !Next.IsLoop)
    if (!Flow.mergePhis(Kernel.Blocks[Next.Id], false, Phis))
      return false;
  Result.append(Phis.begin(), Phis.end());
  if (First.IsLoop)
    for (SlotId Leaf : Plan.program().Escaping[First.Id])
      Result.push_back(Values.sureValue(Leaf, 0));
  return true;
}

/// Evaluates \p Whole, which has asked for \p Split, for each part of the box.
/// False, with nothing done: a part asks for an end, or the parts do not agree
/// on what comes out of the stretch; then the split is asked for again.
bool WarpEvaluator::runParts(const Stretch &Whole, const SplitRequest &Split,
                             const LaneSet &Entry) {
  const Beginning Start = Beginnings[Whole.Region][Whole.First];
  Journal.rollBack(Start.Journal);
  SmallVector<Box, 4> Work;
  unsigned LoopParts = 0;
  auto Divide = [&](const Box &Points, const SplitRequest &At) {
    size_t Old = Work.size();
    kernelcast::split(Points.Variables[At.Variable], At,
                      [&](const BoxVariable &Part) {
                        Work.push_back(Points);
                        Work.back().Variables[At.Variable] = Part;
                      });
    std::reverse(Work.begin() + Old, Work.end());
    if (isAlongLoop(At))
      LoopParts += Work.size() - Old;
  };
  Divide(Values.points(), Split);
  Values.openDivision();
  Outcome Agreed;
  unsigned Cause = Start.Cause;
  bool First = true, Good = true;
  while (Good && !Work.empty()) {
    const Box Part = Work.pop_back_val();
    const FactJournal::Mark Before = Journal.mark();
    State.Cause = Start.Cause;
    Values.enterPart(Part);
    Outcome Result;
    if (runPart(Whole, Entry, Result)) {
      // What does not move along a variable that was divided, and is the same
      // in all parts, is the value for the whole box.
      const LaneMask Lanes = ItemLanes[Whole.Region][Whole.First].May;
      Good = none_of(Result, [&](const GroupedValue &V) {
        return V.varying() & Values.divided();
      });
      for (auto [Old, New] : zip(Agreed, Result))
        Good &= sameLanes(Old, New, Lanes);
      if (!Good) {
        Kept[Whole.Region][Whole.First] = KeptWhole::Always;
        Values.request(Split);
      }
      if (First)
        Agreed = std::move(Result);
      First = false;
      if (State.Cause != Start.Cause)
        Cause = State.Cause;
      Values.leavePart();
      continue;
    }
    Values.leavePart();
    Journal.rollBack(Before);
    Good = Values.split().isSplit();
    if (Good)
      Divide(Part, Values.split());
    if (LoopParts > MaxLoopParts) {
      Kept[Whole.Region][Whole.First] = KeptWhole::AlongLoops;
      Good = Values.request(Split);
    }
  }
  Values.closeDivision();
  State.Cause = Cause;
  if (Good) {
    assignOutcome(Whole, Agreed);
    return true;
  }
  Journal.rollBack(Start.Journal);
  Beginnings[Whole.Region][Whole.First] = Start; // the parts had their own
  return false;
}

/// Gives all points of the box what came out of \p Whole in all parts.
void WarpEvaluator::assignOutcome(const Stretch &Whole, const Outcome &Agreed) {
  ArrayRef<FlowItem> Items = Plan.regions()[Whole.Region].Items;
  if (Whole.End == Items.size() || goesStraightOn(Kernel, Items[Whole.First]))
    return;
  const LaneMask Lanes = ItemLanes[Whole.Region][Whole.First].May;
  const auto *Next = Agreed.begin();
  if (const FlowItem &Behind = Items[Whole.End]; !Behind.IsLoop) {
    for (const ExpressionProgram::NeededPhi &Phi :
         Plan.program().Phis[Behind.Id])
      Values.assign(Phi.Slot, *Next++, Lanes);
    PhisMade[Behind.Id] = true;
  }
  if (const FlowItem &First = Items[Whole.First]; First.IsLoop)
    for (SlotId Leaf : Plan.program().Escaping[First.Id])
      Values.assign(Leaf, *Next++, Lanes);
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
  if (!Plan.isHeader(Block) && !Kernel.Irreducible && !PhisMade[Block.Id] &&
      !Flow.joinPhis(Block))
    return false;
  if (!Values.update(Needed, Lanes.May))
    return false;
  for (const Effect &E : Block.Effects)
    if (E.Access != None && !Accesses.evaluate(E.Access, Lanes))
      return false;
  if (SlotId S = Plan.program().Conditions[Block.Id];
      S != None && !Values.refresh(S))
    return false;
  BranchSides Sides = Branches.leave(Block, Lanes);
  for (unsigned Side : {0, 1})
    Flow.over(Block.Id, Side) = Sides[Side];
  return true;
}
