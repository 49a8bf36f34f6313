//===- Utilisation.h - How busy a launch keeps a GPU ------------*- C++ -*-===//
//
// Profilers say of each resource for what part of a kernel's time it is busy.
// Here that is the resource's ceiling (Ceilings.h), the cycles for which the
// launch keeps it busy, over the cycles that a model predicts.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_ROOFLINE_UTILISATION_H
#define KERNELCAST_COST_MODELS_ROOFLINE_UTILISATION_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "cost_models/common/ProfiledResource.h"
#include <array>
#include <optional>

namespace kernelcast {

struct Utilisation {
  /// By ProfiledResource, those that can be busy, 0 to 1: the busy part of the
  /// time. Nothing where the GPU file does not give the resource's rate.
  std::array<std::optional<double>, NumBusyResources> Share;

  /// Of \p Resource, which is no latency and no launch.
  std::optional<double> of(ProfiledResource Resource) const {
    return Share[static_cast<unsigned>(Resource)];
  }
};

/// Of the launch \p Profile on \p Gpu, if it takes \p Cycles. Nothing where the
/// launch has no warps or does not fit, the cycles are not positive, or not all
/// of the kernel is modelled. A resource whose ceiling is above the model's
/// time is busy all the time, not longer.
std::optional<Utilisation> utilisation(const WarpProfile &Profile,
                                       const GpuSpec &Gpu, double Cycles);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_ROOFLINE_UTILISATION_H
