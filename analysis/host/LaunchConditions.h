//===- LaunchConditions.h - What the branches around a launch say -*- C++ -*-=//
//
// Templates are often dispatched by value:
//
//   switch (threads) { case 256: reduce<256><<<grid, threads>>>(...); break;
//
// There threads is 256, whatever its value elsewhere; and where it is known to
// be 128, this launch does not happen. Programs ask their device, too:
//
//   if (properties.major < 8) exit(2);
//   if (properties.sharedMemPerMultiprocessor >= Bytes) large<<<...>>>(...);
//
// What it answers is known when the launch is resolved for a GPU; until then
// such conditions are guards of the launch.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LAUNCHCONDITIONS_H
#define KERNELCAST_ANALYSIS_HOST_LAUNCHCONDITIONS_H

#include "analysis/KernelModel.h"
#include "analysis/host/HostValues.h"

namespace kernelcast::host {

struct LaunchConditions {
  bool Reached = true;  ///< false: the branches exclude it everywhere
  SourceSpot Excluding; ///< the condition that does
  /// A case label, or an equality, chooses it.
  bool Chosen = false;
  /// Symbols that a case label, an equality or a truth value fixes, with their
  /// constants.
  llvm::DenseMap<const Expr *, const Expr *> Fixed;
  std::vector<LaunchGuard> Guards; ///< conditions that the device decides
};

/// What the branches around \p S in \p F say. \p Guards: and which conditions,
/// of these and of branches before it that leave, the device decides.
LaunchConditions branchesAround(const clang::Stmt *S, const Frame *F,
                                HostValues &Values, ExpressionPool &Pool,
                                bool Guards);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LAUNCHCONDITIONS_H
