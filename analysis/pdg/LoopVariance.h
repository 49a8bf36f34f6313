//===- LoopVariance.h - In which loops an expression varies -----*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_PDG_LOOPVARIANCE_H
#define KERNELCAST_ANALYSIS_PDG_LOOPVARIANCE_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// An expression varies in a loop if one of its leaves is that loop's (or an
/// inner loop's) counter, a phi of one of its blocks or the data of one of its
/// accesses; unknown values count as varying everywhere. It is linear in loop L
/// if it is a + c * counter(L) with a and c invariant in L: it then advances by
/// the same amount every iteration, and a compiler keeps it in a register that
/// it adds to (strength reduction).
///
/// Answers are remembered by expression; every node is visited once, without
/// recursion.
class LoopVariance {
public:
  explicit LoopVariance(const KernelModel &Kernel);

  bool varies(const Expr *E, LoopId Loop);
  /// The loop in which \p E is linear and not invariant, or None.
  LoopId linearLoop(const Expr *E);
  /// Whether \p Inner is \p Outer or inside it; None is inside nothing.
  bool inside(LoopId Inner, LoopId Outer) const;

private:
  struct Facts {
    /// Innermost loops of the leaves, without those around another.
    llvm::SmallVector<LoopId, 2> Loops;
    bool Everywhere = false; ///< too many loops to list
    LoopId Linear = None;
    bool Known = false;
  };
  const Facts &facts(const Expr *Root);
  void add(Facts &To, LoopId Loop) const;
  bool varies(const Facts &F, LoopId Loop) const;
  Facts leaf(const Expr *E) const;
  LoopId linear(const Expr *E) const;

  const KernelModel &Kernel;
  std::vector<Facts> Remembered; ///< by expression number
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_LOOPVARIANCE_H
