//===- WarpsOfRow.h - A row of threads warp by warp -------------*- C++ -*-===//
//
// Kernels that divide work among warps know a thread as a lane of a warp:
//
//   warp = threadIdx.x / 32      lane = threadIdx.x % 32
//
// Where blocks are whole rows of warps, threadIdx.x = W * warp + lane, and what
// a kernel computes of it is rewritten in these two. The lane then stands in
// the place of threadIdx.x: what is known of the first threads of a row holds
// for the first lanes of each warp, and the warps are a sum around it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_WARPSOFROW_H
#define KERNELCAST_ANALYSIS_FORMULAS_WARPSOFROW_H

#include "analysis/control/SumOfProducts.h"
#include <optional>

namespace kernelcast {

class WarpsOfRow {
public:
  /// The counter of the sum over the warps of a row: a number that no loop has.
  static constexpr unsigned Counter = 1u << 30;

  explicit WarpsOfRow(unsigned WarpSize) : W(WarpSize) {}
  WarpsOfRow(const WarpsOfRow &) = delete;

  /// \p E in warp and lane, the lane as threadIdx.x; null where it depends on
  /// more than coordinates, arguments and counters. Valid as long as this.
  const Expr *of(const Expr *E);

private:
  const Expr *rewrite(const Expr *E);
  const Expr *partOf(const Expr *E);
  const Expr *product(const Product &P, ScalarType Type);

  unsigned W;
  ExpressionPool Pool; ///< of its own: that of the kernel is shared
  llvm::DenseMap<const Expr *, const Expr *> Known;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_WARPSOFROW_H
