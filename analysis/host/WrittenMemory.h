//===- WrittenMemory.h - What kernels may write, by its names ---*- C++ -*-===//
//
//   step<<<g, t>>>(state, table);  report<<<g, t>>>(out, state);
//
// The memory that `report` only reads is not the same in all launches, since
// `step` may write it (WrittenParameters.h). Memory is told by the variables
// and members that host code names: those of a launch's argument, of what is
// assigned to these or swapped with them, and of the arguments that callers
// give for parameters. Two pointers into one allocation that share a name count
// as the same, and pointers that share none as different: that is an estimate.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_WRITTENMEMORY_H
#define KERNELCAST_ANALYSIS_HOST_WRITTENMEMORY_H

#include "analysis/host/HostFacts.h"
#include "llvm/ADT/SetVector.h"

namespace kernelcast::host {

class WrittenMemory {
public:
  explicit WrittenMemory(HostFacts &Facts);

  /// Whether what \p L gives \p Kernel as parameter \p Parameter is also given
  /// to a parameter that may be written through, other than this one of this
  /// kernel or of another instance of its template.
  bool elsewhere(const Launch &L, const clang::FunctionDecl *Kernel,
                 unsigned Parameter) const;

private:
  using Names = llvm::SetVector<const clang::ValueDecl *>;
  /// A parameter of a kernel; of a kernel that a pointer chooses, null.
  using Writer = std::pair<const clang::FunctionDecl *, unsigned>;

  Names namesOf(const clang::Expr *Pointer) const;
  void addSources(const clang::ValueDecl *Name, Names &To) const;

  HostFacts &Facts;
  llvm::DenseMap<const clang::ValueDecl *, llvm::SmallVector<Writer, 2>>
      Writers; ///< by a name of the memory
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_WRITTENMEMORY_H
