//===- SumOfProducts.h - Integer expressions multiplied out -----*- C++ -*-===//
//
// (a + 2) * (b - c) is a*b - a*c + 2*b - 2*c: a list of products, each a number
// times factors that are no sums. Conversions between integer types are looked
// through, so this is arithmetic that does not wrap around.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_SUMOFPRODUCTS_H
#define KERNELCAST_ANALYSIS_CONTROL_SUMOFPRODUCTS_H

#include "analysis/symbolic/Expression.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelcast {

/// Number * the product of Factors, those ordered by id.
struct Product {
  int64_t Number = 1;
  llvm::SmallVector<const Expr *, 4> Factors;
};
using Sum = llvm::SmallVector<Product, 8>;

/// \p E multiplied out, like products added up and those that vanish left out;
/// nothing if it gets too long.
std::optional<Sum> sumOfProducts(const Expr *E);

/// \p E without conversions that a program makes for the type's sake. One to a
/// char or a short takes the low bits.
const Expr *withoutWideCasts(const Expr *E);

bool isCoordinate(const Expr *E, Coordinate Which);

/// The coordinate of \p First's kind in dimension \p Dimension.
inline Coordinate inDimension(Coordinate First, unsigned Dimension) {
  return static_cast<Coordinate>(static_cast<unsigned>(First) + Dimension);
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_SUMOFPRODUCTS_H
