//===- RowGuards.h - Which threads of a row pass ----------------*- C++ -*-===//
//
// Addresses and guards as sums of products, split along threadIdx.x; what
// PathFormulas.h makes its formulas of.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_ROWGUARDS_H
#define KERNELCAST_ANALYSIS_FORMULAS_ROWGUARDS_H

#include "analysis/formulas/FormulaTranslation.h"

namespace kernelcast {

/// Stride * threadIdx.x + Rest.
struct AlongX {
  Sum Stride, Rest;
};

/// \p All in this form; nothing where threadIdx.x is inside of a factor.
std::optional<AlongX> alongX(const Sum &All);

/// Takes Stride * blockIdx.x * blockDim.x out of Rest, so that what is left is
/// in terms of the global number; false where it is not.
bool takeBlocksAlongX(AlongX &Form);

/// The first threads of a row, those that pass all guards.
struct RowGuards {
  std::vector<AlongX> Bounds;  ///< Rest > threadIdx.x, that is Stride is -1
  std::vector<Formula> Others; ///< without threadIdx.x

  /// Adds that \p Condition is \p Side; false where other threads than the
  /// first ones pass, or it has no formula.
  bool add(const Expr *Condition, bool Side, FormulaTranslation &Translation,
           unsigned Depth = 0);

private:
  bool addFirst(const Expr *A, const Expr *B);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_ROWGUARDS_H
