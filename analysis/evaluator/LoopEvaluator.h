//===- LoopEvaluator.h - Loops in segments of like iterations ---*- C++ -*-===//
//
// State of a loop between iterations: the lanes that are still in it and the
// values of its header's phis that have no closed form. A segment of N
// iterations is evaluated as one, with the iteration number as a variable of
// the box; it stands if the state after it is the state before it. If not, one
// iteration is evaluated alone and takes the state a step on: that is ordinary
// interpretation, and always exact.
//
// The closed form of the trip count only proposes where segments end: the exit
// conditions themselves are evaluated and decide. A segment whose iterations
// turn out not to be alike is given up; the next ones are then evaluated alone,
// twice as many after each failure, before a segment is tried again.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LOOPEVALUATOR_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LOOPEVALUATOR_H

#include "analysis/evaluator/EdgeFlow.h"
#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/evaluator/EvaluationState.h"
#include "analysis/evaluator/FactJournal.h"

namespace kernelcast {

class LoopEvaluator {
public:
  LoopEvaluator(const EvaluationPlan &Plan, const EvaluationOptions &Options,
                WarpValues &Values, EdgeFlow &Flow, EvaluationState &State,
                FactJournal &Journal);

  /// Runs the body of a loop once for the lanes that are in it. False: the box
  /// has to be split.
  using Body = llvm::function_ref<bool(const LaneSet &)>;

  /// Runs \p Loop until the lanes \p Entry have left it. False: the box has to
  /// be split.
  bool run(const LoopInfo &Loop, const LaneSet &Entry, Body Iterate);

private:
  /// One run of a loop, from entry to exit.
  struct Run {
    const LoopInfo *Loop = nullptr;
    LaneSet Entry;
    LaneSet Active;                  ///< still in the loop
    std::vector<GroupedValue> State; ///< of the header's phis
    bool Steady = true; ///< the last iteration left the state as it was
    bool HasHint = false;
    WarpValue Hint;      ///< trips by lane
    LaneMask Unsure = 0; ///< lanes that may have left already
    bool EverUnsure = false;
    int64_t Singles = 0; ///< iterations evaluated alone so far
    int64_t Guess = 1;   ///< segment length to try without a hint
    int64_t Backoff = 0; ///< iterations to do alone before trying again
    int64_t Penalty = 1; ///< Backoff after the next failure
    int64_t Stretch = 1; ///< iterations that the next single one stands for
    /// Segments of any run of the loop have too little in common.
    bool Unlike = false;

    std::vector<LaneSet> Exits;     ///< lanes that left, by exit
    std::vector<GroupedValue> Left; ///< values of escaping leaves at the exit
    LaneMask LeftLanes = 0;
    std::array<int64_t, MaxLanes> Trips;
    Estimate Latched; ///< lane-iterations

    // What the last iteration made of the state.
    LaneSet Next;
    std::vector<GroupedValue> NextState;
  };

  Run &start(const LoopInfo &Loop, const LaneSet &Entry);
  bool findHint(Run &R);
  static int64_t longest(const Run &R);
  bool maySegment(const Run &R) const;
  int64_t iterationsAhead(const Run &R) const;
  bool runAll(Run &R, Body Iterate);
  bool isHopeless() const;
  bool runIteration(Run &R, Body Iterate);
  bool runSingle(Run &R, Body Iterate, int64_t &Done);
  bool runSegment(Run &R, int64_t Length, Body Iterate, int64_t &Done);
  bool runPieces(Run &R, const BoxVariable &Whole, unsigned Variable,
                 Body Iterate, int64_t &Done);
  void assumeTrips(const LoopInfo &Loop, int64_t AtLeast);
  bool isUnchanged(const Run &R) const;
  bool book(Run &R, double Iterations);
  void leave(Run &R);
  void record(const Run &R);

  LoopFrame &frame() { return State.Loops.back(); }
  const LoopFrame &frame() const { return State.Loops.back(); }

  const EvaluationPlan &Plan;
  const KernelModel &Kernel;
  const EvaluationOptions &Options;
  WarpValues &Values;
  EdgeFlow &Flow;
  EvaluationState &State;
  FactJournal &Journal;
  std::vector<Run> Runs;                         ///< by loop, to be used again
  std::vector<std::optional<double>> GivenTrips; ///< by loop, by the user
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LOOPEVALUATOR_H
