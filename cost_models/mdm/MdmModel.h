//===- MdmModel.h - GPUMech and the memory divergence model -----*- C++ -*-===//
//
// Models "gpumech", "gpumech+", "mdm-queue", "mdm-mshr" and "mdm": one warp as
// intervals, and what the others and the memory system add to them.
// docs/models/mdm.md explains it, MdmEquations.h holds the equations.
//
// From a profile to the intervals: the kinds of warps of the launch (those that
// take the same ways at the branches outside of loops) are walked one by one,
// clustered by IPC and instructions, and the representative's intervals stand
// for all.
//
//   faithful   all SMs and all resident warps work; (6) as printed
//   modern     the cluster that executes most instructions, not most warps,
//              gives the representative; no more SMs and warps than the launch
//              has; (6) as the authors' program has it (memory time by level,
//              not added up); at least the time of the busiest resource, as in
//              the model roofline; launch overhead
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_MDM_MDMMODEL_H
#define KERNELCAST_COST_MODELS_MDM_MDMMODEL_H

#include "cost_models/common/EquationModel.h"
#include "cost_models/mdm/MdmEquations.h"

namespace kernelcast {

ModelId modelOf(MdmVariant Variant);

class MdmModel final : public EquationModel {
public:
  explicit MdmModel(MdmVariant Variant) : Variant(Variant) {}
  ModelId id() const override { return modelOf(Variant); }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::ArrayRef<Premise> premises() const override;

protected:
  llvm::ArrayRef<HardwareNumber GpuSpec::*> needed() const override;
  llvm::Expected<double> cycles(Equations<double> &Eq, const Question &Q,
                                Prediction *P) const override;
  llvm::Expected<Traced> cycles(Equations<Traced> &Eq, const Question &Q,
                                Prediction *P) const override;

private:
  MdmVariant Variant;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MDM_MDMMODEL_H
