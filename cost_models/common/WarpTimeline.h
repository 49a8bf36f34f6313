//===- WarpTimeline.h - One warp's way through its work ---------*- C++ -*-===//
//
// The in-order issue of ExecutionTime.h over a work flow graph of single
// instructions (WorkflowOptions::EachInstruction) instead of a straight line:
//
//   instruction  issues when the one before lets it and its operands are there
//   branch       every way that a warp may go (one side, the other, both, none)
//                is walked with its probability; after it, clocks, running
//                waits and the open interval are their expected values
//   loop         is walked until an iteration leaves the same waits behind as
//                the one before; from then on every iteration is equal, so the
//                rest of the trip is that iteration multiplied
//
// Stalls cut the way into GPUMech's intervals; equal ones are counted. Work is
// bounded: where no iteration repeats within MaxIterations, or the walk takes
// more than MaxSteps, the last iteration stands for the rest and branches are
// averaged one by one, with a note.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_WARPTIMELINE_H
#define KERNELCAST_COST_MODELS_COMMON_WARPTIMELINE_H

#include "analysis/workflow/WorkflowGraph.h"
#include "cost_models/common/IntervalProfile.h"
#include "cost_models/common/WarpKinds.h"

namespace kernelcast {

/// What one node costs a warp that is alone on a multiprocessor, in cycles.
struct NodeCost {
  /// Machine instructions of the node; more than one wait for one another.
  double Instructions = 1;
  double Gap = 1;     ///< from an instruction to the next one's issue, at least
  double Latency = 0; ///< from an instruction's issue to the use of its result
  double Reads = 0, Writes = 0; ///< requests that leave the SM
};

struct WarpTimeline {
  double Cycles = 0;       ///< from the first issue to the last
  double Instructions = 0; ///< issued
  double Reads = 0, Writes = 0;
  std::vector<WarpInterval> Intervals; ///< in the order of their first ends
  std::vector<std::string> Notes;      ///< where the result is approximate
};

inline constexpr unsigned MaxIterations = 64;
inline constexpr unsigned MaxSteps = 100000;

/// A warp's way through \p Graph; \p Costs is parallel to its nodes. A branch
/// in \p Ways is taken as given there, any other with its probabilities.
WarpTimeline warpTimeline(const WorkflowGraph &Graph,
                          llvm::ArrayRef<NodeCost> Costs,
                          llvm::ArrayRef<BranchWay> Ways = {});

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_WARPTIMELINE_H
