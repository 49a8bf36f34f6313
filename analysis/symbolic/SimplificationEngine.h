//===- SimplificationEngine.h - Local part of a subscript -------*- C++ -*-===//
//
// Baghsorkhi et al. 2010, section 3.2, equations (13) and (14). A subscript of
// class F is built from thread and block coordinates, induction variables and
// parameters by sums, products with constants, and by * / mod 2^e. The engine
// brings it into the form
//
//   E = Local(thread, induction) + Rest(block, parameters)
//
// since only Local tells lanes of a warp apart. Sums fall apart by themselves;
// at a division or remainder by 2^e whose operand mixes both, a summand X of
// the rest may leave where X is a multiple of 2^e:
//
//   (X + Y) / 2^e   = X / 2^e + Y / 2^e          (X + Y) mod 2^e = Y mod 2^e
//
// It is one if it has a factor 2^f with f >= e, or by a constraint on one of
// its free parameters, such as N = k * 2^J where e is at most J. Then
// (X / 2^e) * 2^(e + c) = X * 2^c. Constraints are part of the result: they are
// checked at launch, or reported.
//
//   (b N + t) / 2^j * 2^(j+1) + (b N + t) mod 2^j      (an FFT's subscript)
//   = t / 2^j * 2^(j+1) + t mod 2^j   +   2 b N        given N mod 2^J = 0
//
// Conversions between integer types are passed as if nothing overflowed.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SYMBOLIC_SIMPLIFICATIONENGINE_H
#define KERNELCAST_ANALYSIS_SYMBOLIC_SIMPLIFICATIONENGINE_H

#include "analysis/symbolic/Expression.h"
#include <vector>

namespace kernelcast {

/// \p Factor must be a multiple of 2^\p Exponent.
struct DivisibilityConstraint {
  const Expr *Factor;   ///< a parameter or block size
  const Expr *Exponent; ///< its largest value, over parameters
  const Expr *Holds;    ///< the same as a truth value, to check at launch
  std::string Text;     ///< "N % 2^J == 0"
};

struct SeparatedSubscript {
  const Expr *Local = nullptr; ///< thread coordinates and counters; or null
  const Expr *Rest = nullptr;  ///< the same for all threads of a block
  std::vector<DivisibilityConstraint> Constraints;
  std::string Reason; ///< why there is no Local

  bool isSeparated() const { return Local != nullptr; }
};

/// Separates \p Subscript. \p LastIteration gives the largest value of a loop's
/// counter (trip count - 1) where it is known; it bounds the exponents.
SeparatedSubscript separateSubscript(
    ExpressionPool &Pool, const Expr *Subscript,
    llvm::function_ref<const Expr *(unsigned Loop)> LastIteration);

/// Whether \p E is of class F, with the first node that is not in \p Why.
bool isClassF(const Expr *E, std::string *Why = nullptr);

/// How many low bits of \p E's leaves determine its \p Bits low bits: sums,
/// products and bitwise operations need as many, a division by 2^s needs s
/// more. Nothing where all bits matter. Banks are residues (section 3.3), and
/// with this many bits of each leaf they come out right.
std::optional<unsigned> residueBits(const Expr *E, unsigned Bits);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SYMBOLIC_SIMPLIFICATIONENGINE_H
