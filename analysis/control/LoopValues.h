//===- LoopValues.h - What changes in a loop, and how -----------*- C++ -*-===//
//
// Two questions that closed forms and trip counts both ask: does an expression
// keep its value while a loop runs, and is it linear in a given leaf?
//
// Linear means modulo 2^n: the low n bits of E are those of
// Coefficient * leaf + Rest. Sums, products and truncations respect that
// whatever wraps around; a widening cast does not, and is passed only where the
// caller takes overflow not to happen.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_LOOPVALUES_H
#define KERNELCAST_ANALYSIS_CONTROL_LOOPVALUES_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/BitVector.h"

namespace kernelcast {

/// Coefficient * leaf + Rest, both of one integer type.
struct LinearForm {
  const Expr *Coefficient;
  const Expr *Rest;
};

/// What widening casts mean to linearIn().
enum class Overflow : uint8_t { Wraps, DoesNotHappen };

class LoopValues {
public:
  LoopValues(KernelModel &Kernel, const LoopInfo &Loop);

  /// Whether \p E has one value for a thread through all iterations of one
  /// entry into the loop. Unknown values (Opaque) never do.
  bool isInvariant(const Expr *E) { return dependence(E) == 0; }
  /// Whether \p E changes only through this loop's Counter.
  bool isFunctionOfCounter(const Expr *E) { return !(dependence(E) & Other); }

  /// \p E as a linear form in \p Leaf in the type \p Type, or nothing.
  std::optional<LinearForm> linearIn(const Expr *E, const Expr *Leaf,
                                     ScalarType Type,
                                     Overflow Widening = Overflow::Wraps);

  bool contains(BlockId Block) const {
    return Block < Inside.size() && Inside[Block];
  }
  const Expr *counter() const { return Counter; }

private:
  enum : uint8_t { OnCounter = 1, Other = 2 };
  KernelModel &Kernel;
  ExpressionPool &Pool;
  LoopId Id;
  const Expr *Counter;
  llvm::BitVector Inside;
  llvm::DenseMap<const Expr *, uint8_t> Known;
  unsigned Steps = 0;

  uint8_t dependence(const Expr *E);
  uint8_t leafDependence(const Expr *E) const;
  std::optional<LinearForm> linear(const Expr *E, const Expr *Leaf,
                                   ScalarType Type, Overflow Widening,
                                   unsigned Depth);
};

/// Rewrites every expression of the model: addresses, stored values,
/// conditions, phi operands, closed forms, trip counts.
void rewriteModel(KernelModel &Kernel,
                  llvm::function_ref<const Expr *(const Expr *)> Replace);

/// The immediate dominator of each block, None for the entry; the blocks are in
/// reverse post order (Cooper, Harvey, Kennedy 2001).
std::vector<BlockId> immediateDominators(const KernelModel &Kernel);

/// Whether \p A dominates \p B, reflexively, by walking up from B.
bool dominates(const std::vector<BlockId> &Idom, BlockId A, BlockId B);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_LOOPVALUES_H
