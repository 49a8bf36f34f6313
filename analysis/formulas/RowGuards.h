//===- RowGuards.h - Which threads of a row pass ----------------*- C++ -*-===//
//
// Addresses and guards as sums of products, split along threadIdx.x; what
// PathFormulas.h makes its formulas of.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_ROWGUARDS_H
#define KERNELCAST_ANALYSIS_FORMULAS_ROWGUARDS_H

#include "analysis/KernelModel.h"
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

/// Rest / Divisor > threadIdx.x, where Stride is -Divisor.
struct RowBound : AlongX {
  int64_t Divisor = 1; ///< at least 1
  /// In the first iteration of this loop it does not hold anyone back.
  unsigned NotInFirstOf = None;
};

/// A loop that the threads of a row leave one after the other, the last ones
/// first:
///
///   for (i = threadIdx.x; i < n; i += step)
///
/// Thread x makes max((Left.Rest - s * x) / Step, 0) iterations, s a positive
/// number, and one more if TestsAtEnd. So the first thread makes the most, and
/// iteration k is that of the threads with (k + 1) * Step <= Left.Rest - s * x.
struct LeavingLoop {
  AlongX Left;
  Sum Step; ///< positive: launch sizes and numbers
  bool TestsAtEnd = false;
};

/// \p TripCount as one of those; nothing where it is another.
std::optional<LeavingLoop> leavingLoop(const Expr *TripCount);

/// The first threads of a row, those that pass all guards.
struct RowGuards {
  std::vector<RowBound> Bounds;
  std::vector<Formula> Others; ///< without threadIdx.x

  /// Adds that \p Condition is \p Side; false where other threads than the
  /// first ones pass, or it has no formula.
  bool add(const Expr *Condition, bool Side, FormulaTranslation &Translation,
           unsigned Depth = 0);

  /// Adds that an iteration of \p Loop, the one that \p Counter counts, runs;
  /// with \p TestsAgain the test that begins it.
  void addIteration(const LeavingLoop &Loop, const Expr *Counter,
                    bool TestsAgain);

private:
  bool addBound(AlongX Form);
  bool addFirst(const Expr *A, const Expr *B);
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_ROWGUARDS_H
