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
// docs/models/roofline.md explains it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_ROOFLINE_ROOFLINEMODEL_H
#define KERNELCAST_COST_MODELS_ROOFLINE_ROOFLINEMODEL_H

#include "cost_models/CostModel.h"

namespace kernelcast {

class Explainer;

/// One resource and the cycles for which the launch keeps it busy.
struct Ceiling {
  std::string Name;    ///< "DRAM bandwidth", "FP32", ...
  double Cycles = 0;   ///< of the kernel, at least
  std::string Formula; ///< with the numbers in it
};

/// Every ceiling of \p Profile's launch on \p Gpu, in a fixed order.
llvm::Expected<std::vector<Ceiling>>
ceilings(const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode,
         FactBound Bound = FactBound::Value);

/// The highest of \p Ceilings, of which there is one; the first where several
/// are equal.
const Ceiling &highest(llvm::ArrayRef<Ceiling> Ceilings);

/// What one ceiling rests on, and its cycles as the equation \p Name; the SMs,
/// bandwidths, clock, warps and blocks are taken as told.
void explainCeiling(Explainer &Out, const Ceiling &C, llvm::StringRef Name,
                    const WarpProfile &Profile, const GpuSpec &Gpu,
                    ModelMode Mode);

/// Every ceiling with its numbers, for --explain. \p LaunchCycles come on top
/// of the highest.
std::vector<Quantity> explain(llvm::ArrayRef<Ceiling> Ceilings,
                              double LaunchCycles, const WarpProfile &Profile,
                              const GpuSpec &Gpu, ModelMode Mode);

class RooflineModel final : public CostModel {
public:
  llvm::StringRef name() const override { return "roofline"; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu,
                                     ModelMode Mode) const override;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_ROOFLINE_ROOFLINEMODEL_H
