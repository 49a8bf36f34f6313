//===- TailEffect.cpp - SMs that wait for the last blocks -----------------===//
//
// Blocks run in waves: as many as fit on all SMs at a time. A last wave that
// fills a part of the GPU takes nearly as long as a whole one. The gain is that
// of a last wave which takes as much time as it has blocks, and no more than
// the share of its places that are empty. Blocks that leave at once make no
// wave. Nothing is told of a launch into a stream: blocks of another stream's
// kernel may take the places that are left.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/lint/WorkingBlocks.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

std::vector<Finding> kernelcast::findTailEffect(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  const OccupancyResult &Resident = Profile.Residency;
  const uint64_t Blocks = Profile.Launch.blocks();
  const uint64_t Places =
      Resident.BlocksPerSM *
      static_cast<uint64_t>(Launch.gpu().Multiprocessors.Value);
  if (Places == 0 || Blocks <= Places || Blocks % Places == 0 ||
      Launch.blockIsGuessed() || Launch.gridIsGuessed() ||
      Launch.shapeVaries() || Launch.mayHaveCompany() ||
      mayHaveIdleBlocks(Profile) || !Launch.isResidencySure() ||
      (Resident.Limiter == OccupancyLimiter::Registers &&
       isEstimate(Profile.RegistersSource)))
    return {};
  const uint64_t Waves = Blocks / Places;
  std::optional<Gain> Whole = Launch.gain(
      [&](WarpProfile &Ideal) { keepBlocks(Ideal, Waves * Places); });
  if (!Whole)
    return {};
  Finding F;
  F.Location = Profile.Launch.Location.isValid() ? Profile.Launch.Location
                                                 : Launch.model().Location;
  // More registers than estimated may leave room for fewer blocks.
  if (isEstimate(Profile.RegistersSource))
    F.Known = How::Assumed;
  F.Message = fmt::format(
      "{} blocks run in {} whole wave{} of {} and a last one of {}, which "
      "leaves {} places empty",
      Blocks, Waves, Waves == 1 ? "" : "s", Places, Blocks % Places,
      Places - Blocks % Places);
  const auto Busy = static_cast<double>(Blocks);
  const double OfWhole =
      Whole->FixedSeconds * Busy / static_cast<double>(Waves * Places);
  const double OfAll =
      Whole->Seconds * Busy / static_cast<double>((Waves + 1) * Places);
  F.Predicted = Gain{Whole->Seconds, std::max(OfWhole, OfAll)};
  return {std::move(F)};
}
