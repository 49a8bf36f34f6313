//===- IslBridge.h - Quasi-affine expressions by isl ------------*- C++ -*-===//
//
// Expressions built from sums, products with constants, divisions and
// remainders by constants, minima, maxima, selects and comparisons are
// quasi-affine; isl (Verdoolaege 2010) decides questions about them for all
// values at once, and simplifies them under what every launch satisfies
// (threadIdx.x < blockDim.x and so on). A part that is not quasi-affine, such
// as blockIdx.x * blockDim.x, enters as an unknown of its own, within its
// range.
//
// Nothing is taken to overflow here. Each call has its own isl context with a
// limit on operations, so that no question takes long: beyond it there is no
// answer.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_ISLBRIDGE_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_ISLBRIDGE_H

#include "analysis/symbolic/Ranges.h"

namespace kernelcast {

/// \p E as simplified pieces, such as "n - threadIdx.x if threadIdx.x < n; 0
/// otherwise". \p NameOf as in toText(). Empty where isl has no answer within
/// its limit, or where the pieces are more than a reader would take in.
std::string simplifiedFormula(
    const Expr *E,
    llvm::function_ref<std::string(const Expr *)> NameOf = nullptr);

/// The smallest and largest value of \p E over all launches, where both are
/// finite and found. Tighter than rangeOf(): a difference of equal terms is 0
/// however they are written.
std::optional<ValueRange> quasiAffineRange(const Expr *E);

/// Whether the truth value \p Condition holds for every thread of every launch
/// (true), for none (false), or neither (nothing).
std::optional<bool> alwaysHolds(const Expr *Condition);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_ISLBRIDGE_H
