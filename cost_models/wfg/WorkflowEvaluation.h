//===- WorkflowEvaluation.h - One graph on one machine ----------*- C++ -*-===//
//
// The steps between a work flow graph and kernel cycles that the prediction,
// its breakdown and its bounds share.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWEVALUATION_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWEVALUATION_H

#include "cost_models/wfg/WorkflowModel.h"

namespace kernelcast {

template <typename Number> struct BasicWorkflowEvaluation {
  std::vector<BasicRegionParallelism<Number>> Regions;
  BasicWorkflowPasses<Number> Passes;
  Number WarpCycles = 0; ///< of the kernel, by what its warps do
  Number IntegerInstructions = 0, Accesses = 0; ///< per warp, on narrow lanes
  Number UnitCycles = 0;  ///< of those, by the busier, all warps of an SM
  Number FloorCycles = 0; ///< of DRAM or narrow lanes, 0 in faithful mode
  Number Cycles = 0;      ///< of the kernel, without its launch
};
using WorkflowEvaluation = BasicWorkflowEvaluation<double>;

template <typename Number>
BasicWorkflowEvaluation<Number>
evaluate(const BasicWorkflowGraph<Number> &Graph,
         const BasicWorkflowSetting<Number> &Setting);

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

/// Removes \p Factor from the graph or the setting. \p Loops are the profile's
/// (for iterations that only divergent warps issue).
void neutralise(WorkflowFactor Factor, llvm::ArrayRef<LoopFacts> Loops,
                WorkflowGraph &Graph, WorkflowSetting &Setting);

/// Every equation behind \p Evaluation with its numbers, for --explain.
std::vector<Quantity> explain(const WorkflowSetting &Setting,
                              const WorkflowEvaluation &Evaluation,
                              const WarpProfile &Profile, const GpuSpec &Gpu);

/// Items that add up to Setting.LaunchCycles + \p Cycles, largest first.
llvm::SmallVector<BreakdownItem, 8> breakdown(const WorkflowGraph &Graph,
                                              const WorkflowSetting &Setting,
                                              llvm::ArrayRef<LoopFacts> Loops,
                                              double Cycles);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWEVALUATION_H
