//===- CannotLaunch.cpp - A block that does not fit -----------------------===//
//
// A block asks for more threads or shared memory than the GPU gives one. An
// estimate of registers proves nothing, and neither does a size of which
// nothing tells. A program that asks its device first may not make the launch.
//===----------------------------------------------------------------------===//

#include "tool/lint/LintLaunch.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::vector<Finding> kernelcast::findCannotLaunch(const LintLaunch &Launch) {
  const WarpProfile &Profile = Launch.profile();
  const LaunchConfiguration &Shape = Profile.Launch;
  const bool SharedMemoryGuessed =
      any_of(Shape.Assumptions, [](const Assumption &A) {
        return A.Kind == AssumptionKind::DynamicShared;
      });
  if (Profile.WhyNotResident.empty() || SharedMemoryGuessed ||
      Launch.blockIsGuessed() || Shape.Made != LaunchMade::Yes)
    return {};
  AnalysisOptions Sparing;
  Sparing.Registers = 1;
  auto Fits = Launch.kernel().Analysis->residency(
      Shape.threadsPerBlock(), Shape.DynamicSharedBytes, Launch.gpu(), Sparing);
  if (Fits && isEstimate(Profile.RegistersSource))
    return {};
  consumeError(Fits.takeError());
  Finding F;
  F.Location =
      Shape.Location.isValid() ? Shape.Location : Launch.model().Location;
  F.Message = "this launch fails: " + Profile.WhyNotResident;
  return {std::move(F)};
}
