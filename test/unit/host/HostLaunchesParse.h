//===- HostLaunchesParse.h - Launches of a few lines of CUDA ----*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_FRONTEND_HOSTLAUNCHESPARSE_H
#define KERNELCAST_TEST_UNIT_FRONTEND_HOSTLAUNCHESPARSE_H

#include "analysis/KernelModel.h"
#include <string>

namespace kernelcast::test {

/// What the host code \p Source launches the kernel "k" with.
struct Launches {
  KernelModel Model;
  bool Parsed = false; ///< without an error
  unsigned Found = 0;  ///< of all kernels

  /// The only launch; a failure is reported if there is another number.
  const LaunchSite &one() const;
  /// Expressions of launch \p I as text, "?" for null.
  std::string grid(unsigned I = 0) const;
  std::string block(unsigned I = 0) const;
  std::string shared(unsigned I = 0) const;
  std::string argument(unsigned Number, unsigned I = 0) const;
  std::string defaults(unsigned I = 0) const; ///< "n=1024 m=3"
  /// \p Text's value when its symbols have \p Values ("n", 5).
  static std::string text(const Expr *E);
};

/// Parses \p Source as CUDA with a prelude of dim3 and the launch functions.
Launches launchesOf(const std::string &Source);

/// A file whose main launches `__global__ void k(int n)` after \p Body.
Launches launchAfter(const std::string &Body, const std::string &Config,
                     const std::string &Before = "");

} // namespace kernelcast::test

#endif // KERNELCAST_TEST_UNIT_FRONTEND_HOSTLAUNCHESPARSE_H
