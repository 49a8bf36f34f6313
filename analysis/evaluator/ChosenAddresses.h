//===- ChosenAddresses.h - Addresses that data choose -----------*- C++ -*-===//
//
//   p = in[i] > 0 ? x : y;             if (in[i] > 0) x[i] = a;
//   p[i] = a;                          else           y[i] = b;
//
// Nobody knows where a lane of the left kernel goes, but it is one of two known
// places; and compilers turn the right kernel into the left one. The address is
// a tree of choices by conditions that depend on data, over addresses that do
// not:
//
//   (c ? x : y) + 4 * i     the arms  x + 4 * i  and  y + 4 * i
//   r + 128 * (a < b)                 r          and  r + 128
//
// If each lane takes either arm by itself, an access costs what accesses of
// some of the lanes to the one and of the others to the other cost together.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_CHOSENADDRESSES_H
#define KERNELCAST_ANALYSIS_EVALUATOR_CHOSENADDRESSES_H

#include "analysis/evaluator/UniformOffset.h"

namespace kernelcast {

/// The addresses that \p Address chooses between, new expressions made in
/// \p Pool; none if it is not such a choice, if an arm depends on data itself,
/// or if there are more than MostArms.
llvm::SmallVector<const Expr *, 4> chosenAddresses(const Expr *Address,
                                                   DataQuery RestsOnData,
                                                   ExpressionPool &Pool);

/// Lanes spread over more arms than that fill few sectors together.
constexpr unsigned MostArms = 4;

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_CHOSENADDRESSES_H
