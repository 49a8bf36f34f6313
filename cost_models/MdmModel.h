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
#ifndef KERNELCAST_COST_MODELS_MDMMODEL_H
#define KERNELCAST_COST_MODELS_MDMMODEL_H

#include "cost_models/CostModel.h"
#include "cost_models/MdmEquations.h"

namespace kernelcast {

class MdmModel final : public CostModel {
public:
  explicit MdmModel(MdmVariant Variant) : Variant(Variant) {}
  llvm::StringRef name() const override { return kernelcast::name(Variant); }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu,
                                     ModelMode Mode) const override;

private:
  MdmVariant Variant;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MDMMODEL_H
