//===- CodeReach.h - What a kernel's code needs of its module ---*- C++ -*-===//
//
// A module holds several kernels. A function belongs to those that call it,
// directly or through others, or that hold its address, be it in a constant or
// in a variable.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_CODEREACH_H
#define KERNELCAST_ANALYSIS_LOWERING_CODEREACH_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kernelcast {

/// \p Kernel and all functions that it needs, declared ones included.
std::vector<const llvm::Function *> reachedFrom(const llvm::Function &Kernel);

/// Makes everything but \p Kernels private to \p Code, and drops the functions
/// that they do not need.
void keepOnly(llvm::Module &Code, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_CODEREACH_H
