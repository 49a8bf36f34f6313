//===- WorkflowBuilder.h - From a kernel's profile to its work flow graph -===//
//
// The program dependence graph gives the structure, the profile the weights
// (Baghsorkhi et al., section 3.1). The kernel is walked loop by
// loop; within one level of the loop nest, blocks hang under the branch that
// they depend on:
//
//   plain instructions            consecutive ones form one Compute node
//   global, texture, local memory,
//   divergent constant access     Memory, transaction bytes per execution
//   shared memory                 Shared, bank steps per execution
//   __syncthreads()               Barrier
//   branch                        Branch, measured fractions of warps
//   loop                          Loop, measured iterations per arriving warp
//
// Whatever the shape, every block's node executes exactly as often as the
// profile says: where that differs from its surroundings (code under several
// predicates, after a break, after a return in a loop) it is wrapped in a
// branch or loop of the missing factor. A loop that tests at its start runs
// its test once more than its body: the extra test stands behind the loop.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWBUILDER_H
#define KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWBUILDER_H

#include "analysis/WarpProfile.h"
#include "analysis/pdg/ProgramDependenceGraph.h"
#include "analysis/workflow/WorkflowGraph.h"

namespace kernelcast {

struct WorkflowOptions {
  FactBound Bound = FactBound::Value;
  unsigned BankLanes = 32; ///< lanes that one bank step serves; 16 on CC 1.x
  /// One node for every placed instruction, with its class, and an arc for
  /// every flow of data between them: what an in-order issue needs to know.
  /// Else consecutive instructions share a Compute node, and arcs start at
  /// loads alone.
  bool EachInstruction = false;
};

/// What the builder reads of a profile: totals over a launch.
template <typename Number> struct WorkflowFacts {
  Number Warps = 0; ///< launched
  unsigned WarpSize = 32;
  std::vector<Number> Executions; ///< of warps, by block
  /// Of the warps that reach a branch: those in which some lane takes the true
  /// side, the false side. By block; nothing where it is not known.
  std::vector<std::array<std::optional<Number>, 2>> Sides;
  /// By access.
  std::vector<Number> LaneExecutions, TransactionBytes, BankCycles;
};

/// The facts of \p Profile.
WorkflowFacts<double> workflowFacts(const WarpProfile &Profile,
                                    FactBound Bound = FactBound::Value);

/// The work of one average warp of a launch with \p Facts.
template <typename Number>
BasicWorkflowGraph<Number> buildWorkflow(const KernelModel &Kernel,
                                         const ProgramDependenceGraph &Graph,
                                         const WorkflowFacts<Number> &Facts,
                                         const WorkflowOptions &Options);

/// The work of one average warp of the launch. Errors: a profile that does not
/// belong to \p Kernel, or no warps.
llvm::Expected<WorkflowGraph>
buildWorkflow(const KernelModel &Kernel, const ProgramDependenceGraph &Graph,
              const WarpProfile &Profile, const WorkflowOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWBUILDER_H
