//===- Specialize.h - A kernel model evaluated for one launch ---*- C++ -*-===//
//
// From KernelModel + launch + GPU to WarpProfile.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H

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

/// User knowledge about data-dependent control, keyed by line and column
/// (column 0: any column of that line).
struct ControlAssumptions {
  std::map<std::pair<unsigned, unsigned>, double> BranchProbability;
  std::map<std::pair<unsigned, unsigned>, double> LoopTrips;
};

struct SpecializeOptions {
  ControlAssumptions Control;
  /// Upper bound on evaluation steps (one step = one block of the flow graph
  /// for one warp shape); beyond it facts are sampled.
  uint64_t StepBudget = 300000;
  double DefaultBranchProbability = 0.5; ///< of a data-dependent branch, a lane
  double DefaultTrips = 16; ///< of a loop whose trips cannot be known
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

/// The facts of the whole launch. Residency and registers are not filled in
/// (see residency()).
WarpProfile specialize(const KernelModel &Kernel,
                       const LaunchConfiguration &Launch, const GpuSpec &Gpu,
                       const SpecializeOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H
