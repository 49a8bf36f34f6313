//===- Gain.h - What a change of a kernel is worth --------------*- C++ -*-===//
//
// The predicted time of a launch, and the time that the same model predicts
// from a profile in which something is better. One question for lint, which
// asks it of a finding, and for predict --what-if, which asks it of a factor.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_GAIN_H
#define KERNELCAST_TOOL_REPORT_GAIN_H

#include "analysis/specialize/PerfectFactor.h"
#include <optional>

namespace kernelcast {

class KernelAnalysis;
struct LaunchReport;

/// The predicted time of a kernel, and with a remedy.
struct Gain {
  double Seconds = 0;
  double FixedSeconds = 0;

  double saved() const { return Seconds - FixedSeconds; }
  /// As a part of the time.
  double share() const { return Seconds > 0 ? saved() / Seconds : 0; }
};

/// What a perfect factor is worth.
struct FactorGain {
  CostFactor Factor = CostFactor::Coalescing;
  std::optional<Gain> Predicted; ///< nothing: the model has no answer
};

/// The gain if \p Launch had the profile \p Fixed, by the model of its first
/// prediction; nothing if that has no answer.
std::optional<Gain> gainTo(const LaunchReport &Launch,
                           const WarpProfile &Fixed);

/// The gains of \p Launch, one of \p Kernel as it is counted, if each of \p
/// Factors alone were perfect: the largest first, equal ones in the order
/// given. None where there is no prediction.
std::vector<FactorGain> gainsOf(const LaunchReport &Launch,
                                const KernelAnalysis &Kernel,
                                llvm::ArrayRef<CostFactor> Factors);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_GAIN_H
