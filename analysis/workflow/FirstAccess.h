//===- FirstAccess.h - What a warp issues before it waits -------*- C++ -*-===//
//
// Instructions that an average warp issues before its first memory instruction,
// from the work flow graph: "First_comp_period_insts" of Wang and Lou 2019,
// table 1, row 21. They count them in a straight line; here the graph is walked
// with the share of warps that have met no memory instruction yet:
//
//   plain instructions  count for that share
//   memory              the share is 0 from here on
//   branch              both sides, each for the warps that enter it
//   loop                iterations until one meets memory: with the chance p
//                       per iteration, (1 - (1 - p)^trip) / p of them begin
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_FIRSTACCESS_H
#define KERNELCAST_ANALYSIS_WORKFLOW_FIRSTACCESS_H

#include "analysis/workflow/WorkflowGraph.h"

namespace kernelcast {

/// Mean instructions per warp before its first memory instruction; all of them
/// for a kernel without one. A shared-memory access or a barrier is one
/// instruction.
double instructionsBeforeMemory(const WorkflowGraph &Graph);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_FIRSTACCESS_H
