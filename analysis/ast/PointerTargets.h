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

/// Variables that may be written by what does not name them. One lowering finds
/// them, the next one heeds them.
struct ReachedVariables {
  /// By a store at any time: their slots hold what nobody knows.
  llvm::DenseSet<Declaration> Chosen;
  /// By code that is not seen, wherever it runs.
  llvm::DenseSet<Declaration> Exposed;
  /// Closures that are written although their lambda may only read them: by way
  /// of a mutable member, a cast, or their bytes.
  llvm::DenseSet<Declaration> Rewritten;

  size_t size() const {
    return Chosen.size() + Exposed.size() + Rewritten.size();
  }
};

/// Where an address may lead.
struct PointerOrigins {
  llvm::SmallVector<ScalarExpr, 2> Bases; ///< all that have a part in it
  llvm::SmallVector<ScalarExpr, 2> Whole; ///< those that it plainly leads to
  bool Loaded = false; ///< also where an address in memory, or lost, says
  /// Also where a value says of which nothing is known. A variable that was
  /// never written is none of these: the language lets no program follow it.
  bool Untold = false;
};

/// What a variable of \p Type holds before anything is written to it.
ScalarExpr uninitialised(ExpressionPool &Pool, ScalarType Type);

/// The Base leaf that \p Address plainly starts from, or null.
ScalarExpr baseOf(ScalarExpr Address);

/// \p Address less \p Base, which is its baseOf.
ScalarExpr offsetFrom(ExpressionPool &Pool, ScalarExpr Address,
                      ScalarExpr Base);

class PointerTargets {
public:
  /// Of the arrays in \p Model, which may grow, as may \p Reached.
  PointerTargets(const KernelModel &Model, ReachedVariables &Reached)
      : Model(Model), Reached(Reached) {}

  /// \p Array is a variable in registers, declared at \p Where.
  void declare(ArrayId Array, Declaration Where) { Declared[Array] = Where; }

  /// Whether some pointer may lead to one of several variables, of which one is
  /// declared at \p Where.
  bool isChosen(Declaration Where) const {
    return Reached.Chosen.contains(Where);
  }

  /// Whether the closure that is declared at \p Where is written later.
  bool isRewritten(Declaration Where) const {
    return Reached.Rewritten.contains(Where);
  }
  /// \p Array, a closure, is written.
  void rewrite(ArrayId Array);

  /// Whether code that is not seen may write \p Array.
  bool isExposed(ArrayId Array) const {
    auto Variable = Declared.find(Array);
    return Variable != Declared.end() &&
           Reached.Exposed.contains(Variable->second);
  }

  /// Where \p Address may lead, once all phis have their operands.
  PointerOrigins originsOf(ScalarExpr Address) const;

  /// All Base leaves that \p Address may start from.
  llvm::SmallVector<ScalarExpr, 2> basesOf(ScalarExpr Address) const;

  /// Whether \p Address does not plainly start from one Base; notes which
  /// variables it may lead to.
  bool choosesBase(ScalarExpr Address);

  /// \p Pointer less \p Base, which is not its own: a number, or unknown if the
  /// difference between the two says nothing.
  ScalarExpr offsetAcross(ScalarExpr Pointer, ScalarExpr Base);
  /// The pointers of which no more than such a difference is left.
  llvm::ArrayRef<ScalarExpr> measured() const { return Measured; }

  /// \p Unknown can be no address but one that went out of sight before: a
  /// value of another lane is what that lane gave.
  void relay(ScalarExpr Unknown) { Relayed.insert(Unknown); }
  bool isRelayed(ScalarExpr Unknown) const { return Relayed.contains(Unknown); }
  /// \p Unknown is what a variable held before anything was written there.
  static bool isNeverWritten(ScalarExpr Unknown);

  /// A store may lead to \p Array at any time.
  void choose(ArrayId Array);
  /// Code that is not seen may write \p Array.
  void expose(ArrayId Array);
  /// Whether \p Array is a variable in registers.
  bool isVariable(ArrayId Array) const { return Declared.contains(Array); }

private:
  /// Whether what is subtracted somewhere has a base; each is asked once.
  using Subtrahends = llvm::DenseMap<ScalarExpr, bool>;
  llvm::SmallVector<ScalarExpr, 2>
  basesOf(ScalarExpr Address, Subtrahends &Known, unsigned Depth) const;
  /// False also where that is not known yet (in a loop) or too deep: what it is
  /// subtracted from then counts as an address, which errs on the safe side.
  bool hasBase(ScalarExpr Subtrahend, Subtrahends &Known, unsigned Depth) const;
  llvm::SmallVector<ScalarExpr, 2> pointersIn(ScalarExpr Sum) const;

  const KernelModel &Model;
  llvm::DenseMap<ArrayId, Declaration> Declared;
  ReachedVariables &Reached;
  std::vector<ScalarExpr> Measured;
  llvm::DenseSet<ScalarExpr> Relayed;
  mutable size_t Followed = 0; ///< expressions, by originsOf()
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_AST_POINTERTARGETS_H
