//===- BranchEvaluation.cpp - Which lanes take which side -----------------===//
//
// A lane whose condition is known goes one way for sure. One whose condition
// depends on data may go either way: it is in the May of both sides, with the
// probability that the user gave, or the default. At the exit of a loop such
// lanes are expected to stay until the assumed number of trips is over.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/bit.h"
#include <cassert>

using namespace llvm;
using namespace kernelcast;

std::optional<double>
WarpEvaluator::givenProbability(const BasicBlock &B) const {
  const auto &Given = Options.Control.BranchProbability;
  for (unsigned Column : {B.ConditionLocation.Column, 0u})
    if (auto It = Given.find({B.ConditionLocation.Line, Column});
        It != Given.end())
      return std::clamp(It->second, 0.0, 1.0);
  return std::nullopt;
}

void WarpEvaluator::branch(const BasicBlock &B, const LaneSet &Lanes) {
  auto &Edges = Out[B.Id];
  if (B.Successors.empty())
    return;
  if (B.Successors.size() == 1 || !B.Condition) {
    Edges[0] = Lanes;
    return;
  }
  const GroupedValue &Truth = Slots[Program.Conditions[B.Id]].of(Lanes.May);
  assert(Truth.isOneGroup() && "truth values never vary");
  const WarpValue &Condition = Truth.First;
  LaneMask True = trueLanes(Condition, Width);
  LaneMask Open = Lanes.May & Condition.Unknown;
  True &= Lanes.May & ~Open;
  LaneMask False = Lanes.May & ~Open & ~True;

  std::optional<double> Given = givenProbability(B);
  double Chance = Given.value_or(Options.DefaultBranchProbability);
  LaneMask OpenTrue = Open, OpenFalse = Open;
  // Does the branch leave the innermost loop?
  bool Leaves[2] = {false, false};
  if (B.Loop != None)
    for (unsigned I = 0; I != 2; ++I)
      Leaves[I] =
          Kernel.Blocks[B.Successors[I]].OnWayOut ||
          !Program.contains(B.Loop, Kernel.Blocks[B.Successors[I]].Loop);
  if (Leaves[0] != Leaves[1]) {
    LoopFrame &Frame = Frames.back();
    if (Open) {
      Frame.UnknownExit = true;
      const LoopInfo &L = Kernel.Loops[B.Loop];
      bool Now = Frame.AssumedEnd >= 0 &&
                 Frame.Iteration >= Frame.AssumedEnd - L.TestAtEnd;
      if (Now) // the assumed trips are over
        (Leaves[0] ? OpenFalse : OpenTrue) = 0;
      // Otherwise the lanes are expected to stay unless the user knows better.
      if (Now || !Given || Frame.AssumedEnd >= 0)
        Chance = Leaves[0] == Now ? 1 : 0;
      if (!Given && Frame.AssumedEnd < 0)
        OutlastedLoops[B.Loop] = true;
    }
  }
  if (Open) {
    Cause = B.Id;
    AssumedBranches[B.Id] = true;
  }
  auto Side = [&](LaneMask Sure, LaneMask Unsure, double P) {
    LaneSet R;
    R.Must = Sure & Lanes.Must;
    R.May = Sure | Unsure;
    if (LaneMask Rest = R.May & ~R.Must) {
      double Expected =
          Lanes.Probability * popcount(Sure & ~Lanes.Must) +
          P * (popcount(Unsure & Lanes.Must) +
               Lanes.Probability * popcount(Unsure & ~Lanes.Must));
      R.Probability = Expected / popcount(Rest);
    }
    return R;
  };
  Edges[0] = Side(True, OpenTrue, Chance);
  Edges[1] = Side(False, OpenFalse, 1 - Chance);

  BranchEvent E;
  E.Block = B.Id;
  double Volume = Points.volume() * Scale;
  E.Warps = Lanes.any() * Volume;
  Estimate T = Edges[0].any(), F = Edges[1].any();
  E.True = T * Volume;
  E.False = F * Volume;
  bool MayDiverge =
      Edges[0].May && Edges[1].May && popcount(Edges[0].May | Edges[1].May) > 1;
  if (MayDiverge)
    E.Both =
        Estimate(T.Value * F.Value, Edges[0].Must && Edges[1].Must, 1) * Volume;
  E.Unbounded = AssumedDepth != 0;
  if (Open)
    E.Reason = Condition.Reason ? Condition.Reason : B.Condition;
  if (Lanes.Must != Lanes.May || E.Unbounded)
    E.Cause = Cause;
  Recorder.Branches.push_back(E);
}
