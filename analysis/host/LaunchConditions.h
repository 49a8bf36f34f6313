//===- LaunchConditions.h - What the branches around a launch say -*- C++ -*-=//
//
// Templates are often dispatched by value:
//
//   switch (threads) { case 256: reduce<256><<<grid, threads>>>(...); break;
//
// There threads is 256, whatever its value elsewhere; and where it is known to
// be 128, this launch does not happen.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LAUNCHCONDITIONS_H
#define KERNELCAST_ANALYSIS_HOST_LAUNCHCONDITIONS_H

#include "analysis/host/HostValues.h"

namespace kernelcast::host {

/// Symbols that a case label or an equality around \p S fixes are added to
/// \p Fixed, with their constants. False if \p S cannot be reached in \p F.
bool branchesAround(const clang::Stmt *S, const Frame *F, HostValues &Values,
                    ExpressionPool &Pool, const clang::ASTContext &Context,
                    llvm::DenseMap<const Expr *, const Expr *> &Fixed);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LAUNCHCONDITIONS_H
