//===- EvaluationState.h - How far the evaluation of a box has come -------===//
//
// What branches, loops and accesses have to know of each other while a box is
// evaluated: which loops are being run and in which iteration, whether counts
// still have an upper bound, what the estimates have taken for granted, and how
// much work is left to spend.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONSTATE_H
#define KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONSTATE_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Control flow on which the estimates rest and which data decides.
struct AssumedControl {
  explicit AssumedControl(const KernelModel &Kernel)
      : Branches(Kernel.Blocks.size()), Loops(Kernel.Loops.size()),
        OutlastedLoops(Kernel.Loops.size()) {}

  std::vector<bool> Branches; ///< by block: its probability is assumed
  std::vector<bool> Loops;    ///< by loop: its trips are assumed
  /// Loops that data may end, but that are taken to go on until they must end.
  std::vector<bool> OutlastedLoops;
};

/// The work that an evaluation may still do. One step is one block for one box,
/// more for blocks with many operations or accesses.
class StepBudget {
public:
  /// False: nothing is left.
  bool take(uint64_t Steps) {
    Taken += Steps;
    return Taken <= Limit;
  }
  uint64_t taken() const { return Taken; }
  /// Grants \p Steps from now on.
  void grant(uint64_t Steps) {
    Limit = Taken + Steps;
    Granted = Steps;
  }
  uint64_t granted() const { return Granted; }

private:
  uint64_t Taken = 0, Limit = 0, Granted = 0;
};

/// A loop that is being run.
struct LoopFrame {
  LoopId Loop = None;
  int64_t Iteration = 0;
  int64_t Trips = 0;       ///< of the lanes that go round longest; 0: not known
  uint64_t Started = 0;    ///< steps that had been taken before
  int64_t AssumedEnd = -1; ///< trips are assumed: leave then
  unsigned Variable = None; ///< of the box, while a segment is run
  bool UnknownExit = false; ///< met in this iteration
};

struct EvaluationState {
  explicit EvaluationState(const KernelModel &Kernel) : Assumed(Kernel) {
    Loops.reserve(Kernel.Loops.size() + 1); // frames never move
  }
  /// Forgets the box, but not what it took.
  void restart() {
    Loops.clear();
    AssumedDepth = 0;
    Scale = 1;
    Cause = None;
  }

  std::vector<LoopFrame> Loops; ///< in flight, the outermost first
  unsigned AssumedDepth = 0;    ///< how many of these have assumed trips
  double Scale = 1;      ///< iterations that one sampled iteration stands for
  unsigned Cause = None; ///< the last block that branched on data
  /// How many iterations of a loop are evaluated one by one before one of them
  /// stands for all that are alike; 0: all, as long as there are steps.
  int64_t SampledIterations = 0;
  AssumedControl Assumed;
  StepBudget Steps;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_EVALUATIONSTATE_H
