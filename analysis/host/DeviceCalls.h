//===- DeviceCalls.h - Which host code concerns the device ------*- C++ -*-===//
//
// The host's call graph, as far as it leads to calls that concern the device: a
// function concerns it if such a call is in its body or in a function that it
// calls. Everything else is left out of a program before it is looked at.
// Virtual functions are entered where only one can be meant.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_DEVICECALLS_H
#define KERNELCAST_ANALYSIS_HOST_DEVICECALLS_H

#include "analysis/host/HostFacts.h"

namespace clang {
class LambdaExpr;
} // namespace clang

namespace kernelcast::host {

/// The function that \p Call runs, if it is known and not a kernel.
const clang::FunctionDecl *calleeOf(const clang::Expr *Call);

/// Whether \p Call runs what a pointer to a function points to.
bool isThroughPointer(const clang::Expr *Call);

/// Whether \p F is a library's.
bool isSystem(const clang::FunctionDecl *F, const clang::ASTContext &Context);

class DeviceCalls {
public:
  explicit DeviceCalls(HostFacts &Facts) : Facts(Facts) {}

  /// Whether something in \p Body concerns the device.
  bool in(const FunctionFacts &Body);
  /// Whether something under \p S, in \p Body, does.
  bool in(const clang::Stmt *S, const FunctionFacts &Body);

  /// Whether something that \p Call, through a pointer, may run concerns the
  /// device: a function of its type that is handed on somewhere.
  bool mayBeThrough(const clang::Expr *Call);
  /// What a virtual call of \p Callee may run: the bodies here of the function
  /// and of what overrides it. Empty if it is not virtual.
  std::vector<const FunctionFacts *>
  overriders(const clang::FunctionDecl *Callee) const;
  /// Whether a call here runs \p Lambda.
  bool isCalled(const clang::LambdaExpr *Lambda) const;

private:
  HostFacts &Facts;
  /// Pre-order numbers of what concerns the device, ascending.
  llvm::DenseMap<const FunctionFacts *, std::vector<unsigned>> Concerns;
  llvm::DenseSet<const FunctionFacts *> Visiting;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_DEVICECALLS_H
