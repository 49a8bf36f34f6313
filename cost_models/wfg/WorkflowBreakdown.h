//===- WorkflowBreakdown.h - Where the cycles of a graph go -----*- C++ -*-===//
//
// The breakdown neutralises one factor at a time (no bank conflicts, ideal
// coalescing, ...) and shares what all of them together cost in proportion to
// what each alone would save (bandwidth: on top of ideal coalescing);
// instruction issue is what remains.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWBREAKDOWN_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWBREAKDOWN_H

#include "cost_models/wfg/WorkflowEvaluation.h"

namespace kernelcast {

/// What a breakdown takes away.
enum class WorkflowFactor : uint8_t {
  Pipeline,
  BankConflicts,
  Divergence,
  Coalescing,
  Bandwidth,
  Latency,
  Barriers
};
inline constexpr unsigned NumWorkflowFactors = 7;

/// What it costs time as.
Cost costOf(WorkflowFactor Factor);

/// Items that add up to Setting.LaunchCycles + \p Cycles, which \p Graph takes
/// without its launch; \p Waits are those of its shape. \p Loops are the
/// profile's, for iterations that only divergent warps issue; \p Silent keeps
/// no record.
llvm::SmallVector<BreakdownItem, 8>
breakdown(Equations<double> &Silent, const WorkflowGraph &Graph,
          const WorkflowWaits &Waits, const WorkflowSetting &Setting,
          llvm::ArrayRef<LoopFacts> Loops, double Cycles);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWBREAKDOWN_H
