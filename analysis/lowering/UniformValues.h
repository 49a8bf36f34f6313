//===- UniformValues.h - What all lanes of a warp agree on ------*- C++ -*-===//
//
// The assembler knows of some branches that no warp splits there, and leaves
// out what brings lanes together again. It follows values: thread numbers and
// the results of atomics differ between lanes; so does whatever is computed
// from them; a load differs if its address does; and a phi differs if one of
// its values does, or if a branch that lanes take differently decides which of
// them arrives:
//
//   if (threadIdx.x < n) x = 1; else x = 2;     x differs
//   for (i = 0; i < threadIdx.x; ++i);          i differs behind the loop
//
// Block numbers, parameters and what is loaded from where they lead agree.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_UNIFORMVALUES_H
#define KERNELCAST_ANALYSIS_LOWERING_UNIFORMVALUES_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Function.h"

namespace kernelcast {

class UniformValues {
public:
  UniformValues(const llvm::Function &Kernel,
                const llvm::PostDominatorTree &Behind);

  bool isUniform(const llvm::Value *V) const { return !Differing.contains(V); }

  /// Whether lanes of one warp may leave \p Block for different successors.
  bool splitsWarp(const llvm::BasicBlock &Block) const;

private:
  llvm::DenseSet<const llvm::Value *> Differing;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_UNIFORMVALUES_H
