//===- MwpCwpModel.h - Memory and computation warp parallelism --*- C++ -*-===//
//
// Model "mwp-cwp": Hong and Kim, ISCA 2009, with the L2 cache of Wang and Lou.
// docs/models/mwp-cwp.md explains it, MwpCwpEquations.h holds the equations.
//
// From a profile to the equations' inputs:
//
//   faithful   as printed: Wang and Lou where the GPU file gives an L2 latency,
//              else Hong and Kim
//   corrected  the bytes of the transactions load the bandwidth; later rounds
//              hit the L2 as often as the profile says; no computation is left
//              out; no more blocks on an SM than the launch has
//   modern     mean latency and the tightest of the DRAM's and the L2's
//              bandwidth, traffic in sectors, computation by the busiest unit,
//              a last wave of its own, launch overhead
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPMODEL_H
#define KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPMODEL_H

#include "cost_models/CostModel.h"
#include "cost_models/mwp-cwp/MwpCwpEquations.h"

namespace kernelcast {

/// The share of a peak DRAM bandwidth that copies reach, the middle of the
/// range of measurements (0.85 to 0.93).
inline constexpr double ReachedBandwidth = 0.9;

/// A launch on a GPU in the terms of the equations.
struct MwpCwpSetting {
  /// Launches that run one after the other and add up: one, or in modern mode
  /// the full rounds of blocks and the last one that is not full.
  llvm::SmallVector<MwpCwpInputs, 2> Waves;
  MwpCwpOptions Options;
  Cost Bandwidth = Cost::DramBandwidth; ///< of the level that limits
  /// That Issue_cycles are those of; nothing: by lanes.
  std::optional<Cost> BusiestUnit;
  double LaunchCycles = 0;
  std::vector<std::string> Extensions; ///< what is not in the papers
  std::vector<Assumption> Assumptions;
};

/// \p Profile's launch on \p Gpu. Errors name the number that is missing.
llvm::Expected<MwpCwpSetting> mwpCwpSetting(const WarpProfile &Profile,
                                            const GpuSpec &Gpu, ModelMode Mode,
                                            FactBound Bound = FactBound::Value);

/// Every equation with its numbers, for --explain: those of the first wave of
/// \p Setting, and the time of the others. \p Results is parallel to its waves.
std::vector<Quantity> explain(const MwpCwpSetting &Setting,
                              llvm::ArrayRef<MwpCwpResult> Results,
                              const WarpProfile &Profile, const GpuSpec &Gpu,
                              ModelMode Mode);

class MwpCwpModel final : public CostModel {
public:
  ModelId id() const override { return ModelId::MwpCwp; }
  llvm::ArrayRef<ModelMode> modes() const override;
  llvm::Expected<Prediction> predict(const WarpProfile &Profile,
                                     const GpuSpec &Gpu, ModelMode Mode,
                                     Detail Asked) const override;
};

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_MWP_CWP_MWPCWPMODEL_H
