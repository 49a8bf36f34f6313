//===- HostLaunches.h - Kernel launches in host code ------------*- C++ -*-===//
//
// Which launches a translation unit's host code makes, and with what: grid,
// block, dynamic shared memory and scalar arguments as expressions over what
// the source does not give. A launch inside a helper function appears once for
// every chain of calls that leads to it with different values.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTLAUNCHES_H
#define KERNELCAST_ANALYSIS_HOST_HOSTLAUNCHES_H

#include "analysis/KernelModel.h"
#include <memory>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace kernelcast {

class SkippedText;

/// Every launch in the host code of one translation unit, found in one walk
/// over the user's declarations (the context's traversal scope). The context
/// must outlive it.
class HostLaunches {
public:
  /// \p WithWritten: LaunchSite::WrittenElsewhere is asked for, too.
  HostLaunches(clang::ASTContext &Context, const SkippedText &Skipped,
               bool WithWritten = false);
  ~HostLaunches();

  /// Fills \p Model.Launches with the launches of \p Kernel (a definition or
  /// instantiation), as expressions in the model's own pool. Symbols have the
  /// host variable's name, as function::name where a parameter of the kernel
  /// has that name and another value.
  void resolve(const clang::FunctionDecl *Kernel, KernelModel &Model) const;

  /// Launches found, of all kernels.
  unsigned size() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> Impl;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HOST_HOSTLAUNCHES_H
