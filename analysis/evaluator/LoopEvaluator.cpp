//===- LoopEvaluator.cpp - Loops in segments of like iterations -----------===//

#include "analysis/evaluator/LoopEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// A segment of a loop whose iterations have so little in common that a single
/// one does not yet show it waits this long, at most, before the next attempt.
static constexpr int64_t MaxBackoff = 64;
/// Sampling: iterations after which a loop that nothing counts is left.
static constexpr int64_t MaxUncounted = 512;
/// Without a trip count and with an exit that is never taken.
static constexpr int64_t EndlessIterations = int64_t(1) << 24;

LoopEvaluator::LoopEvaluator(const EvaluationPlan &Plan,
                             const EvaluationOptions &Options,
                             WarpValues &Values, EdgeFlow &Flow,
                             EvaluationState &State, FactJournal &Journal)
    : Plan(Plan), Kernel(Plan.kernel()), Options(Options), Values(Values),
      Flow(Flow), State(State), Journal(Journal), Runs(Kernel.Loops.size()),
      GivenTrips(Kernel.Loops.size()) {
  const auto &Given = Options.Control.LoopTrips;
  if (Given.empty())
    return;
  // The first place that the user names wins.
  for (const LoopInfo &L : Kernel.Loops)
    for (const SourceSpot &Spot :
         {L.Location, Kernel.Blocks[L.Header].ConditionLocation})
      for (unsigned Column : {Spot.Column, 0u})
        if (auto It = Given.find({Spot.Line, Column});
            It != Given.end() && !GivenTrips[L.Id])
          GivenTrips[L.Id] = L.tripsFor(It->second);
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

LoopEvaluator::Run &LoopEvaluator::start(const LoopInfo &Loop,
                                         const LaneSet &Entry) {
  Run &R = Runs[Loop.Id];
  R.Loop = &Loop;
  R.Entry = R.Active = Entry;
  R.HasHint = R.EverUnsure = false;
  R.Unsure = R.LeftLanes = 0;
  R.Singles = R.Backoff = 0;
  R.Guess = R.Penalty = R.Stretch = 1;
  R.Exits.assign(Loop.Exits.size(), LaneSet());
  R.Left.resize(Plan.program().Escaping[Loop.Id].size());
  for (GroupedValue &V : R.Left)
    V.setUnknown(nullptr);
  R.Trips.fill(0);
  R.Latched = Estimate();
  return R;
}

bool LoopEvaluator::run(const LoopInfo &Loop, const LaneSet &Entry,
                        Body Iterate) {
  for (auto [From, To] : Loop.Exits)
    Flow.clear(From);
  if (Entry.empty())
    return true;
  Run &R = start(Loop, Entry);
  if (!Flow.mergePhis(Kernel.Blocks[Loop.Header], false, R.State) ||
      !findHint(R))
    return false;
  R.Steady = R.State.empty();
  const unsigned OuterAssumed = State.AssumedDepth;
  const double OuterScale = State.Scale;
  State.Loops.push_back(
      {.Loop = Loop.Id, .Trips = longest(R), .Started = State.Steps.taken()});
  bool Done = runAll(R, Iterate);
  State.Scale = OuterScale;
  if (Done) {
    leave(R);
    record(R);
  }
  State.Loops.pop_back();
  State.AssumedDepth = OuterAssumed;
  return Done;
}

/// Looks whether the trip count's closed form has a value.
bool LoopEvaluator::findHint(Run &R) {
  const ExpressionProgram &Program = Plan.program();
  const LoopInfo &L = *R.Loop;
  SlotId S = Program.TripCounts[L.Id];
  if (S == None || Program.Nodes[S].Unknowable ||
      (!L.SingleExit && GivenTrips[L.Id])) // may end before
    return true;
  if (!Values.update(Program.TripLists[L.Id], R.Entry.May))
    return false;
  WarpValue Storage;
  const WarpValue *V = Values.alike(S, R.Entry.May, Storage);
  if (!V)
    return false;
  if (R.Entry.May & V->Unknown)
    return true;
  if (V->Varying)
    return Values.arithmetic().separate(*V);
  R.HasHint = true;
  R.Hint = *V;
  return true;
}

/// The trips of the lanes that go round longest, or 0 if they are not known.
int64_t LoopEvaluator::longest(const Run &R) {
  int64_t Trips = 0;
  for (LaneMask Left = R.HasHint ? R.Active.May : 0; Left; Left &= Left - 1)
    Trips = std::max(Trips, R.Hint.lane(countr_zero(Left)));
  return Trips;
}

/// Whether the steps will not last, judged by how far the nest of loops has
/// come that is being run when it has taken an eighth of them.
bool LoopEvaluator::isHopeless() const {
  const uint64_t Granted = State.Steps.granted();
  const uint64_t Used = State.Steps.taken() - State.Loops.front().Started;
  if (State.SampledIterations || Used < Granted / 8)
    return false;
  // The share of the nest that has been done, rounded up, all iterations of a
  // loop taken to be equally long.
  double Done = 1;
  for (const LoopFrame &Frame : reverse(State.Loops)) {
    BoxVariable Now{Frame.Iteration, 1, 1};
    if (Frame.Variable != None)
      Now = Values.points().Variables[Frame.Variable];
    const auto Trips = static_cast<double>(Frame.Trips);
    const double End =
        static_cast<double>(Now.Low) + static_cast<double>(Now.Count) * Done;
    Done = Now.Step == 1 && End < Trips ? End / Trips : 1;
  }
  // Later iterations may be much shorter.
  return static_cast<double>(Used) > 8 * Done * static_cast<double>(Granted);
}

/// From here on the loop's trips are those that the user gave, or the default.
void LoopEvaluator::assumeTrips(const LoopInfo &Loop, int64_t AtLeast) {
  const double Trips = std::clamp(
      GivenTrips[Loop.Id].value_or(Loop.tripsFor(Options.DefaultTrips)), 0.0,
      1e12);
  frame().AssumedEnd = std::max<int64_t>(std::llround(Trips), AtLeast);
  ++State.AssumedDepth;
  State.Assumed.Loops[Loop.Id] = true;
}

bool LoopEvaluator::runAll(Run &R, Body Iterate) {
  const double OuterScale = State.Scale;
  if (R.Loop->Exits.empty())
    assumeTrips(*R.Loop, 0);
  while (!R.Active.empty()) {
    int64_t Length = maySegment(R) ? iterationsAhead(R) : 1, Iterations = 0;
    R.Stretch = 1;
    const int64_t Sampled = State.SampledIterations;
    if (Sampled && Length == 1 && R.Singles >= Sampled) {
      Journal.noteSampling();
      if (!R.HasHint && R.Singles >= MaxUncounted)
        break;
      if (R.HasHint)
        R.Stretch = iterationsAhead(R);
    }
    if (isHopeless())
      return Values.giveUp();
    State.Scale = OuterScale * static_cast<double>(R.Stretch);
    if (!(Length == 1 ? runSingle(R, Iterate, Iterations)
                      : runSegment(R, Length, Iterate, Iterations)))
      return false;
    LoopFrame &Frame = frame();
    Frame.Iteration += Iterations;
    if (Length == 1 && R.Backoff > 0)
      --R.Backoff;
    if (!R.HasHint)
      R.Guess = int64_t(1) << 20;
    // Assumed trips are over, but some lanes did not meet the exit.
    if (Frame.AssumedEnd >= 0 && Frame.Iteration > Frame.AssumedEnd + 2)
      break;
    if (!R.HasHint && Frame.Iteration > EndlessIterations) {
      Journal.noteSampling();
      break;
    }
  }
  if (!R.Active.empty() && !R.Exits.empty())
    R.Exits[0] = unite(R.Exits[0], R.Active);
  return true;
}

/// Whether iterations from the current one on might be evaluated as one.
bool LoopEvaluator::maySegment(const Run &R) const {
  return R.Steady && R.Backoff == 0 && !R.Unlike &&
         Values.points().Size != MaxBoxVariables;
}

/// How many iterations from the current one on all active lanes go through, as
/// far as can be told.
int64_t LoopEvaluator::iterationsAhead(const Run &R) const {
  int64_t At = frame().Iteration, Length = R.Guess;
  if (R.HasHint) {
    Length = INT64_MAX;
    for (LaneMask Left = R.Active.May; Left; Left &= Left - 1) {
      // A loop that tests at the end leaves in its last iteration.
      int64_t End = R.Hint.lane(countr_zero(Left)) - R.Loop->TestAtEnd;
      Length = std::min(Length, End > At ? End - At : 1);
      if (R.Hint.Uniform)
        break;
    }
  }
  if (frame().AssumedEnd >= 0) {
    int64_t End = frame().AssumedEnd - R.Loop->TestAtEnd;
    Length = End > At ? (R.HasHint ? std::min(Length, End - At) : End - At) : 1;
  }
  return std::min(Length, int64_t(1) << 40);
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

/// One pass through the body with the loop's counter set. R.Next are the lanes
/// that go round again, R.NextState their phis.
bool LoopEvaluator::runIteration(Run &R, Body Iterate) {
  const BasicBlock &Header = Kernel.Blocks[R.Loop->Header];
  frame().UnknownExit = false;
  for (auto [V, Phi] : zip(R.State, Plan.program().Phis[Header.Id]))
    Values.assign(Phi.Slot, V, R.Active.May);
  if (!Iterate(R.Active))
    return false;
  R.Next = Flow.incoming(Header, true);
  LaneMask Gone = 0;
  for (const EvaluationPlan::Exit &E : Plan.exits(R.Loop->Id))
    for (unsigned Side = 0; Side != 2; ++Side)
      if (E.Sides >> Side & 1)
        Gone |= Flow.over(E.From, Side).May;
  // A lane that cannot have left goes round as surely as it came in.
  if (!(Gone & R.Active.May))
    R.Next = R.Active;
  else
    R.Next.Must |= R.Active.Must & ~Gone;
  return Flow.mergePhis(Header, true, R.NextState);
}

/// Whether the last iteration left the loop's state as it was.
bool LoopEvaluator::isUnchanged(const Run &R) const {
  bool Same = R.Next == R.Active;
  for (auto [Old, New] : zip(R.State, R.NextState))
    Same &= sameLanes(Old, New, R.Next.May);
  return Same;
}

/// Evaluates the current iteration alone, or one on behalf of R.Stretch of
/// them.
bool LoopEvaluator::runSingle(Run &R, Body Iterate, int64_t &Done) {
  const FactJournal::Mark Start = Journal.mark();
  const int64_t Iteration = frame().Iteration;
  // The one in the middle is nearest to the mean; it can be reached where
  // nothing but the counter goes from iteration to iteration.
  if (R.State.empty())
    frame().Iteration += R.Stretch / 2;
  Values.assignCounter(R.Loop->Id, frame().Iteration, 0, None, R.Active.May);
  const bool Good = runIteration(R, Iterate);
  frame().Iteration = Iteration;
  if (!Good)
    return false;
  ++R.Singles;
  if (frame().UnknownExit && !R.HasHint && frame().AssumedEnd < 0) {
    // Only data can be counted on to end this loop. Do the iteration again as
    // one of an assumed number.
    Journal.rollBack(Start);
    assumeTrips(*R.Loop, Iteration + R.Loop->TestAtEnd);
    Done = 0;
    return true;
  }
  Done = R.Stretch;
  if (!book(R, static_cast<double>(R.Stretch)))
    return false;
  R.Steady = isUnchanged(R);
  R.Active = R.Next;
  std::swap(R.State, R.NextState);
  return true;
}

/// Evaluates up to \p Length iterations from the current one on as one and
/// books them; \p Done says how many they were.
bool LoopEvaluator::runSegment(Run &R, int64_t Length, Body Iterate,
                               int64_t &Done) {
  const int64_t First = frame().Iteration;
  const unsigned Variable = frame().Variable = Values.addVariable();
  bool Good = runPieces(R, {First, 1, Length}, Variable, Iterate, Done);
  frame().Iteration = First;
  frame().Variable = None;
  Values.dropVariable();
  if (Good && Done) {
    R.Latched += R.Active.lanes() * static_cast<double>(Done);
    for (LaneMask Left = R.Active.May; Left; Left &= Left - 1)
      R.Trips[countr_zero(Left)] += Done;
    R.Penalty = 1;
  }
  return Good;
}

/// The same for the iterations \p Whole, which are divided where \p Variable,
/// the iteration's number, is asked to be split.
bool LoopEvaluator::runPieces(Run &R, const BoxVariable &Whole,
                              unsigned Variable, Body Iterate, int64_t &Done) {
  const FactJournal::Mark Start = Journal.mark();
  SmallVector<BoxVariable, 8> Work{Whole};
  const uint64_t Taken = State.Steps.taken();
  bool InOrder = true;
  Done = 0;
  for (int64_t Pieces = 0; !Work.empty(); ++Pieces) {
    if (State.SampledIterations &&
        (Pieces == 4 * State.SampledIterations ||
         State.Steps.taken() - Taken > State.Steps.granted() / 16)) {
      // Iterations that have so little in common are sampled one by one, also
      // the next time.
      Journal.rollBack(Start);
      Done = 0;
      R.Unlike = true;
      return true;
    }
    BoxVariable Piece = Work.pop_back_val();
    Values.setVariable(Variable, Piece);
    frame().Iteration = Piece.Low;
    FactJournal::Mark Before = Journal.mark();
    Values.assignCounter(R.Loop->Id, Piece.Low, Piece.Step, Variable,
                         R.Active.May);
    if (!runIteration(R, Iterate)) {
      const SplitRequest &Split = Values.split();
      if (Split.What == SplitRequest::Kind::Budget ||
          Split.Variable != Variable)
        return false;
      Journal.rollBack(Before);
      InOrder &= Split.What == SplitRequest::Kind::Cut;
      size_t Old = Work.size();
      split(Piece, Split,
            [&](const BoxVariable &Part) { Work.push_back(Part); });
      std::reverse(Work.begin() + Old, Work.end());
      continue;
    }
    if (!isUnchanged(R)) {
      // Not all iterations are alike: keep those before this piece.
      if (InOrder && Piece.Low > Whole.Low) {
        Journal.rollBack(Before);
      } else {
        Journal.rollBack(Start);
        Done = 0;
      }
      R.Backoff = R.Penalty;
      R.Penalty = std::min(R.Penalty * 2, MaxBackoff);
      return true;
    }
    // No lane has left for sure; some may have, at any time.
    if (!book(R, 0))
      return false;
    Done += Piece.Count;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Books what has been evaluated: which lanes left where, and with which
/// values. False: one of these is lost.
bool LoopEvaluator::book(Run &R, double Iterations) {
  LaneMask Gone = 0;
  for (auto [Lanes, E] : zip(R.Exits, Plan.exits(R.Loop->Id)))
    for (unsigned Side = 0; Side != 2; ++Side)
      if (E.Sides >> Side & 1) {
        const LaneSet &Leaving = Flow.over(E.From, Side);
        Gone |= Leaving.May;
        Lanes = unite(Lanes, Leaving);
      }
  R.Unsure |= Gone & R.Next.May;
  R.EverUnsure |= R.Unsure != 0;
  if (Gone)
    for (auto [Leaf, Kept] : zip(Plan.program().Escaping[R.Loop->Id], R.Left)) {
      if (!Values.refresh(Leaf))
        return false;
      GroupedValue V = Values.sureValue(Leaf, R.Unsure);
      if (!Values.arithmetic().merge(Kept, R.LeftLanes, V, Gone)) {
        // Too many groups: known only as unknown.
        V.setUnknown(Plan.program().Nodes[Leaf].Source);
        Values.arithmetic().merge(Kept, R.LeftLanes, V, Gone);
      }
    }
  R.LeftLanes |= Gone;
  R.Latched += R.Next.lanes() * Iterations;
  for (LaneMask Left = R.Next.May; Left; Left &= Left - 1)
    R.Trips[countr_zero(Left)] += static_cast<int64_t>(Iterations);
  return true;
}

/// After the last lane has left: the edges out of the loop, and the values that
/// are used behind it.
void LoopEvaluator::leave(Run &R) {
  for (auto [From, To] : R.Loop->Exits)
    Flow.clear(From);
  for (auto [Lanes, E] : zip(R.Exits, Plan.exits(R.Loop->Id)))
    if (E.Sides)
      Flow.over(E.From, countr_zero(unsigned(E.Sides))) = Lanes;
  for (auto [Leaf, Kept] : zip(Plan.program().Escaping[R.Loop->Id], R.Left))
    Values.assign(Leaf, Kept, R.Entry.May);
}

void LoopEvaluator::record(const Run &R) {
  const LoopInfo &L = *R.Loop;
  LoopEvent E;
  E.Loop = L.Id;
  double Volume = Values.points().volume() * State.Scale;
  unsigned Count = popcount(R.Entry.May);
  E.Lanes = Count * Volume;
  E.Warps = Volume;
  int64_t Least = INT64_MAX, Most = 0;
  double Sum = 0;
  for (LaneMask Left = R.Entry.May; Left; Left &= Left - 1) {
    int64_t T = R.Trips[countr_zero(Left)] + L.TestAtEnd;
    Least = std::min(Least, T);
    Most = std::max(Most, T);
    Sum += static_cast<double>(T);
  }
  E.Min = static_cast<double>(Least);
  E.Max = static_cast<double>(Most);
  E.Longest = E.Max * Volume;
  E.Trips = Estimate(Sum) * Volume;
  E.Assumed = frame().AssumedEnd >= 0;
  if (R.Entry.Must != R.Entry.May) {
    E.EntryUnsure = true;
    E.Cause = State.Cause;
  }
  if (R.EverUnsure) {
    // How many of the threads that may enter go round, as a mean.
    double Expected = R.Entry.lanes().Value;
    double Tests = L.TestAtEnd ? Count : 0;
    double Mean = Expected > 0 ? R.Latched.Value / Expected * Count : 0;
    E.Trips = Estimate(std::min(Mean + Tests, Sum),
                       std::min(R.Latched.Low + Tests, Sum), Sum) *
              Volume;
    E.Min = L.TestAtEnd;
    E.Cause = State.Cause;
  }
  Journal.add(E);
}
