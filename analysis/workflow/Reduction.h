//===- Reduction.h - From a work flow graph to cycles -----------*- C++ -*-===//
//
// The latency of one average warp: Baghsorkhi et al., PPoPP 2010, section 3
// and figures 2-4, with their rules
//
//   sequence    sum of the weights
//   branch      faithful:  (rT WT + rF WF) / (rT + rF)
//               corrected: W0 + rT (WT - W0) + rF (WF - W0), W0 without bodies;
//               the printed form halves the cost of a branch in which every
//               warp diverges (rT = rF = 1)
//   loop        trip * body; with arcs of distance d between iterations, d+1
//               copies: the last copy is the steady state (ours)
//   dependence  residual = max(0, Latency_exposed - elapsed) before the use,
//               arcs in the order of their uses
//
// On a straight path the dependence rule is a clock: a load starts a count
// down from Latency_exposed, every weight lets it run, and a use waits for what
// is left. That is how it is computed here, so one walk over the graph
// replaces the copying of nodes in figure 3: a branch splits the walk into
// paths that carry their own count-downs, and paths whose count-downs agree
// (mostly: none is running) become one again. This is the exact path expansion
// where it matters and costs nothing elsewhere. More than MaxPaths paths that
// differ are averaged, with a note.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_REDUCTION_H
#define KERNELCAST_ANALYSIS_WORKFLOW_REDUCTION_H

#include "analysis/workflow/WorkflowWaits.h"

namespace kernelcast {

enum class BranchRule : uint8_t { Faithful, Corrected };

/// Paths that may be told apart at one point of the graph.
inline constexpr unsigned MaxPaths = 64;

/// Cycles of the leaves for one pass.
template <typename Number> struct BasicWorkflowWeights {
  std::vector<Number> Node;    ///< by node; branches and loops are ignored
  std::vector<Number> Exposed; ///< by node: Latency_exposed of a load, cycles
};
using WorkflowWeights = BasicWorkflowWeights<double>;

/// A wait that the dependence rule added.
template <typename Number> struct BasicResidual {
  WorkflowId Load = 0, Use = 0;
  Number Elapsed = 0; ///< cycles between them before the wait
  Number Cycles = 0;  ///< of the wait
  Number Weight = 1;  ///< of the path on which it occurs
  unsigned Copy = 0;  ///< iteration of the innermost loop that was walked
};

using Residual = BasicResidual<double>;

/// A loop as it was reduced the last time: cycles of the first iteration, of
/// every further one, and of all.
template <typename Number> struct BasicLoopCycles {
  WorkflowId Loop = 0;
  Number First = 0, Steady = 0, Total = 0;
};
using LoopCycles = BasicLoopCycles<double>;

template <typename Number> struct BasicReduction {
  Number Cycles = 0;
  std::vector<BasicResidual<Number>>
      Residuals; ///< first 1000, in the order of the walk
  std::vector<BasicLoopCycles<Number>> Loops; ///< by node number
  std::vector<std::string> Notes; ///< where the result is approximate
};
using Reduction = BasicReduction<double>;

/// Expected cycles of one warp through \p Graph, of whose shape \p Waits were
/// made.
template <typename Number>
BasicReduction<Number>
reduce(const BasicWorkflowGraph<Number> &Graph, const WorkflowWaits &Waits,
       const BasicWorkflowWeights<Number> &Weights, BranchRule Rule);

/// Expected executions of every node by one warp.
template <typename Number>
std::vector<Number> executions(const BasicWorkflowGraph<Number> &Graph,
                               BranchRule Rule);

/// NUM_mem, NUM_bytes and NUM_sync of one warp.
template <typename Number> struct BasicWorkflowCounts {
  Number MemoryInstructions = 0, Bytes = 0, Barriers = 0;
};
using WorkflowCounts = BasicWorkflowCounts<double>;
template <typename Number>
BasicWorkflowCounts<Number> counts(const BasicWorkflowGraph<Number> &Graph,
                                   BranchRule Rule);

/// The same, and the cycles of one warp without dependences, where the
/// executions are known.
template <typename Number>
BasicWorkflowCounts<Number> counts(const BasicWorkflowGraph<Number> &Graph,
                                   const std::vector<Number> &Executed);
template <typename Number>
Number weighted(const BasicWorkflowGraph<Number> &Graph,
                const std::vector<Number> &Executed,
                const BasicWorkflowWeights<Number> &Weights);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_REDUCTION_H
