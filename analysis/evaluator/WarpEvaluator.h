//===- WarpEvaluator.h - All warps of a box in lock step --------*- C++ -*-===//
//
// Runs the flow graph for one warp with all its lanes, and for all points of a
// box at once. Every block runs with a set of lanes: the union over its
// incoming edges, or that of the dominator where the threads reunite
// (FlowRegions.h). A condition that depends on data makes its lanes uncertain;
// counts then become intervals.
//
// This class walks over the regions of the graph. The values are those of
// WarpValues.h, lanes and phis come over the edges of EdgeFlow.h, and each of
// branches, loops and accesses has an evaluator of its own. What they find goes
// to a journal. docs/warp-evaluator.md has the whole story.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H
#define KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H

#include "analysis/evaluator/AccessEvaluator.h"
#include "analysis/evaluator/BranchEvaluator.h"
#include "analysis/evaluator/LoopEvaluator.h"

namespace kernelcast {

class WarpEvaluator {
public:
  /// All must outlive the evaluator.
  WarpEvaluator(const EvaluationPlan &Plan, const LaunchConfiguration &Launch,
                const GpuSpec &Gpu, const EvaluationOptions &Options);

  /// Grants that many steps, to be used up by any number of evaluations.
  void grant(uint64_t Steps) { State.Steps.grant(Steps); }
  uint64_t stepsTaken() const { return State.Steps.taken(); }
  /// From here on long loops are cut short and scaled instead of running out
  /// of steps.
  void sampleLoops() { State.SampleLoops = true; }

  /// Evaluates \p Warps into an empty journal. False: split() says how to
  /// divide the box, or that there are no steps left; the journal then holds
  /// what was found until then.
  bool evaluate(const WarpBox &Warps);
  const SplitRequest &split() const { return Values.split(); }
  FactJournal &journal() { return Journal; }

  /// What the estimates have taken for granted in all evaluations.
  const AssumedControl &assumed() const { return State.Assumed; }

private:
  bool runRegion(unsigned Region, const LaneSet &Entry);
  bool runBlock(const BasicBlock &Block, const LaneSet &Lanes);
  bool runIrreducible(LaneMask Present);

  const EvaluationPlan &Plan;
  const KernelModel &Kernel;
  WarpValues Values;
  EdgeFlow Flow;
  EvaluationState State;
  FactJournal Journal;
  BranchEvaluator Branches;
  LoopEvaluator Loops;
  AccessEvaluator Accesses;
  std::vector<std::vector<LaneSet>> ItemLanes; ///< by region and item
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H
