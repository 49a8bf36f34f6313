//===- Formulas.h - Counts as formulas a reader can compute -----*- C++ -*-===//
//
// A formula is text over kernel arguments, launch coordinates (blockIdx.x,
// blockDim.x, offset.x, ...) and the counters k0, k1, ... of the loops around
// the place, each 0 in the loop's first iteration. It is to be computed in
// integers that do not wrap around, with C's operators (division towards zero)
// and min, max and floorlog2, which is -1 for anything below 1. It holds where
// no operation of the kernel behind it overflows its type.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_FORMULAS_H
#define KERNELCAST_ANALYSIS_FORMULAS_FORMULAS_H

#include "analysis/KernelModel.h"
#include "analysis/control/SumOfProducts.h"

namespace kernelcast {

/// \p E as a formula; "" if it depends on loaded data or on a variable without
/// closed form, or is too long to be printed whole.
std::string formulaText(const Expr *E);

/// Whether every loop counter in \p E is one of the loops \p Around. Behind its
/// loop a counter is what it was when the thread left, which may differ from
/// thread to thread.
bool countsOnly(const Expr *E, llvm::function_ref<bool(LoopId)> Around);

/// A loop's trip count as a formula of the coordinates, the arguments and the
/// counters of the loops around it, for launches that satisfy Holds ("": all).
struct TripFormula {
  std::string Text, Holds;
};
TripFormula tripFormula(const KernelModel &Kernel, const LoopInfo &Loop);

/// Whether nothing in \p E wraps around to an unsigned number, so that its text
/// means in whole numbers what \p E means. Adds to \p Holds the conditions on
/// arguments that this needs ("n - 1 >= 0"); false where it is up to threads.
bool staysWhole(const Expr *E, std::vector<std::string> &Holds);

/// \p S as a formula, its numbers modulo \p Modulus (a power of two) unless
/// that is 0; nothing where a factor has none.
std::optional<std::string> sumText(const Sum &S, unsigned Modulus = 0);

/// \p Text in parentheses, unless it is a word or one f(...).
std::string grouped(const std::string &Text);

/// Whether \p Text has \p Name as a word.
bool mentions(llvm::StringRef Text, llvm::StringRef Name);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_FORMULAS_H
