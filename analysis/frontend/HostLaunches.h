//===- HostLaunches.h - Kernel launches in host code ------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_HOSTLAUNCHES_H
#define KERNELCAST_ANALYSIS_FRONTEND_HOSTLAUNCHES_H

#include "analysis/KernelModel.h"
#include <memory>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace kernelcast {

/// Every launch in the host code of one translation unit, found in one walk.
class HostLaunches {
public:
  explicit HostLaunches(clang::ASTContext &Context);
  ~HostLaunches();

  /// Fills \p Model.Launches with the launches of \p Kernel (a definition or
  /// instantiation), as expressions in the model's own pool.
  void resolve(const clang::FunctionDecl *Kernel, KernelModel &Model) const;

  /// Launches found, of all kernels.
  unsigned size() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> Impl;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_HOSTLAUNCHES_H
