//===- WorkflowWaits.h - What may be waited for in a graph ------*- C++ -*-===//
//
// The part of a reduction (Reduction.h) that follows from the shape of a work
// flow graph alone: which node lies inside which loop, and which waits its arcs
// make. The numbers of a graph (trips, shares of branches, bytes) may change
// afterwards, and a leaf may become another kind of leaf: a breakdown reduces
// one shape some ten times.
//
// Waits belong to channels: one for a load and the loop that its arcs cross (or
// no loop). A channel of a loop keeps the waits of the last iterations apart by
// their age.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWWAITS_H
#define KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWWAITS_H

#include "analysis/workflow/WarpPaths.h"
#include "analysis/workflow/WorkflowGraph.h"

namespace kernelcast {

/// What is waited for.
struct WaitChannel {
  WorkflowId Load = 0;
  WorkflowId Loop = None; ///< that its waits cross
};

class WorkflowWaits {
public:
  template <typename Number>
  explicit WorkflowWaits(const BasicWorkflowGraph<Number> &Graph);

  const WaitChannel &channel(unsigned Number) const { return Channels[Number]; }

  /// Numbers of the channels that start at load \p Node.
  llvm::ArrayRef<unsigned> startedBy(WorkflowId Node) const {
    return Nodes[Node].Started;
  }

  /// Waits that end before \p Node: channel, and its age in iterations; in the
  /// order of the loads.
  llvm::ArrayRef<WaitKey> endingAt(WorkflowId Node) const {
    return Nodes[Node].Ending;
  }

  bool isInside(WorkflowId Node, WorkflowId Loop) const {
    return Nodes[Loop].First < Nodes[Node].First &&
           Nodes[Node].First <= Nodes[Loop].Last;
  }

  /// Iterations that the farthest arc of \p Loop crosses.
  unsigned farthest(WorkflowId Loop) const { return Nodes[Loop].Farthest; }

  /// Iterations of \p Loop after which every further one is like the last.
  unsigned distinctIterations(WorkflowId Loop) const {
    return std::max(Nodes[Loop].Farthest + 1, Nodes[Loop].IsEntered ? 2u : 1u);
  }

private:
  struct NodeWaits {
    unsigned First = 0, Last = 0; ///< pre-order, its own and the last inside
    unsigned Farthest = 0;        ///< of a loop: iterations that an arc crosses
    /// An arc leads from outside of this loop to its inside, so that the first
    /// iteration is not like the others.
    bool IsEntered = false;
    llvm::SmallVector<unsigned, 1> Started;
    llvm::SmallVector<WaitKey, 1> Ending;
  };

  template <typename Number>
  void numberNodes(const BasicWorkflowGraph<Number> &Graph);
  void addArcs(llvm::ArrayRef<DependenceArc> Arcs);

  std::vector<NodeWaits> Nodes; ///< by node of the graph
  std::vector<WaitChannel> Channels;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWWAITS_H
