//===- Comparison.h - GPUs and models side by side --------------*- C++ -*-===//
//
// What a table says about several answers to one question: the same launch on
// several GPUs, the same launch by several models.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_COMPARISON_H
#define KERNELCAST_TOOL_REPORT_COMPARISON_H

#include "tool/report/Report.h"

namespace kernelcast {

/// The launch of \p Kernel on \p Gpu that is \p Launch on its own GPU: the same
/// work, or where none was given, what is assumed for that GPU. Null: none.
const LaunchReport *counterpart(const KernelReport &Kernel,
                                const LaunchReport &Launch, const GpuSpec &Gpu);

/// How far the models are apart. Needs two predictions or more, all positive.
struct Agreement {
  size_t Fastest = 0, Slowest = 0; ///< indices of predictions
  double Ratio = 1;                ///< slowest over fastest
  double Median = 0;               ///< seconds
  /// Predictions that are more than StandsOut times above or below the median.
  std::vector<size_t> StandOut;

  static constexpr double StandsOut = 2;
};
std::optional<Agreement> agreement(llvm::ArrayRef<Prediction> Predictions);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_COMPARISON_H
