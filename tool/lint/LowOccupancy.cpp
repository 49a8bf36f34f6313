//===- LowOccupancy.cpp - What keeps warps out of a multiprocessor --------===//
//
// The gain is that of as many resident blocks as there are warps for, all else
// equal: little where few warps hide the latency already. Registers that are
// only estimated prove nothing.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static std::string cause(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  switch (Profile.Residency.Limiter) {
  case OccupancyLimiter::Registers:
    return fmt::format("{} registers a thread", Profile.RegistersPerThread);
  case OccupancyLimiter::Shared:
    return bytesText(Launch.model().StaticSharedBytes +
                     Profile.Launch.DynamicSharedBytes) +
           " of shared memory a block";
  case OccupancyLimiter::Blocks:
  case OccupancyLimiter::Warps:
    break;
  }
  const uint64_t Threads = Profile.Launch.threadsPerBlock();
  return fmt::format("blocks of {} thread{}", Threads, Threads == 1 ? "" : "s");
}

std::vector<Finding> kernelcast::findLowOccupancy(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  const OccupancyResult &Now = Profile.Residency;
  if (Now.BlocksPerSM == 0 || Launch.blockIsGuessed() ||
      Launch.gridIsGuessed() || Launch.shapeVaries() ||
      Now.WarpsPerSM >= Now.MaxWarpsPerSM || !Launch.isResidencySure() ||
      (Now.Limiter == OccupancyLimiter::Registers &&
       isEstimate(Profile.RegistersSource)))
    return {};
  const LaunchConfiguration &Shape = Profile.Launch;
  Finding F;
  F.Location =
      Shape.Location.isValid() ? Shape.Location : Launch.model().Location;
  F.Message = fmt::format("{} leave room for {} of {} warps on an SM",
                          cause(Launch), Now.WarpsPerSM, Now.MaxWarpsPerSM);
  F.Predicted = Launch.gainAsIs(fillWithWarps);
  return {std::move(F)};
}
