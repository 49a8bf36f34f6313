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

#include "cost_models/CostModel.h"
#include "cost_models/common/WarpTimeline.h"
#include "cost_models/mdm/MdmEquations.h"
#include "cost_models/roofline/Ceilings.h"

namespace kernelcast {

/// What --explain tells beside the equations' own inputs and results.
struct MdmStory {
  double Warps = 0;            ///< W, resident on an SM
  double Instructions = 0;     ///< of all warps of the launch
  unsigned Kinds = 1;          ///< of warps
  double RepresentedShare = 1; ///< of the warps, in the chosen cluster
  double ModelCycles = 0;      ///< instructions / (IPC * SMs)
  Ceiling Floor;               ///< 0 cycles: none
  double LaunchCycles = 0;
  std::optional<double> GreedyCycles; ///< had the SM issued greedy then oldest
};

/// Every equation with its numbers, for --explain.
std::vector<Quantity>
explain(const MdmStory &Story, const MdmMachine &Machine, MdmVariant Variant,
        const WarpTimeline &Representative, const MdmResult &Result,
        const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode);

ModelId modelOf(MdmVariant Variant);

class MdmModel final : public CostModel {
public:
  explicit MdmModel(MdmVariant Variant) : Variant(Variant) {}
  ModelId id() const override { return modelOf(Variant); }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu, ModelMode Mode,
                                     Detail Asked) const override;

private:
  MdmVariant Variant;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MDM_MDMMODEL_H
