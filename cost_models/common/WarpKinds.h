//===- WarpKinds.h - Warps that go different ways ---------------*- C++ -*-===//
//
// A branch has two fractions of warps: those in which some lane takes the true
// side and those in which some takes the false side. A warp that diverges is in
// both, so the ways of a warp are one side, the other, both one after the
// other, or neither. Warps that go the same ways at all branches outside of
// loops (the full ones, the one at the end, idle ones) are of one kind.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_WARPKINDS_H
#define KERNELCAST_COST_MODELS_COMMON_WARPKINDS_H

#include "analysis/workflow/WorkflowGraph.h"

namespace kernelcast {

struct WeightedWay {
  double Probability = 0;
  bool True = false, False = false; ///< sides that the warp runs
};

/// The ways that some warp takes at \p Branch; probabilities add up to 1.
llvm::SmallVector<WeightedWay, 4> weightedWays(const WorkflowNode &Branch);

/// How a warp goes at a branch.
struct BranchWay {
  WorkflowId Branch = 0;
  bool True = false, False = false; ///< sides that it runs
};

/// Warps that go the same way at every branch outside of loops.
struct WarpKind {
  double Share = 1; ///< of the launched warps
  std::vector<BranchWay> Ways;
};
inline constexpr unsigned MaxWarpKinds = 32;

/// The kinds of warps of \p Graph, largest share first. Branches are taken to
/// be independent of each other. Where there would be more than MaxWarpKinds,
/// later branches keep their probabilities.
std::vector<WarpKind> warpKinds(const WorkflowGraph &Graph);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_WARPKINDS_H
