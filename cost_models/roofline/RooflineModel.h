//===- RooflineModel.h - The floor under every prediction -------*- C++ -*-===//
//
// Model "roofline": Williams, Waterman, Patterson: Roofline, CACM 2009. A
// kernel takes at least as long as its busiest resource, if everything else
// overlaps with that perfectly:
//
//   faithful  max(operations / peak, bytes / DRAM bandwidth)
//   modern    max over the SMs' functional units, issue slots and shared memory
//             (PipeDemands.h), L2 and DRAM bandwidth; plus the launch
//
// No latency, no waves, no dependence: a floor, not a forecast.
// docs/models/roofline.md explains it, Ceilings.h holds the equations.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_ROOFLINE_ROOFLINEMODEL_H
#define KERNELCAST_COST_MODELS_ROOFLINE_ROOFLINEMODEL_H

#include "cost_models/common/EquationModel.h"

namespace kernelcast {

class RooflineModel final : public EquationModel {
public:
  ModelId id() const override { return ModelId::Roofline; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::ArrayRef<Premise> premises() const override;

protected:
  llvm::ArrayRef<HardwareNumber GpuSpec::*> needed() const override;
  llvm::Expected<double> cycles(Equations<double> &Eq, const Question &Q,
                                Prediction *P) const override;
  llvm::Expected<Traced> cycles(Equations<Traced> &Eq, const Question &Q,
                                Prediction *P) const override;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_ROOFLINE_ROOFLINEMODEL_H
