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
//
// Where the points of the box cannot be treated alike, the box is divided only
// for the smallest stretch of the graph (FlowRegions.h) that leaves all parts
// in one state: they come to its end with the same lanes and the same values.
// What follows is evaluated for the whole box again. Outside all loops a
// stretch may go on to the end of the kernel, where there is no state to agree
// on. If no stretch will do, evaluate() asks for the division of the whole box.
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
  /// From here on \p Iterations iterations of a loop are evaluated one by one,
  /// before one of them stands for all that are alike.
  void sampleLoops(int64_t Iterations) { State.SampledIterations = Iterations; }
  /// From here on no box is split for floats: those that differ from point to
  /// point are as unknown as data.
  void keepForFloats() { Values.keepForFloats(); }
  /// From here on boxes are only divided whole, by whoever asks for them.
  void keepWhole() { DividesStretches = false; }

  /// Evaluates \p Warps into an empty journal. False: split() says how to
  /// divide the box, or that there are no steps left, or that a value was lost
  /// (then try again with keepWhole()); the journal then holds what was found
  /// until then.
  bool evaluate(const WarpBox &Warps);
  const SplitRequest &split() const { return Values.split(); }
  FactJournal &journal() { return Journal; }

  /// What the estimates have taken for granted in all evaluations.
  const AssumedControl &assumed() const { return State.Assumed; }

private:
  /// Items of one region, entered by the first.
  struct Stretch {
    unsigned Region, First, End;
    bool operator==(const Stretch &) const = default;
  };
  /// What an item found when it began.
  struct Beginning {
    FactJournal::Mark Journal;
    unsigned Cause = None;
  };
  /// Whether a stretch is no longer divided: its parts have not agreed, or
  /// along loops there were too many of them.
  enum class KeptWhole : uint8_t { No, AlongLoops, Always };
  /// What comes out of a stretch: the phis behind it, then the values of its
  /// loop that are used behind it.
  using Outcome = llvm::SmallVector<GroupedValue, 0>;

  bool runRegion(unsigned Region, const LaneSet &Entry);
  bool runItems(const Stretch &Part, const LaneSet &Entry);
  bool runItem(unsigned Region, unsigned Item, const LaneSet &Entry);
  unsigned divide(const Stretch &Around, unsigned Failed, const LaneSet &Entry);
  bool runParts(const Stretch &Whole, const SplitRequest &Split,
                const LaneSet &Entry);
  bool runPart(const Stretch &Whole, const LaneSet &Entry, Outcome &Result);
  void assignOutcome(const Stretch &Whole, const Outcome &Agreed);
  bool mayDivide(const Stretch &Whole, const SplitRequest &Split) const;
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
  // By region and item.
  std::vector<std::vector<LaneSet>> ItemLanes;
  std::vector<std::vector<Beginning>> Beginnings;
  std::vector<std::vector<KeptWhole>> Kept; ///< the stretch that begins here
  std::vector<bool> PhisMade; ///< by block: their parts agreed on its phis
  bool DividesStretches = true;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_WARPEVALUATOR_H
