//===- CalledFunctions.h - What calls in host code return -------*- C++ -*-===//
//
// Helpers such as iDivUp(n, 256) are evaluated by entering their body with the
// call's arguments. The returned value follows the statements in order: an if
// that returns on some way makes a select of what either way returns; a loop
// that returns makes the call unknown.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_CALLEDFUNCTIONS_H
#define KERNELCAST_ANALYSIS_HOST_CALLEDFUNCTIONS_H

#include "analysis/host/HostArithmetic.h"
#include "analysis/host/HostSymbols.h"

namespace clang {
class CXXConstructExpr;
} // namespace clang

namespace kernelcast::host {

class Effort;
class HostValues;

class CalledFunctions {
public:
  explicit CalledFunctions(HostValues &Values);

  /// The result of \p C, or the part \p Steps of it, by entering the callee.
  const Expr *result(const clang::CallExpr *C, llvm::ArrayRef<PathStep> Steps,
                     const Frame *F);
  /// The result of \p C if it is a function of the C or C++ library: min, ceil,
  /// log2 and the like.
  const Expr *wellKnown(const clang::CallExpr *C, const Frame *F);
  /// What \p C leaves in \p P, which it got by reference or address, or is a
  /// part of its object. Only callees that return at their end are followed.
  const Expr *left(const clang::CallExpr *C, const Place &P, const Frame *F);
  /// The part \p Steps of the object that \p K makes.
  const Expr *constructed(const clang::CXXConstructExpr *K,
                          llvm::ArrayRef<PathStep> Steps, const Frame *F);

private:
  struct Rest;
  const Expr *returned(llvm::ArrayRef<const clang::Stmt *> Statements,
                       const Rest *Next, llvm::ArrayRef<PathStep> Steps,
                       const Frame *F);

  HostValues &Values;
  HostFacts &Facts;
  ExpressionPool &Pool;
  HostArithmetic &Arithmetic;
  CallChains &Chains;
  Effort &Work;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_CALLEDFUNCTIONS_H
