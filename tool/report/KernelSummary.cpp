//===- KernelSummary.cpp - Many kernels, worst first ----------------------===//

#include "tool/report/KernelSummary.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

KernelSummary kernelcast::summaryOf(const KernelReport &Kernel,
                                    const GpuSpec *Gpu) {
  KernelSummary Row;
  Row.Kernel = &Kernel;
  Row.AtLeast =
      Kernel.Status == ModelStatus::Partial || launchesLeftOut(Kernel);
  double Longest = -1;
  for (const LaunchReport &Launch : Kernel.Launches) {
    if (Gpu && (!Launch.Gpu || Launch.Gpu->Name != Gpu->Name))
      continue;
    const unsigned Places = 1 + Launch.AlsoAt.size();
    if (Launch.Profile.Launch.Location.isValid())
      Row.Launches += Places;
    if (Launch.Predictions.empty() || Launch.Guesses.Withheld) {
      Row.AtLeast = true;
      continue;
    }
    const Prediction &P = Launch.Predictions[0];
    Row.Guessed |= Launch.Guesses.Count != 0;
    Row.Seconds = Row.Seconds.value_or(0) + P.Seconds * Places;
    if (P.Seconds * Places > Longest) {
      Longest = P.Seconds * Places;
      Row.Bottleneck = P.Bottleneck;
    }
  }
  return Row;
}

std::vector<KernelSummary> kernelcast::summaries(const Report &Result,
                                                 KernelOrder Order) {
  const GpuSpec *Gpu = Result.Gpus.empty() ? nullptr : Result.Gpus[0].get();
  std::vector<KernelSummary> Rows;
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels)
      Rows.push_back(summaryOf(Kernel, Gpu));
  if (Order == KernelOrder::Name)
    stable_sort(Rows, [](const KernelSummary &A, const KernelSummary &B) {
      return A.Kernel->QualifiedName < B.Kernel->QualifiedName;
    });
  if (Order == KernelOrder::Time)
    stable_sort(Rows, [](const KernelSummary &A, const KernelSummary &B) {
      auto Key = [](const KernelSummary &Row) {
        bool Facts = Row.Kernel->Status != ModelStatus::NotModelled;
        return std::tuple(Row.Seconds.has_value(), Row.Seconds.value_or(0),
                          Facts);
      };
      return Key(A) > Key(B);
    });
  return Rows;
}

StatusCounts kernelcast::statusCounts(const Report &Result) {
  StatusCounts Counts;
  for (const FileReport &File : Result.Files) {
    Counts.Unreadable += File.Unreadable;
    for (const KernelReport &Kernel : File.Kernels)
      switch (Kernel.Status) {
      case ModelStatus::Modelled:
        ++Counts.Modelled;
        break;
      case ModelStatus::Partial:
        ++Counts.Partial;
        break;
      case ModelStatus::NotModelled:
        ++Counts.NotModelled;
        break;
      }
  }
  return Counts;
}
