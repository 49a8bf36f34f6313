//===- BranchEvaluator.h - Which lanes take which side ----------*- C++ -*-===//
//
// A lane whose condition is known goes one way for sure. One whose condition
// depends on data may go either way: it is in the May of both sides, with the
// probability that the user gave, or the default. Lanes that read the same data
// go together. At the exit of a loop lanes are expected to stay until the
// assumed number of trips is over.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_BRANCHEVALUATOR_H
#define KERNELCAST_ANALYSIS_EVALUATOR_BRANCHEVALUATOR_H

#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/evaluator/EvaluationState.h"
#include "analysis/evaluator/FactJournal.h"
#include "analysis/evaluator/WarpValues.h"

namespace kernelcast {

/// The lanes of a branch's true and false side, or of a block's one successor
/// and none.
using BranchSides = std::array<LaneSet, 2>;

/// How probable it is, if nobody says it, that a lane takes the true side at
/// the end of \p Block: one in all blocks where the last block of the grid
/// takes a side alone (LastBlock.h), 1 or 0 where it lets threads into a loop
/// (LoopGuards.h), else Options.DefaultBranchProbability.
double expectedProbability(const EvaluationPlan &Plan,
                           const LaunchConfiguration &Launch,
                           const EvaluationOptions &Options,
                           const BasicBlock &Block);

class BranchEvaluator {
public:
  BranchEvaluator(const EvaluationPlan &Plan, const LaunchConfiguration &Launch,
                  const EvaluationOptions &Options, WarpValues &Values,
                  EvaluationState &State, FactJournal &Journal);

  /// Where \p Lanes go from the end of \p Block, whose condition is up to date.
  BranchSides leave(const BasicBlock &Block, const LaneSet &Lanes);

private:
  /// Lanes whose condition depends on data, as far as they can go to a side,
  /// and how probable it is that one of them takes the true side.
  struct Undecided {
    LaneMask True = 0, False = 0;
    double Chance = 0;
  };
  Undecided decide(const BasicBlock &Block, LaneMask Open);
  /// Whether the condition at the end of \p Block, which rests on data, is the
  /// same for all \p Lanes.
  bool isCommon(const BasicBlock &Block, LaneMask Lanes);
  /// \p Reason: what leaves open where lanes go; \p Common: they go together.
  void record(const BasicBlock &Block, const LaneSet &Lanes,
              const BranchSides &Sides, const Expr *Reason, bool Common);

  const EvaluationPlan &Plan;
  WarpValues &Values;
  EvaluationState &State;
  FactJournal &Journal;
  std::vector<std::optional<double>> Given; ///< by block, by the user
  std::vector<double> Expected;             ///< by block, if nobody says it
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_BRANCHEVALUATOR_H
