//===- ProfiledResource.h - What bounds a kernel, in one list ---*- C++ -*-===//
//
// Each family of models has words of its own for what time goes into (Cost.h):
// "departure delay", "miss registers", "waiting for other warps". So that
// models can be compared with one another and with a profiler, every cost comes
// down to one resource of this list, in the words of profilers.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_PROFILEDRESOURCE_H
#define KERNELCAST_COST_MODELS_COMMON_PROFILEDRESOURCE_H

#include "cost_models/common/Cost.h"

namespace kernelcast {

enum class ProfiledResource : uint8_t {
  // Resources that are busy for a part of the time (Utilisation.h).
  Issue, ///< slots of the schedulers
  Fma,   ///< lanes for single precision
  Alu,   ///< lanes for integers
  Fp64,
  Sfu, ///< special functions and conversions
  Lsu, ///< issue of loads and stores
  Shared,
  L1, ///< with the constant cache, its lines or its bytes, what takes longer
  L2, ///< with its atomics, the network before it and a cache behind it
  Dram,
  Tensor,
  // What no resource is busy with.
  Latency, ///< warps wait for results and for one another
  Launch   ///< starts of the kernel and of blocks, SMs without blocks
};
inline constexpr unsigned NumProfiledResources = 13;
/// Those that are busy come first.
inline constexpr unsigned NumBusyResources = 11;

/// "issue", "fma", ...: as JSON has them.
llvm::StringRef name(ProfiledResource Resource);
/// "issue", "FMA", "tensor cores", ...: for people.
llvm::StringRef shownName(ProfiledResource Resource);

/// What \p What comes down to.
ProfiledResource resourceOf(Cost What);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_PROFILEDRESOURCE_H
