//===- WorkflowModel.h - The work flow graph as a cost model ----*- C++ -*-===//
//
// Model "wfg": Baghsorkhi, Delahaye, Patel, Gropp, Hwu: An Adaptive Performance
// Modeling Tool for GPU Architectures, PPoPP 2010. docs/models/wfg.md explains
// it; analysis/workflow/ holds the graph. From a profile to a time:
//
//   WorkflowSetting.h     hardware and launch: r, WLP_max, BW_SM
//   WorkflowPasses.h      the graph in two passes: W_bw and W_full of a warp
//   WorkflowEvaluation.h  from there to the kernel: waves, floors
//   WorkflowBreakdown.h   what each cause costs
//
// The launch overhead comes on top in the mode corrected.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_WFG_WORKFLOWMODEL_H
#define KERNELCAST_COST_MODELS_WFG_WORKFLOWMODEL_H

#include "cost_models/common/EquationModel.h"
#include "cost_models/wfg/WorkflowPasses.h"

namespace kernelcast {

class WorkflowModel final : public EquationModel {
public:
  explicit WorkflowModel(WaveComposition Composition = WaveComposition::Round)
      : Composition(Composition) {}
  ModelId id() const override { return ModelId::Wfg; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::ArrayRef<Premise> premises() const override;

protected:
  llvm::ArrayRef<HardwareNumber GpuSpec::*> needed() const override;
  llvm::Expected<double> cycles(Equations<double> &Eq, const Question &Q,
                                Prediction *P) const override;
  llvm::Expected<Traced> cycles(Equations<Traced> &Eq, const Question &Q,
                                Prediction *P) const override;

private:
  WaveComposition Composition;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_WFG_WORKFLOWMODEL_H
