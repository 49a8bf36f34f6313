//===- FusedOperations.h - Additions that multiply, too ---------*- C++ -*-===//
//
// placeInstructions() gives an addition that takes in its multiplication one
// instruction, as the compiler does. Who counts operations rather than
// instructions asks here which ones those are.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_FUSEDOPERATIONS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_FUSEDOPERATIONS_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/DenseSet.h"

namespace kernelcast {

class FusedOperations {
public:
  explicit FusedOperations(const KernelModel &Kernel);

  /// Whether \p Step multiplies and adds: a call of fma, or an addition or
  /// subtraction with a product that no instruction computes.
  bool isMultiplyAdd(const Instruction &Step) const;

private:
  llvm::DenseSet<const Expr *> Computed;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_FUSEDOPERATIONS_H
