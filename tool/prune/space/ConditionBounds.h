//===- ConditionBounds.h - What is certain before all is set ----*- C++ -*-===//
//
// A condition over many parameters has too many combinations to be asked for
// each. Where some of its parameters have values and the others are known to
// lie between their smallest and their largest, its instructions can be run on
// intervals instead of numbers:
//
//   a * b * c <= 64   with a = 8, b = 16, c in [1, 4]:   [128, 512] <= 64, no
//
// so that all combinations that begin so are left out at once. Only whole
// numbers are followed, and only operators that are easy to bound; anything
// else, and any step that might overflow or divide by zero, leaves it open.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_CONDITIONBOUNDS_H
#define KERNELCAST_TOOL_PRUNE_SPACE_CONDITIONBOUNDS_H

#include "tool/prune/space/ParameterExpression.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelcast {

/// Whole numbers from Low to High.
struct WholeInterval {
  int64_t Low = 0, High = 0;
};

enum class Certainty : uint8_t {
  Open,
  AlwaysTrue, ///< for all values, none of which makes it fail to evaluate
  AlwaysFalse ///< the same
};

/// What \p Condition is where each parameter lies in its interval;
/// \p IntervalOf gives nothing for one that is no whole number.
Certainty certaintyOf(
    const ParameterExpression &Condition,
    llvm::function_ref<std::optional<WholeInterval>(unsigned)> IntervalOf);

/// What the rest of \p Condition depends on, once its instructions are run up
/// to the first parameter without a value: what then is on the stack, and the
/// values that are read again later. Of a sum that is the sum so far, so that
/// counting need not tell 1 + 4 from 2 + 3. \p ValueOf gives nothing for a
/// parameter without a value. Appends to \p Residue; false: something on the
/// way is no whole number.
bool appendResidue(
    const ParameterExpression &Condition,
    llvm::function_ref<const ExpressionValue *(unsigned)> ValueOf,
    llvm::SmallVectorImpl<int64_t> &Residue);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_CONDITIONBOUNDS_H
