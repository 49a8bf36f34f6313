//===- LaunchShape.h - A launch as every cost model sees it -----*- C++ -*-===//
//
// Blocks, warps and residency as numbers that have been checked once, and the
// checks of the GPU's numbers that a model cannot do without.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_LAUNCHSHAPE_H
#define KERNELCAST_COST_MODELS_COMMON_LAUNCHSHAPE_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/Support/Error.h"
#include <cstdio>

namespace kernelcast {

/// All positive and finite.
template <typename Number> struct BasicLaunchShape {
  Number Blocks = 0;
  Number Warps = 0;
  Number WarpsPerBlock = 0;
  Number BlocksPerSM = 0; ///< resident at a time
  Number WarpsPerSM = 0;  ///< resident at a time
};
using LaunchShape = BasicLaunchShape<double>;

/// The shape of \p Profile's launch. Errors name \p Model and say what is
/// missing: no kernel, no warps, no block that fits on an SM.
llvm::Expected<LaunchShape> launchShape(llvm::StringRef Model,
                                        const WarpProfile &Profile);

/// An error that names the first of \p Needed that \p Gpu does not give.
llvm::Error requireNumbers(llvm::StringRef Model, const GpuSpec &Gpu,
                           llvm::ArrayRef<HardwareNumber GpuSpec::*> Needed);

/// Whether some fact that decides about time has an interval around it.
bool hasBounds(const WarpProfile &Profile);

/// A formula with the numbers in it, as by printf.
template <typename... Numbers>
std::string formatted(const char *Format, Numbers... Values) {
  char Buffer[256];
  std::snprintf(Buffer, sizeof(Buffer), Format, Values...);
  return Buffer;
}

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_LAUNCHSHAPE_H
