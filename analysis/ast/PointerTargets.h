//===- PointerTargets.h - Which variables a pointer may lead to -*- C++ -*-===//
//
//   int *p = i < n ? &x : &y;
//   *p = 7;
//
// x and y live in register slots, and nothing may write them behind their
// backs. So each address is asked for all the bases that it may start from:
// through sums, the arms of selections and what comes into phis. If it is not
// plainly one, the variables among them are noted, and the kernel is lowered
// once more with slots that hold values nobody knows: what was read before a
// loop moved its pointer has been used already.
//
// Arrays in memory have no slots. For them the address as a number is enough:
// it says for each lane where it goes, as the bases are far apart.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_AST_POINTERTARGETS_H
#define KERNELCAST_ANALYSIS_AST_POINTERTARGETS_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace kernelcast {

using ScalarExpr = const Expr *;

/// A number for a place in the source at which variables are declared; the
/// same in each lowering of one kernel.
using Declaration = unsigned;

/// Variables that a pointer may lead to that does not plainly start from one.
using ChosenVariables = llvm::DenseSet<Declaration>;

/// The Base leaf that \p Address plainly starts from, or null.
ScalarExpr baseOf(ScalarExpr Address);

/// \p Address less \p Base, which is its baseOf.
ScalarExpr offsetFrom(ExpressionPool &Pool, ScalarExpr Address,
                      ScalarExpr Base);

class PointerTargets {
public:
  /// Of the arrays in \p Model, which may grow. More variables may be \p
  /// Chosen.
  PointerTargets(const KernelModel &Model, ChosenVariables &Chosen)
      : Model(Model), Chosen(Chosen) {}

  /// \p Array is a variable in registers, declared at \p Where.
  void declare(ArrayId Array, Declaration Where) { Declared[Array] = Where; }

  /// Whether some pointer may lead to one of several variables, of which one is
  /// declared at \p Where.
  bool isChosen(Declaration Where) const { return Chosen.contains(Where); }

  /// All Base leaves that \p Address may start from.
  llvm::SmallVector<ScalarExpr, 2> basesOf(ScalarExpr Address) const;

  /// Whether \p Address does not plainly start from one Base; notes which
  /// variables it may lead to.
  bool choosesBase(ScalarExpr Address);

  /// \p Pointer less \p Base, which is not its own: a number, or unknown if the
  /// difference between the two says nothing.
  ScalarExpr offsetAcross(ScalarExpr Pointer, ScalarExpr Base);

private:
  void choose(ScalarExpr Base);

  const KernelModel &Model;
  llvm::DenseMap<ArrayId, Declaration> Declared;
  ChosenVariables &Chosen;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_POINTERTARGETS_H
