//===- LaunchSampler.h - Launches to try a cost function on -----*- C++ -*-===//
//
// Random launches that come upon as many ways through a kernel as they can:
// sizes over several orders of magnitude, and arguments that are small, that
// are large, and above all that lie around the number of threads or blocks,
// where the last warps are partly active or none is.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LAUNCHSAMPLER_H
#define KERNELCAST_TOOL_LAUNCHSAMPLER_H

#include "cost_models/emit/CostFunction.h"
#include <random>

namespace kernelcast {

class LaunchSampler {
public:
  /// Launches in blocks of at most \p MaxThreads threads, whole warps of
  /// \p WarpSize along x. \p Small: most of them are of few blocks, for
  /// functions that take long for many. The same \p Seed gives the same
  /// launches.
  LaunchSampler(llvm::ArrayRef<std::string> Arguments, unsigned WarpSize,
                uint64_t MaxThreads, unsigned Seed, bool Small = false)
      : Arguments(Arguments.begin(), Arguments.end()), WarpSize(WarpSize),
        MaxThreads(MaxThreads), Small(Small), Random(Seed) {}

  LaunchPoint next();

private:
  /// From \p Low to \p High, both included.
  int64_t uniform(int64_t Low, int64_t High);
  /// From 1 to \p High, every order of magnitude alike.
  int64_t logarithmic(int64_t High);
  int64_t argument(const LaunchPoint &Point);

  std::vector<std::string> Arguments;
  unsigned WarpSize;
  uint64_t MaxThreads;
  bool Small;
  std::mt19937_64 Random;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LAUNCHSAMPLER_H
