//===- ExecutionPath.h - What decides how often a block runs ----*- C++ -*-===//
//
// From a block up to the kernel's entry, level by level of the loop nest
// (FlowRegions.h): what lies between a block and the place that it reunites
// with does not matter; a branch with the block behind one of its sides is a
// guard; exits of a loop are passed in all the iterations that its trip count
// counts, and each lane makes them from the first one on.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_EXECUTIONPATH_H
#define KERNELCAST_ANALYSIS_FORMULAS_EXECUTIONPATH_H

#include "analysis/pdg/FlowRegions.h"
#include <optional>

namespace kernelcast {

/// A branch that a block depends on, and the side that leads to it.
struct Guard {
  const Expr *Condition;
  bool Side;
};

/// A thread runs the block once in each iteration of the loops in which it
/// passes the guards.
struct ExecutionPath {
  std::vector<Guard> Guards;
  std::vector<LoopId> Loops; ///< innermost first
  /// It stands in front of the test of Loops[0], and runs once more for it.
  bool TestsAgain = false;
};

/// Nothing where that is not all there is to it: loops without an exact trip
/// count, several ways to the block, a block in front of its loop's test.
/// \p Regions are those of \p Kernel.
std::optional<ExecutionPath> executionPath(BlockId Block,
                                           const KernelModel &Kernel,
                                           llvm::ArrayRef<FlowRegion> Regions);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_EXECUTIONPATH_H
