//===- WorkflowEvaluation.h - One graph on one machine ----------*- C++ -*-===//
//
// From a work flow graph to kernel cycles: the parallelism of its regions (1)
// (2) (7) (8), the two passes (WorkflowPasses.h), and from a warp's latency to
// the kernel's time. Corrected, that is at least what the DRAM takes for the
// traffic, and what lanes take that are fewer than the engine's:
//
//   waves      = ceil(blocks / (NB * SMs))
//   CYC_kernel = waves * (WLP * W_bw + W_full - W_bw)    (composition "round")
//   CYC_floor  = max(DRAM_bytes / (bw / clock),
//                    warps of an SM * max(integers, accesses) on their lanes)
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWEVALUATION_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWEVALUATION_H

#include "cost_models/wfg/WorkflowSetting.h"

namespace kernelcast {

template <typename Number, typename Work = Number>
struct BasicWorkflowEvaluation {
  std::vector<BasicRegionParallelism<Work>> Regions;
  BasicWorkflowPasses<Number, Work> Passes;
  Number WarpCycles = 0;  ///< of the kernel, by what its warps do
  Number UnitCycles = 0;  ///< of lanes that are fewer, all warps of an SM
  Number FloorCycles = 0; ///< of DRAM or those lanes, 0 in faithful mode
  Number Cycles = 0;      ///< of the kernel, without its launch
};
using WorkflowEvaluation = BasicWorkflowEvaluation<double>;

/// In double to predict, in Traced over a graph in double to explain, in Traced
/// throughout to write the model as code. \p Waits are those of the graph's
/// shape (WorkflowWaits.h), which many evaluations may share.
template <typename Number, typename Work>
BasicWorkflowEvaluation<Number, Work>
evaluate(Equations<Number> &Eq, const BasicWorkflowGraph<Work> &Graph,
         const WorkflowWaits &Waits,
         const BasicWorkflowSetting<Number> &Setting);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWEVALUATION_H
