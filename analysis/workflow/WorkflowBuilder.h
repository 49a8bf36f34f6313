//===- WorkflowBuilder.h - From a kernel's profile to its work flow graph -===//
//
// The program dependence graph gives the structure, the profile the weights
// (Baghsorkhi et al., section 3.1; models.md 4.6). The kernel is walked loop by
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
#include "analysis/pdg/graph/ProgramDependenceGraph.h"
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

/// The work of one average warp of the launch. Errors: a profile that does not
/// belong to \p Kernel, or no warps.
llvm::Expected<WorkflowGraph>
buildWorkflow(const KernelModel &Kernel, const ProgramDependenceGraph &Graph,
              const WarpProfile &Profile, const WorkflowOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WORKFLOWBUILDER_H
