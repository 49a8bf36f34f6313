//===- Comparison.cpp - GPUs and models side by side ----------------------===//

#include "tool/report/Comparison.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

const LaunchReport *kernelcast::counterpart(const KernelReport &Kernel,
                                            const LaunchReport &Launch,
                                            const GpuSpec &Gpu) {
  auto Find = [&](function_ref<bool(const LaunchConfiguration &)> IsIt) {
    auto Found = find_if(Kernel.Launches, [&](const LaunchReport &Other) {
      return Other.Gpu.get() == &Gpu && IsIt(Other.Profile.Launch);
    });
    return Found == Kernel.Launches.end() ? nullptr : &*Found;
  };
  const LaunchConfiguration &Own = Launch.Profile.Launch;
  if (const LaunchReport *Same = Find([&](const LaunchConfiguration &Other) {
        return sameLaunch(Own, Other);
      }))
    return Same;
  // Sizes that are assumed may depend on the GPU.
  return Find([&](const LaunchConfiguration &Other) {
    return Own.Source == Other.Source && Own.Location == Other.Location;
  });
}

std::optional<Agreement>
kernelcast::agreement(ArrayRef<Prediction> Predictions) {
  if (Predictions.size() < 2)
    return std::nullopt;
  Agreement Result;
  std::vector<double> Times;
  for (size_t I = 0; I != Predictions.size(); ++I) {
    double Seconds = Predictions[I].Seconds;
    if (!(Seconds > 0))
      return std::nullopt;
    Times.push_back(Seconds);
    if (Seconds < Predictions[Result.Fastest].Seconds)
      Result.Fastest = I;
    if (Seconds > Predictions[Result.Slowest].Seconds)
      Result.Slowest = I;
  }
  Result.Ratio =
      Predictions[Result.Slowest].Seconds / Predictions[Result.Fastest].Seconds;
  sort(Times);
  size_t Half = Times.size() / 2;
  Result.Median =
      Times.size() % 2 ? Times[Half] : (Times[Half - 1] + Times[Half]) / 2;
  for (size_t I = 0; I != Predictions.size(); ++I) {
    double Seconds = Predictions[I].Seconds;
    if (Seconds > Agreement::StandsOut * Result.Median ||
        Seconds * Agreement::StandsOut < Result.Median)
      Result.StandOut.push_back(I);
  }
  return Result;
}
