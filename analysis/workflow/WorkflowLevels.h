//===- WorkflowLevels.h - What hangs under which branch ---------*- C++ -*-===//
//
// For the builder of work flow graphs: one level of the loop nest at a time.
// Units of a level are its own blocks and the loops directly inside it. A unit
// hangs in a group, one outcome of a branch of the same level (control
// dependence); where several outcomes lead to it, in the innermost group
// around them all. A loop's own exits are no branches in this sense: what comes
// after them in the iteration is weighted instead.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWLEVELS_H
#define KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWLEVELS_H

#include "analysis/pdg/ProgramDependenceGraph.h"
#include <map>

namespace kernelcast {

struct WorkflowUnit {
  BlockId Block = 0; ///< the block, or the loop's header
  LoopId Loop = None;
};

/// Units that run when the branch at the end of a block goes one way.
struct WorkflowGroup {
  unsigned Parent = None, Depth = 0;
  std::vector<WorkflowUnit> Units;
};

struct WorkflowLevel {
  std::vector<WorkflowUnit> Top;
  std::vector<WorkflowGroup> Groups;
  std::map<std::pair<BlockId, unsigned>, unsigned> GroupOf;

  /// The group under \p Outcome of \p Block, or null if nothing hangs there.
  const WorkflowGroup *group(BlockId Block, unsigned Outcome) const;
};

class WorkflowLevels {
public:
  WorkflowLevels(const KernelModel &Kernel, const ProgramDependenceGraph &Pdg);

  /// The level of \p Loop (None: outside all loops). With \p Depth levels of
  /// the graph around it, groups stop where MaxWorkflowDepth would be passed.
  WorkflowLevel arrange(LoopId Loop, unsigned Depth);
  bool leavesLoop(const BasicBlock &Block) const;
  /// Whether some group was left out by arrange() for its depth.
  bool isFlattened() const { return Flattened; }

private:
  unsigned homeOf(const WorkflowUnit &U, LoopId Loop, WorkflowLevel &Level,
                  const std::map<BlockId, unsigned> &HomeOf, unsigned Depth);
  unsigned groupOf(ControlDependence On, WorkflowLevel &Level,
                   const std::map<BlockId, unsigned> &HomeOf, unsigned Depth);
  bool isInside(BlockId Block, LoopId Loop) const;

  const KernelModel &Kernel;
  const ProgramDependenceGraph &Pdg;
  std::vector<std::vector<WorkflowUnit>> UnitsOf; ///< by loop + 1
  bool Flattened = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWLEVELS_H
