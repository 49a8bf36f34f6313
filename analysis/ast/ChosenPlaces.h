//===- ChosenPlaces.h - Addresses that choose between slots -----*- C++ -*-===//
//
//   int *p = i < n ? &x : &y;      select(i < n, &x, &y)
//   ((char *)&x)[i & 3] = 1;       &x + (i & 3)
//
// Such an address leads to one of a few places in registers, and says itself to
// which. A load is a selection between what they hold; a store gives each of
// them its new value where the condition holds, and the old one elsewhere.
//
// A computed offset Constant + Step * i means one of the places that lie Step
// bytes apart. What it may be is read off the sum that it is: of a product with
// a number, Step is the largest power of two in that number, as sums and
// products wrap around.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_CHOSENPLACES_H
#define KERNELCAST_ANALYSIS_AST_CHOSENPLACES_H

#include "analysis/ast/PointerTargets.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast {

/// One of the places that an address chooses between.
struct ChosenPlace {
  ScalarExpr Address;   ///< a Base and a constant
  ScalarExpr Condition; ///< that it is this one
};
using ChosenPlaces = llvm::SmallVector<ChosenPlace, 4>;

/// The variables that \p Address selects from; none unless it is a selection
/// and \p IsVariable holds for all Base leaves.
ChosenPlaces sidesOf(ExpressionPool &Pool, ScalarExpr Address,
                     llvm::function_ref<bool(ScalarExpr)> IsVariable);

/// The places of \p Width bytes that \p Address, which has one Base and a
/// computed offset, may mean in a variable of \p Bytes; none if they are many.
ChosenPlaces elementsOf(ExpressionPool &Pool, ScalarExpr Address,
                        uint64_t Bytes, uint64_t Width);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_CHOSENPLACES_H
