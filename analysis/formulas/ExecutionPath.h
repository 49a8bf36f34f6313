//===- ExecutionPath.h - What decides how often a block runs ----*- C++ -*-===//
//
// From a block up to the kernel's entry, level by level of the loop nest
// (FlowRegions.h): what lies between a block and the place that it reunites
// with does not matter; a branch with the block behind one of its sides is a
// guard; exits of a loop are passed in all the iterations that its trip count
// counts, and each lane makes them from the first one on.
//
// Blocks that reunite with the same place share one path. So every item of a
// region is resolved to that place once, and a path is climbed once for each
// of those places, from guard to guard.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_EXECUTIONPATH_H
#define KERNELCAST_ANALYSIS_FORMULAS_EXECUTIONPATH_H

#include "analysis/pdg/FlowRegions.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

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

/// The paths to the blocks of one kernel.
class ExecutionPaths {
public:
  explicit ExecutionPaths(const KernelModel &Kernel);

  /// The path to \p Block, the same object for blocks that share it and valid
  /// as long as this one. Null where a path is not all there is to it: loops
  /// without an exact trip count, several ways to the block, a block in front
  /// of its loop's test.
  const ExecutionPath *to(BlockId Block);

private:
  /// From an item of a region upwards.
  struct Step {
    unsigned Place = None; ///< the item that it reunites with in the end
    BlockId Branch = None; ///< at that place: the only way there
    bool OnWayOut = false; ///< of the kernel, there or between
  };

  void resolve(LoopId L);
  BlockId branchTo(BlockId Entry, LoopId L) const;
  bool climb(unsigned Item, LoopId L, ExecutionPath &Path) const;

  const KernelModel &Kernel;
  std::vector<FlowRegion> Regions;
  std::vector<unsigned> ItemOfBlock, ItemOfLoop;
  std::vector<std::vector<Step>> Steps; ///< by region and item
  llvm::DenseMap<std::pair<LoopId, unsigned>, std::unique_ptr<ExecutionPath>>
      Known; ///< by loop and place; null: none
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_EXECUTIONPATH_H
