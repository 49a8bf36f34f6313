//===- LoopEvaluation.cpp - Loops in segments of like iterations ----------===//
//
// State of a loop between iterations: the lanes that are still in it and the
// values of its header's phis that have no closed form. A segment of N
// iterations is evaluated as one, with the iteration number as a variable of
// the box; it stands if the state after it is the state before it. If not, one
// iteration is evaluated alone and takes the state a step on.
//
// The closed form of the trip count only proposes where segments end: the exit
// conditions themselves are evaluated and decide.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// Sampling: iterations that a loop evaluates one by one before it scales.
static constexpr int64_t MaxSingles = 64;
/// Without a trip count and with an exit that is never taken.
static constexpr int64_t EndlessIterations = int64_t(1) << 24;

struct WarpEvaluator::LoopRun {
  LoopRun(const LoopInfo &L, const LaneSet &Entry)
      : L(L), Entry(Entry), Active(Entry) {}
  const LoopInfo &L;
  LaneSet Entry;
  LaneSet Active;
  std::vector<GroupedValue> State; ///< of the header's phis
  bool Steady = true; ///< the last iteration left the state as it was
  bool HasHint = false;
  WarpValue Hint;      ///< trips by lane
  LaneMask Unsure = 0; ///< lanes that may have left already
  bool EverUnsure = false;
  int64_t Singles = 0; ///< iterations evaluated alone so far
  int64_t Guess = 1;   ///< segment length to try without a hint
  int64_t Backoff = 0; ///< iterations to do alone before trying again
  int64_t Penalty = 1;
  int64_t Stretch = 1; ///< iterations that the next single one stands for

  std::vector<LaneSet> Exits; ///< lanes that left, by exit
  ExpressionProgram::List Escaping;
  std::vector<GroupedValue> Left; ///< values of escaping leaves at the exit
  LaneMask LeftLanes = 0;
  std::array<int64_t, MaxLanes> Trips{};
  Estimate Latched; ///< lane-iterations
};

std::optional<double> WarpEvaluator::givenTrips(const LoopInfo &L) const {
  const BasicBlock &Header = Kernel.Blocks[L.Header];
  for (const SourceSpot &Spot : {L.Location, Header.ConditionLocation})
    for (unsigned Column : {Spot.Column, 0u})
      if (auto It = Options.Control.LoopTrips.find({Spot.Line, Column});
          It != Options.Control.LoopTrips.end())
        return It->second;
  return std::nullopt;
}

bool WarpEvaluator::tripHint(LoopRun &Run) {
  SlotId S = Program.TripCounts[Run.L.Id];
  if (S == None || Program.Nodes[S].Unknowable ||
      (!Run.L.SingleExit && givenTrips(Run.L))) // may end before
    return true;
  if (!update(Program.TripLists[Run.L.Id], Run.Entry.May))
    return false;
  WarpValue Storage;
  const WarpValue *V =
      Arithmetic.alike(Slots[S].of(Run.Entry.May), Run.Entry.May, Storage);
  if (!V)
    return false;
  if (Run.Entry.May & V->Unknown)
    return true;
  if (V->Varying)
    return Arithmetic.separate(*V);
  Run.HasHint = true;
  Run.Hint = *V;
  return true;
}

/// How many iterations from the current one on might be alike.
int64_t WarpEvaluator::segmentLength(const LoopRun &Run) const {
  const LoopFrame &Frame = Frames.back();
  if (!Run.Steady || Run.Backoff > 0 || Points.Size == MaxBoxVariables)
    return 1;
  int64_t At = Frame.Iteration, Length = Run.Guess;
  if (Run.HasHint) {
    Length = INT64_MAX;
    for (LaneMask Left = Run.Active.May; Left; Left &= Left - 1) {
      // A loop that tests at the end leaves in its last iteration.
      int64_t End = Run.Hint.lane(countr_zero(Left)) - Run.L.TestAtEnd;
      Length = std::min(Length, End > At ? End - At : 1);
    }
  }
  if (Frame.AssumedEnd >= 0) {
    int64_t End = Frame.AssumedEnd - Run.L.TestAtEnd;
    Length =
        End > At ? (Run.HasHint ? std::min(Length, End - At) : End - At) : 1;
  }
  return std::min(Length, int64_t(1) << 40);
}

/// One pass through the body with the loop's counter set. \p Next are the
/// lanes that go round again, \p NextState their phis.
bool WarpEvaluator::runIteration(LoopRun &Run, LaneSet &Next,
                                 std::vector<GroupedValue> &NextState) {
  const BasicBlock &Header = Kernel.Blocks[Run.L.Header];
  LoopFrame &Frame = Frames.back();
  Frame.UnknownExit = false;
  for (auto [V, Phi] : zip(Run.State, Program.Phis[Header.Id]))
    assign(Phi.Slot, V, Run.Active.May);
  if (!runRegion(1 + Run.L.Id, Run.Active))
    return false;
  Next = incoming(Header, true);
  LaneMask Gone = 0;
  for (auto [From, To] : Run.L.Exits)
    for (unsigned I = 0; I != Kernel.Blocks[From].Successors.size(); ++I)
      if (Kernel.Blocks[From].Successors[I] == To)
        Gone |= Out[From][I].May;
  // A lane that cannot have left goes round as surely as it came in.
  if (!(Gone & Run.Active.May))
    Next = Run.Active;
  else
    Next.Must |= Run.Active.Must & ~Gone;
  return mergeIncoming(Header, true, NextState);
}

/// Books an evaluated segment: who left where, and with which values.
void WarpEvaluator::commit(LoopRun &Run, const LaneSet &Next,
                           double Iterations) {
  LaneMask Gone = 0;
  for (auto [I, Exit] : enumerate(Run.L.Exits)) {
    const BasicBlock &From = Kernel.Blocks[Exit.first];
    for (unsigned S = 0; S != From.Successors.size() && S < 2; ++S)
      if (From.Successors[S] == Exit.second) {
        Gone |= Out[Exit.first][S].May;
        Run.Exits[I] = unite(Run.Exits[I], Out[Exit.first][S]);
      }
  }
  Run.Unsure |= Gone & Next.May;
  Run.EverUnsure |= Run.Unsure != 0;
  if (Gone)
    for (auto [Leaf, Kept] : zip(Run.Escaping, Run.Left)) {
      const Expr *Why = Program.Nodes[Leaf].Source;
      GroupedValue V = Slots[Leaf].Value;
      V.forget(Run.Unsure | ~Slots[Leaf].Valid, Why);
      if (!Arithmetic.merge(Kept, Run.LeftLanes, V, Gone)) {
        // Too many groups: known only as unknown.
        V.setUnknown(Why);
        Arithmetic.merge(Kept, Run.LeftLanes, V, Gone);
      }
    }
  Run.LeftLanes |= Gone;
  Estimate Lanes = Next.lanes();
  Run.Latched += Lanes * Iterations;
  for (LaneMask Left = Next.May; Left; Left &= Left - 1)
    Run.Trips[countr_zero(Left)] += static_cast<int64_t>(Iterations);
}

/// Evaluates up to \p Length iterations from the current one on and books
/// them; \p Done says how many they were.
bool WarpEvaluator::runSegment(LoopRun &Run, int64_t Length, int64_t &Done) {
  LoopFrame &Frame = Frames.back();
  const int64_t First = Frame.Iteration;
  const FactRecorder::Mark Start = Recorder.mark();
  SlotId Counter = Program.Counters[Run.L.Id];
  LaneSet Next;
  std::vector<GroupedValue> NextState;

  if (Length == 1) {
    if (Counter != None) {
      WarpValue K;
      K.setConstant(First);
      assign(Counter, K, Run.Active.May);
    }
    if (!runIteration(Run, Next, NextState))
      return false;
    Done = Run.Stretch;
    ++Run.Singles;
    if (Frame.UnknownExit && !Run.HasHint && Frame.AssumedEnd < 0) {
      // Only data can be counted on to end this loop. Do the iteration again as
      // one of an assumed number.
      Recorder.cutBack(Start);
      double Trips = std::clamp(
          givenTrips(Run.L).value_or(Options.DefaultTrips), 0.0, 1e12);
      Frame.AssumedEnd =
          std::max<int64_t>(std::llround(Trips), First + Run.L.TestAtEnd);
      ++AssumedDepth;
      AssumedLoops[Run.L.Id] = true;
      Done = 0;
      return true;
    }
    commit(Run, Next, static_cast<double>(Run.Stretch));
    bool Same = Next == Run.Active;
    for (auto [Old, New] : zip(Run.State, NextState))
      Same &= sameLanes(Old, New, Next.May);
    Run.Steady = Same;
    Run.Active = Next;
    Run.State = std::move(NextState);
    return true;
  }

  const unsigned V = Frame.Variable = Points.Size++;
  SmallVector<BoxVariable, 8> Work{{First, 1, Length}};
  bool InOrder = true;
  Done = 0;
  bool Failed = false;
  while (!Work.empty() && !Failed) {
    BoxVariable Piece = Work.pop_back_val();
    Points.Variables[V] = Piece;
    Frame.Iteration = Piece.Low;
    FactRecorder::Mark Before = Recorder.mark();
    if (Counter != None) {
      WarpValue K;
      K.setConstant(Piece.Low);
      K.addTerm(V, Piece.Step, Points);
      assign(Counter, K, Run.Active.May);
    }
    if (!runIteration(Run, Next, NextState)) {
      const SplitRequest &Split = Arithmetic.split();
      if (Split.What == SplitRequest::Kind::Budget || Split.Variable != V) {
        Failed = true;
        break;
      }
      Recorder.cutBack(Before);
      InOrder &= Split.What == SplitRequest::Kind::Cut;
      size_t Old = Work.size();
      kernelcast::split(Piece, Split,
                        [&](const BoxVariable &Part) { Work.push_back(Part); });
      std::reverse(Work.begin() + Old, Work.end());
      continue;
    }
    bool Same = Next == Run.Active;
    for (auto [OldValue, New] : zip(Run.State, NextState))
      Same &= sameLanes(OldValue, New, Next.May);
    if (!Same) {
      // Not all iterations are alike: keep those before this piece.
      if (InOrder && Piece.Low > First) {
        Recorder.cutBack(Before);
      } else {
        Recorder.cutBack(Start);
        Done = 0;
      }
      Run.Backoff = Run.Penalty;
      Run.Penalty = std::min<int64_t>(Run.Penalty * 2, 64);
      break;
    }
    // Nobody has left for sure; some lanes may have, at any time.
    commit(Run, Next, 0);
    Done += Piece.Count;
  }
  Frame.Iteration = First;
  Frame.Variable = None;
  --Points.Size;
  if (Failed)
    return false;
  if (Done) {
    Estimate Lanes = Run.Active.lanes();
    Run.Latched += Lanes * static_cast<double>(Done);
    for (LaneMask Left = Run.Active.May; Left; Left &= Left - 1)
      Run.Trips[countr_zero(Left)] += Done;
    Run.Penalty = 1;
  }
  return true;
}

/// After the last lane has left: edges, escaping values and the loop's fact.
void WarpEvaluator::leaveLoop(LoopRun &Run) {
  for (auto [From, To] : Run.L.Exits)
    Out[From] = {};
  for (auto [I, Exit] : enumerate(Run.L.Exits)) {
    const BasicBlock &From = Kernel.Blocks[Exit.first];
    for (unsigned S = 0; S != From.Successors.size() && S < 2; ++S)
      if (From.Successors[S] == Exit.second) {
        Out[Exit.first][S] = Run.Exits[I];
        break;
      }
  }
  for (auto [Leaf, Kept] : zip(Run.Escaping, Run.Left))
    assign(Leaf, Kept, Run.Entry.May);

  LoopEvent E;
  E.Loop = Run.L.Id;
  double Volume = Points.volume() * Scale;
  unsigned Count = popcount(Run.Entry.May);
  E.Lanes = Count * Volume;
  E.Warps = Volume;
  int64_t Least = INT64_MAX, Most = 0;
  double Sum = 0;
  for (LaneMask Left = Run.Entry.May; Left; Left &= Left - 1) {
    int64_t T = Run.Trips[countr_zero(Left)] + Run.L.TestAtEnd;
    Least = std::min(Least, T);
    Most = std::max(Most, T);
    Sum += static_cast<double>(T);
  }
  E.Min = static_cast<double>(Least);
  E.Max = static_cast<double>(Most);
  E.Longest = E.Max * Volume;
  E.Trips = Estimate(Sum) * Volume;
  E.Assumed = Frames.back().AssumedEnd >= 0;
  if (Run.Entry.Must != Run.Entry.May) {
    E.EntryUnsure = true;
    E.Cause = Cause;
  }
  if (Run.EverUnsure) {
    // How many of the threads that may enter go round, as a mean.
    double Expected = Run.Entry.lanes().Value;
    double Tests = Run.L.TestAtEnd ? Count : 0;
    double Mean = Expected > 0 ? Run.Latched.Value / Expected * Count : 0;
    E.Trips = Estimate(std::min(Mean + Tests, Sum),
                       std::min(Run.Latched.Low + Tests, Sum), Sum) *
              Volume;
    E.Min = Run.L.TestAtEnd;
    E.Cause = Cause;
  }
  Recorder.Loops.push_back(E);
}

bool WarpEvaluator::runLoop(const LoopInfo &L, const LaneSet &Entry) {
  for (auto [From, To] : L.Exits)
    Out[From] = {};
  if (Entry.empty())
    return true;
  LoopRun Run(L, Entry);
  Run.Exits.resize(L.Exits.size());
  Run.Escaping = Program.Escaping[L.Id];
  Run.Left.resize(Run.Escaping.size());
  for (GroupedValue &V : Run.Left)
    V.setUnknown(nullptr);
  if (!mergeIncoming(Kernel.Blocks[L.Header], false, Run.State) ||
      !tripHint(Run))
    return false;
  Run.Steady = Run.State.empty();
  Frames.push_back({.Loop = L.Id});
  const unsigned OuterAssumed = AssumedDepth;
  const double OuterScale = Scale;
  auto Done = [&](bool Result) {
    Scale = OuterScale;
    if (Result)
      leaveLoop(Run);
    Frames.pop_back();
    AssumedDepth = OuterAssumed;
    return Result;
  };
  LoopFrame &Frame = Frames.back(); // never moves: reserved for all loops
  if (L.Exits.empty()) {
    Frame.AssumedEnd = std::llround(
        std::clamp(givenTrips(L).value_or(Options.DefaultTrips), 0.0, 1e12));
    ++AssumedDepth;
    AssumedLoops[L.Id] = true;
  }
  while (!Run.Active.empty()) {
    int64_t Length = segmentLength(Run), Iterations = 0;
    Run.Stretch = 1;
    if (SampleLoops && Length == 1 && Run.Singles >= MaxSingles) {
      Recorder.TapeSampled = true;
      if (!Run.HasHint && Run.Singles >= 8 * MaxSingles)
        break;
      if (Run.HasHint) {
        Run.Steady = true;
        Run.Backoff = 0;
        Run.Stretch = segmentLength(Run);
        Run.Steady = false;
      }
    }
    Scale = OuterScale * static_cast<double>(Run.Stretch);
    if (!runSegment(Run, Length, Iterations))
      return Done(false);
    Frame.Iteration += Iterations;
    if (Length == 1 && Run.Backoff > 0)
      --Run.Backoff;
    if (!Run.HasHint)
      Run.Guess = int64_t(1) << 20;
    // Assumed trips are over, but some lanes did not meet the exit.
    if (Frame.AssumedEnd >= 0 && Frame.Iteration > Frame.AssumedEnd + 2)
      break;
    if (!Run.HasHint && Frame.Iteration > EndlessIterations) {
      Recorder.TapeSampled = true;
      break;
    }
  }
  if (!Run.Active.empty() && !Run.Exits.empty())
    Run.Exits[0] = unite(Run.Exits[0], Run.Active);
  return Done(true);
}
