//===- FormulaTranslation.h - Expressions read as formulas ------*- C++ -*-===//
//
// A kernel's expression (symbolic/Expression.h) read as arithmetic of integers
// that do not wrap around. What it says is then true where
//
//   - no signed operation overflows: C leaves that undefined, and whoever
//     computes with the formula sees to it (cost_models/emit/Magnitudes.h);
//   - no unsigned one wraps around below zero: staysWhole() names the
//     conditions on arguments that this needs.
//
// Loaded data, variables without closed form and floating point have none.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FORMULAS_FORMULATRANSLATION_H
#define KERNELCAST_ANALYSIS_FORMULAS_FORMULATRANSLATION_H

#include "analysis/control/SumOfProducts.h"
#include "analysis/formulas/Formula.h"
#include <vector>

namespace kernelcast {

/// Reads expressions of one kernel into a pool, each only once.
class FormulaTranslation {
public:
  explicit FormulaTranslation(FormulaPool &Pool) : Pool(Pool) {}

  /// Lets comparisons of an array's address with null, which else have no
  /// formula, say that it is not.
  void takeAsNotNull() { NotNull = true; }

  /// \p E as a formula; none if there is none, or it is too long for readers.
  Formula of(const Expr *E);

  /// \p S as a formula, its numbers modulo \p Modulus (a power of two) unless
  /// that is 0; none where a factor has none.
  Formula of(const Sum &S, unsigned Modulus = 0);

  /// Whether nothing in \p E wraps around to an unsigned number, so that of(E)
  /// means what \p E means. Adds to \p Holds the conditions on arguments that
  /// this needs (n - 1 >= 0); false where it is up to threads.
  bool staysWhole(const Expr *E, std::vector<Formula> &Holds);

  /// Nodes of the longest formula.
  static constexpr unsigned MaxSize = 300;

private:
  struct Wholeness {
    bool Whole = true;
    std::vector<Formula> Holds;
  };

  Formula translate(const Expr *E);
  Formula translateSum(const Expr *E);
  Formula constant(const Expr *E);
  Wholeness wholeness(const Expr *E);

  Formula lowBits(const Expr *E);

  FormulaPool &Pool;
  bool NotNull = false;
  llvm::DenseMap<const Expr *, Formula> Known;
  llvm::DenseMap<const Expr *, Wholeness> KnownWholeness;
};

/// Whether every loop counter in \p E is one of the loops \p Around. Behind its
/// loop a counter is what it was when the thread left, which may differ from
/// thread to thread.
bool countsOnly(const Expr *E, llvm::function_ref<bool(unsigned)> Around);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FORMULAS_FORMULATRANSLATION_H
