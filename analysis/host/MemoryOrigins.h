//===- MemoryOrigins.h - Which memory host pointers point to ----*- C++ -*-===//
//
// Whether a copy's host memory is pinned decides how fast it is and whether it
// overlaps anything, so pointers are followed to the call that allocates what
// they point to: through arithmetic, parameters, and helpers that allocate by
// address or return a pointer. One kind for all the program: a variable that
// is allocated in two ways has the kind of the first.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_MEMORYORIGINS_H
#define KERNELCAST_ANALYSIS_HOST_MEMORYORIGINS_H

#include "analysis/host/CallChains.h"
#include "analysis/host/program/HostProgram.h"

namespace kernelcast::host {

class MemoryOrigins {
public:
  explicit MemoryOrigins(HostFacts &Facts);

  /// What the pointer \p E points to where it stands in \p F.
  MemoryKind memory(const clang::Expr *E, const Frame *F, unsigned Depth = 0);

private:
  void note(const clang::Expr *Target, MemoryKind Kind, unsigned Depth);
  MemoryKind ofVariable(const clang::VarDecl *V, const Frame *F,
                        unsigned Depth);

  HostFacts &Facts;
  llvm::DenseMap<const clang::ValueDecl *, MemoryKind> Kinds;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_MEMORYORIGINS_H
