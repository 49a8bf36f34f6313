//===- BranchEvaluator.cpp - Which lanes take which side ------------------===//

#include "analysis/evaluator/BranchEvaluator.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

double kernelcast::expectedProbability(const EvaluationPlan &Plan,
                                       const LaunchConfiguration &Launch,
                                       const EvaluationOptions &Options,
                                       const BasicBlock &Block) {
  if (const LastBlock Last = Plan.lastBlock(Block.Id))
    return Last.chanceOfTrue(Launch);
  if (const std::optional<unsigned> Into = Plan.sideIntoLoop(Block.Id))
    return *Into == 0 ? 1 : 0;
  return Options.DefaultBranchProbability;
}

BranchEvaluator::BranchEvaluator(const EvaluationPlan &Plan,
                                 const LaunchConfiguration &Launch,
                                 const EvaluationOptions &Options,
                                 WarpValues &Values, EvaluationState &State,
                                 FactJournal &Journal)
    : Plan(Plan), Values(Values), State(State), Journal(Journal),
      Given(Plan.kernel().Blocks.size()) {
  for (const BasicBlock &B : Plan.kernel().Blocks)
    Expected.push_back(expectedProbability(Plan, Launch, Options, B));
  const auto &Assumed = Options.Control.BranchProbability;
  if (Assumed.empty())
    return;
  for (const BasicBlock &B : Plan.kernel().Blocks)
    for (unsigned Column : {0u, B.ConditionLocation.Column}) // the latter wins
      if (auto It = Assumed.find({B.ConditionLocation.Line, Column});
          It != Assumed.end())
        Given[B.Id] = std::clamp(It->second, 0.0, 1.0);
}

BranchEvaluator::Undecided BranchEvaluator::decide(const BasicBlock &Block,
                                                   LaneMask Open) {
  std::optional<double> Probability = Given[Block.Id];
  Undecided R{Open, Open, Probability.value_or(Expected[Block.Id])};
  const bool IfTrue = Plan.leavesLoop(Block, 0);
  if (!Open || IfTrue == Plan.leavesLoop(Block, 1))
    return R;
  LoopFrame &Frame = State.Loops.back();
  Frame.UnknownExit = true;
  const LoopInfo &L = Plan.kernel().Loops[Block.Loop];
  bool Now = Frame.AssumedEnd >= 0 &&
             Frame.Iteration >= Frame.AssumedEnd - L.TestAtEnd;
  if (Now) // the assumed trips are over
    (IfTrue ? R.False : R.True) = 0;
  // Otherwise the lanes are expected to stay unless the user knows better.
  if (Now || !Probability || Frame.AssumedEnd >= 0)
    R.Chance = IfTrue == Now ? 1 : 0;
  if (!Probability && Frame.AssumedEnd < 0)
    State.Assumed.OutlastedLoops[Block.Loop] = true;
  return R;
}

bool BranchEvaluator::isCommon(const BasicBlock &Block, LaneMask Lanes) {
  const auto &Conditions = Plan.program().CommonConditions;
  auto Deciding = Conditions.find(Block.Id);
  return Deciding != Conditions.end() &&
         all_of(Deciding->second, [&](SlotId S) {
           WarpValue Storage;
           const WarpValue *V = Values.alike(S, Lanes, Storage);
           if (!V || (V->Unknown & Lanes))
             return false;
           for (LaneMask Left = Lanes; Left; Left &= Left - 1)
             if (V->lane(countr_zero(Left)) != V->lane(countr_zero(Lanes)))
               return false;
           return true;
         });
}

/// The lanes of one side: those of \p Lanes that go there for sure if they are
/// here, and others that do with probability \p Chance, \p Common: together.
static LaneSet side(const LaneSet &Lanes, LaneMask Sure, LaneMask Unsure,
                    double Chance, bool Common) {
  LaneSet R;
  R.Must = Sure & Lanes.Must;
  R.May = Sure | Unsure;
  R.Together = !R.Must && Lanes.isAllOrNone() && (!Unsure || (!Sure && Common));
  if (LaneMask Rest = R.May & ~R.Must) {
    double Expected =
        Lanes.Probability * popcount(Sure & ~Lanes.Must) +
        Chance * (popcount(Unsure & Lanes.Must) +
                  Lanes.Probability * popcount(Unsure & ~Lanes.Must));
    R.Probability = Expected / popcount(Rest);
  }
  return R;
}

BranchSides BranchEvaluator::leave(const BasicBlock &Block,
                                   const LaneSet &Lanes) {
  if (Block.Successors.empty())
    return {};
  if (Block.Successors.size() == 1 || !Block.Condition)
    return {Lanes, LaneSet()};
  const SlotId Asked = Plan.program().Conditions[Block.Id];
  const LaneMask Unmade = Values.unmade(Asked, Lanes.May);
  const GroupedValue &Truth = Values.of(Asked, Lanes.May & ~Unmade);
  assert(Truth.isOneGroup() && "truth values never vary");
  const WarpValue &Condition = Truth.First;
  LaneMask Open = (Lanes.May & Condition.Unknown) | Unmade;
  LaneMask True = trueLanes(Condition, Values.width()) & Lanes.May & ~Open;
  LaneMask False = Lanes.May & ~Open & ~True;
  Undecided Either = decide(Block, Open);
  if (Open) {
    State.Cause = Block.Id;
    State.Assumed.Branches[Block.Id] = true;
  }
  const bool Common = Open && Open == Lanes.May && isCommon(Block, Open);
  BranchSides Sides = {
      side(Lanes, True, Either.True, Either.Chance, Common),
      side(Lanes, False, Either.False, 1 - Either.Chance, Common)};
  const Expr *Reason = Condition.Reason ? Condition.Reason : Block.Condition;
  record(Block, Lanes, Sides, Open ? Reason : nullptr, Common);
  return Sides;
}

void BranchEvaluator::record(const BasicBlock &Block, const LaneSet &Lanes,
                             const BranchSides &Sides, const Expr *Reason,
                             bool Common) {
  BranchEvent E;
  E.Block = Block.Id;
  double Volume = Values.points().volume() * State.Scale;
  E.Warps = Lanes.any() * Volume;
  Estimate T = Sides[0].any(), F = Sides[1].any();
  E.True = T * Volume;
  E.False = F * Volume;
  bool MayDiverge = !Common && Sides[0].May && Sides[1].May &&
                    popcount(Sides[0].May | Sides[1].May) > 1;
  if (MayDiverge) {
    // Both or neither where lanes that are here together part for sure.
    const bool PartForSure = !Reason && Lanes.Together;
    E.Both = Estimate(PartForSure ? T.Value : T.Value * F.Value,
                      Sides[0].Must && Sides[1].Must, 1) *
             Volume;
  }
  E.Unbounded = State.AssumedDepth != 0;
  E.Reason = Reason;
  if (Lanes.Must != Lanes.May || E.Unbounded)
    E.Cause = State.Cause;
  Journal.add(E);
}
