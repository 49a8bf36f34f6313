//===- ResolveLaunch.h - A launch with every number filled in ---*- C++ -*-===//
//
// From what the user, the host code and the kernel's attributes say of a launch
// to a LaunchConfiguration: what nobody says is assumed, and in the ledger.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_RESOLVELAUNCH_H
#define KERNELCAST_ANALYSIS_LAUNCH_RESOLVELAUNCH_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include <map>
#include <optional>

namespace kernelcast {

/// What the user said about a launch on the command line. All optional.
struct LaunchOverrides {
  std::optional<std::array<uint64_t, 3>> Grid, Block, GlobalSize;
  std::optional<uint64_t> DynamicSharedBytes;
  /// --arg: any Symbol's value by name; integers keep full precision.
  std::map<std::string, ArgumentValue> Arguments;
};

/// The launch of \p Kernel at \p Site (null: none known) with \p User's
/// values filled in and everything else resolved or assumed, each assumption
/// in the ledger. Errors: a size that is zero, negative or over the device's
/// limit, as one diagnostic.
llvm::Expected<LaunchConfiguration> resolveLaunch(const KernelModel &Kernel,
                                                  const LaunchSite *Site,
                                                  const LaunchOverrides &User,
                                                  const GpuSpec &Gpu);

/// The most blocks of a grid, by dimension, and threads of a block.
std::array<uint64_t, 3> mostBlocks(const GpuSpec &Gpu);
uint64_t mostThreads(const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_RESOLVELAUNCH_H
