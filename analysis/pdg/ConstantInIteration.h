//===- ConstantInIteration.h - Constants of unrolled code -------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_PDG_CONSTANTINITERATION_H
#define KERNELCAST_ANALYSIS_PDG_CONSTANTINITERATION_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/DenseMap.h"

namespace kernelcast {

/// The expressions whose value the compiler knows in each iteration: made of
/// constants, starts of variables and counters of loops that it unrolls.
/// Answers are remembered; every node is visited once, without recursion.
class ConstantInIteration {
public:
  explicit ConstantInIteration(const KernelModel &Kernel) : Kernel(Kernel) {}
  bool contains(const Expr *Root);

private:
  bool leaf(const Expr *E) const;

  const KernelModel &Kernel;
  llvm::DenseMap<const Expr *, bool> Known;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_CONSTANTINITERATION_H
