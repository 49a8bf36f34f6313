//===- Gain.cpp - What a change of a kernel is worth ----------------------===//

#include "tool/report/Gain.h"
#include "tool/report/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::optional<Gain> kernelcast::gainTo(const LaunchReport &Launch,
                                       const WarpProfile &Fixed) {
  if (Launch.Predictions.empty() || !Fixed.WhyNotResident.empty())
    return std::nullopt;
  const Prediction &Now = Launch.Predictions[0];
  Expected<Prediction> Then = makeCostModel(Now.Model)->predict(
      Fixed, *Launch.Gpu, Now.Mode, Detail::Seconds);
  if (!Then) {
    consumeError(Then.takeError());
    return std::nullopt;
  }
  return Gain{Now.Seconds, Then->Seconds};
}

std::vector<FactorGain> kernelcast::gainsOf(const LaunchReport &Launch,
                                            const KernelAnalysis &Kernel,
                                            ArrayRef<CostFactor> Factors) {
  std::vector<FactorGain> Result;
  if (Launch.Predictions.empty())
    return Result;
  for (const CostFactor Factor : Factors) {
    WarpProfile Fixed = Launch.counted();
    makePerfect(Fixed, Factor, *Launch.Gpu);
    if (totalsFollow(Factor))
      Fixed = Kernel.rederived(std::move(Fixed), *Launch.Gpu);
    Result.push_back({Factor, gainTo(Launch, Fixed)});
  }
  const auto Saved = [](const FactorGain &G) {
    return G.Predicted ? G.Predicted->saved() : 0;
  };
  stable_sort(Result, [&](const FactorGain &A, const FactorGain &B) {
    return Saved(A) > Saved(B);
  });
  return Result;
}
