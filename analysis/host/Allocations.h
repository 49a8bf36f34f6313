//===- Allocations.h - Pointers to memory of their own ----------*- C++ -*-===//
//
//   cudaMalloc(&a, n);  cudaMalloc(&b, n);  k<<<g, t>>>(a, b + 4);
//
// A host variable whose only values are null and what calls of cudaMalloc and
// its like put there is the only one with its allocation in it: two such
// variables lead to different memory, and so do pointers into it. Copies of a
// pointer, members, elements, and what comes out of functions are not followed:
// nothing is said of them. Function parameters are, through the calls that lead
// to the launch.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_ALLOCATIONS_H
#define KERNELCAST_ANALYSIS_HOST_ALLOCATIONS_H

#include "analysis/host/CallChains.h"

namespace kernelcast::host {

/// Memory that a host variable alone leads into.
struct Allocation {
  unsigned Number = 0; ///< those with different numbers are different
  /// The bytes that are asked for, where one call alone makes it; else null.
  const clang::Expr *Bytes = nullptr;
  const FunctionFacts *In = nullptr; ///< where Bytes stands
};

class Allocations {
public:
  explicit Allocations(const HostFacts &Facts) : Facts(Facts) {}

  /// The allocation that \p Pointer leads into where it stands in \p F. Nothing
  /// where that is not known.
  std::optional<Allocation> of(const clang::Expr *Pointer, const Frame *F);

  /// Whether \p Pointer, in \p F, is certain to be null.
  bool isNull(const clang::Expr *Pointer, const Frame *F) const;

private:
  std::optional<Allocation> ownOf(const clang::VarDecl *Variable,
                                  const Frame *F) const;
  bool isAllocation(const Modification &Change,
                    const clang::VarDecl *Variable) const;

  const HostFacts &Facts;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_ALLOCATIONS_H
