//===- WorkflowModel.h - The work flow graph as a cost model ----*- C++ -*-===//
//
// Model "wfg": Baghsorkhi, Delahaye, Patel, Gropp, Hwu: An Adaptive Performance
// Modeling Tool for GPU Architectures, PPoPP 2010. docs/models/wfg.md explains
// it; analysis/workflow/ holds the graph, WorkflowPasses.h the two passes.
//
// From a profile to a time:
//
//   graph from PDG and profile -> WLP and ILP by region -> two passes
//   waves = ceil(blocks / (NB * SMs))
//   cycles = waves * (WLP * W_bw + W_full - W_bw)   (composition "round")
//            + launch overhead                      (corrected only)
//
// The breakdown neutralises one factor at a time (no bank conflicts, ideal
// coalescing, ...) and shares what all of them together cost in proportion to
// what each alone would save (bandwidth: on top of ideal coalescing);
// instruction issue is what remains.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWMODEL_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWMODEL_H

#include "analysis/workflow/WorkflowGraph.h"
#include "cost_models/CostModel.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/wfg/WorkflowPasses.h"

namespace kernelcast {

/// The hardware and the launch as the passes see them.
template <typename Number> struct BasicWorkflowSetting {
  BasicWorkflowMachine<Number> Machine;
  bool Corrected = true;
  WaveComposition Composition = WaveComposition::Round;
  double Clock = 0;           ///< Hz
  Number Partitions = 1;      ///< scheduler partitions that hold warps, per SM
  double Multiprocessors = 1; ///< all of the GPU
  Number BlocksPerSM = 1;     ///< NB
  Number Wlp = 1;             ///< resident warps per partition, WLP_max
  Number Warps = 1;           ///< of the launch
  Number Waves = 1;
  Number WarpsOfSM = 1; ///< of the launch, on each SM that has any
  /// SM cycles of a warp's integer instruction and of an access on lanes that
  /// are fewer than the engine's; 0 where they are not.
  double IntegerCycles = 0, AccessCycles = 0;
  Number DramBytes = 0; ///< traffic of the launch that caches cannot save
  double DramBytesPerCycle = 0; ///< of the whole GPU
  double LaunchCycles = 0;
};
using WorkflowSetting = BasicWorkflowSetting<double>;

/// \p Profile's launch on \p Gpu. Errors name the number that is missing.
llvm::Expected<WorkflowSetting>
workflowSetting(const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode);

/// The same for a launch of shape \p Shape in warps of \p WarpSize that moves
/// \p DramBytes.
template <typename Number>
llvm::Expected<BasicWorkflowSetting<Number>>
workflowSetting(const BasicLaunchShape<Number> &Shape, unsigned WarpSize,
                Plain<Number> DramBytes, const GpuSpec &Gpu, ModelMode Mode);

class WorkflowModel final : public CostModel {
public:
  explicit WorkflowModel(WaveComposition Composition = WaveComposition::Round)
      : Composition(Composition) {}
  ModelId id() const override { return ModelId::Wfg; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu, ModelMode Mode,
                                     Detail Asked) const override;

private:
  WaveComposition Composition;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWMODEL_H
