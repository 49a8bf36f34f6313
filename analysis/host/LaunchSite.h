//===- LaunchSite.h - What one launch is given ------------------*- C++ -*-===//
//
// Grid, block, dynamic shared memory and
// arguments of one launch in one chain of calls, as expressions.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LAUNCHSITE_H
#define KERNELCAST_ANALYSIS_HOST_LAUNCHSITE_H

#include "analysis/KernelModel.h"
#include "analysis/host/Allocations.h"
#include "analysis/host/HostValues.h"

namespace kernelcast::host {

/// The expressions of a launch as the source has them; null: not given.
struct LaunchParts {
  const clang::Expr *Kernel = nullptr, *Grid = nullptr, *Block = nullptr,
                    *Shared = nullptr, *Stream = nullptr, *Arguments = nullptr;
  /// The address of a cudaLaunchConfig_t, which holds grid, block, shared
  /// memory and stream in their place.
  const clang::Expr *Configuration = nullptr;
  unsigned FirstArgument = 0; ///< of the call; where Arguments is null
};
LaunchParts launchParts(const Launch &L);

/// The expression whose value \p L gives its kernel as parameter number \p I;
/// null where there is none, or it cannot be told.
const clang::Expr *launchArgument(const Launch &L, unsigned I);

/// Where \p S begins, as a user sees it.
SourceSpot spotOf(const clang::Stmt *S, const clang::ASTContext &Context);

/// The source text of \p E, shortened.
std::string sourceText(const clang::Expr *E, const clang::ASTContext &Context);

/// The launch \p L of \p Kernel in \p F. What cannot be followed is null, and
/// the site's Note names it. Symbols are \p Values' own, without final names.
LaunchSite launchSite(const Launch &L, const clang::FunctionDecl *Kernel,
                      const Frame *F, HostValues &Values,
                      const HostFacts &Facts, Allocations &Memory,
                      ExpressionPool &Pool);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LAUNCHSITE_H
