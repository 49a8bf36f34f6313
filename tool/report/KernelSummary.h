//===- KernelSummary.h - Many kernels, worst first --------------*- C++ -*-===//
//
// A file with forty kernels is forty screens, and the one that matters is
// somewhere among them. So every kernel is first a row: the time of all its
// launches together, and where that time goes.
//
//   time of a kernel = sum over its launches of time x places with that launch
//
// A launch in a loop of the host counts once: how often the loop runs is known
// to --app alone, and the table says so.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_KERNELSUMMARY_H
#define KERNELCAST_TOOL_REPORT_KERNELSUMMARY_H

#include "tool/report/KernelOrder.h"
#include "tool/report/Report.h"

namespace kernelcast {

/// One kernel on one GPU as a row.
struct KernelSummary {
  const KernelReport *Kernel = nullptr;
  /// Of all launches that have a time; nothing: none has one.
  std::optional<double> Seconds;
  bool Guessed = false; ///< a launch rests on numbers that nobody gave
  bool AtLeast = false; ///< something that takes time is not in Seconds
  /// Places of host code with a launch, each once; 0: none is found, and one is
  /// given or assumed.
  unsigned Launches = 0;
  /// Of the launch that takes most; nothing without a time.
  std::optional<Cost> Bottleneck;
};

/// The launches of \p Kernel on \p Gpu, together; null: there is no GPU.
KernelSummary summaryOf(const KernelReport &Kernel, const GpuSpec *Gpu);

/// A row for each kernel of \p Result on the first of its GPUs, in \p Order.
std::vector<KernelSummary> summaries(const Report &Result, KernelOrder Order);

/// How many kernels there are of each status.
struct StatusCounts {
  unsigned Modelled = 0, Partial = 0, NotModelled = 0;
  unsigned Unreadable = 0; ///< files
  unsigned kernels() const { return Modelled + Partial + NotModelled; }
};
StatusCounts statusCounts(const Report &Result);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_KERNELSUMMARY_H
