//===- WorkflowUses.h - From data dependences to arcs and ILP ---*- C++ -*-===//
//
// For the builder of work flow graphs: which instructions wait for a load from
// memory, and how long a region's chains of definitions and uses are.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWUSES_H
#define KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWUSES_H

#include "analysis/pdg/ProgramDependenceGraph.h"
#include "analysis/workflow/WorkflowGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace kernelcast {

/// An instruction: block and index in BasicBlock::Instructions.
using WorkflowPlace = std::pair<BlockId, unsigned>;

/// A node that an instruction became. Trailing: in the last test of a loop,
/// which stands behind the loop.
struct WorkflowCopy {
  WorkflowId Node = 0;
  bool Trailing = false;
};
/// By WorkflowUses::number() of the instruction.
using WorkflowPlaces = std::vector<llvm::SmallVector<WorkflowCopy, 2>>;

class WorkflowUses {
public:
  /// With \p AllDefinitions every use of every result waits, else the first
  /// use in each block of loads that may go to memory.
  WorkflowUses(const KernelModel &Kernel, const ProgramDependenceGraph &Pdg,
               bool AllDefinitions = false);

  /// The instruction's place among all of the kernel, block by block.
  size_t number(WorkflowPlace At) const {
    return FirstOf[At.first] + At.second;
  }
  /// How many instructions the kernel has.
  size_t size() const { return FirstUse.size(); }

  /// Whether a wait may come before the instruction.
  bool isFirstUse(WorkflowPlace At) const { return FirstUse[number(At)]; }

  /// Arcs from what is waited for to the uses that wait. \p LoopNode gives the
  /// nodes of the kernel's loops, None where a loop has none; \p IsMemory says
  /// which nodes are memory.
  std::vector<DependenceArc>
  arcs(const WorkflowPlaces &NodesOf, llvm::ArrayRef<WorkflowId> LoopNode,
       llvm::function_ref<bool(WorkflowId)> IsMemory) const;

  /// ILP_local of the instructions \p Members, in program order.
  double ilp(llvm::ArrayRef<WorkflowPlace> Members) const;

private:
  bool isLongLoad(WorkflowPlace At) const;
  bool isPlace(BlockId Block, unsigned Index) const;

  const KernelModel &Kernel;
  bool AllDefinitions;
  std::vector<size_t> FirstOf; ///< number of a block's first instruction
  /// By number: the instructions of the same iteration whose results it uses.
  std::vector<llvm::SmallVector<size_t, 2>> Definitions;
  std::vector<bool> FirstUse; ///< by number
  /// Uses that wait for a definition, in the order of the kernel.
  std::vector<DataDependence> Waits;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWUSES_H
