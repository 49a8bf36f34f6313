//===- LastBlock.cpp - Branches that one block of the grid takes ----------===//

#include "analysis/evaluator/LastBlock.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

using Side = LastBlockSide;

class LastBlockFinder {
public:
  explicit LastBlockFinder(const KernelModel &Kernel) : Kernel(Kernel) {}

  /// What \p E says of the block that drew the highest number: IfTrue if it is
  /// true, or not zero, in that block alone.
  Side sideOf(const Expr *E) {
    if (Steps++ >= MostSteps)
      return Side::Neither;
    switch (E->op()) {
    case Op::Cast:
      return sideOf(E->operand(0));
    case Op::Not:
      return E->type() == ScalarType::truth() ? other(sideOf(E->operand(0)))
                                              : Side::Neither;
    case Op::And: // a bool in a byte
      return E->operand(1)->isIntegerConstant() && E->operand(1)->value() & 1
                 ? sideOf(E->operand(0))
                 : Side::Neither;
    case Op::Equal:
      return compared(*E);
    case Op::NotEqual:
      return other(compared(*E));
    case Op::Select:
      if (E->operand(1)->isConstant(1) && E->operand(2)->isConstant(0))
        return sideOf(E->operand(0));
      return Side::Neither;
    case Op::Load:
      return loaded(*E, [&](const Expr *Stored) { return sideOf(Stored); });
    default:
      return Side::Neither;
    }
  }

private:
  /// Of what is written to what is read, which may go round in circles.
  static constexpr unsigned MostSteps = 64;

  static Side other(Side S) {
    return S == Side::IfTrue    ? Side::IfFalse
           : S == Side::IfFalse ? Side::IfTrue
                                : Side::Neither;
  }

  static const Expr *withoutCasts(const Expr *E) {
    while (E->op() == Op::Cast)
      E = E->operand(0);
    return E;
  }

  Side compared(const Expr &E) {
    for (unsigned I : {0, 1}) {
      const Expr *One = E.operand(I), *Two = E.operand(1 - I);
      if (isNumberDrawn(One) && hasBlocksOfGrid(Two))
        return Side::IfTrue;
      if (Two->isConstant(0))
        return other(sideOf(One));
      if (Two->isConstant(1))
        return sideOf(One);
    }
    return Side::Neither;
  }

  /// What all values that are written to the shared variable that \p E reads
  /// have in common, zeros apart, with which such variables begin.
  template <typename OfStored> Side loaded(const Expr &E, OfStored Of) {
    const MemoryAccess &Load = Kernel.Accesses[E.value()];
    if (Load.Space != MemorySpace::Shared || Load.Array == None)
      return Side::Neither;
    Side All = Side::Neither;
    for (const MemoryAccess &Store : Kernel.Accesses) {
      if (Store.Array != Load.Array || Store.Kind == AccessKind::Load)
        continue;
      if (Store.Address != Load.Address || !Store.Stored)
        return Side::Neither;
      if (withoutCasts(Store.Stored)->isConstant(0))
        continue;
      const Side One = Of(Store.Stored);
      if (One == Side::Neither || (All != Side::Neither && One != All))
        return Side::Neither;
      All = One;
    }
    return All;
  }

  /// Whether \p E is what an atomic operation in global memory has found, or a
  /// shared copy of that.
  bool isNumberDrawn(const Expr *E) {
    E = withoutCasts(E);
    if (E->op() != Op::Load || Steps++ >= MostSteps)
      return false;
    const MemoryAccess &Access = Kernel.Accesses[E->value()];
    if (Access.Kind == AccessKind::Atomic)
      return Access.Space == MemorySpace::Global;
    return loaded(*E, [&](const Expr *Stored) {
             return isNumberDrawn(Stored) ? Side::IfTrue : Side::Neither;
           }) == Side::IfTrue;
  }

  /// Whether \p E is made of numbers of blocks and constants.
  static bool hasBlocksOfGrid(const Expr *E) {
    bool Blocks = false, Others = false;
    visitPostOrder(E, [&](const Expr *Part) {
      if (Part->op() == Op::Coordinate) {
        const auto Which = static_cast<Coordinate>(Part->value());
        const bool IsGrid =
            Which >= Coordinate::GridSizeX && Which <= Coordinate::GridSizeZ;
        (IsGrid ? Blocks : Others) = true;
      } else if (Part->isLeaf() && !Part->isConstant()) {
        Others = true;
      }
    });
    return Blocks && !Others;
  }

  const KernelModel &Kernel;
  unsigned Steps = 0;
};

} // namespace

LastBlockSide kernelcast::lastBlockSide(const KernelModel &Kernel,
                                        const BasicBlock &Block) {
  if (Block.Successors.size() != 2 || !Block.Condition)
    return Side::Neither;
  return LastBlockFinder(Kernel).sideOf(Block.Condition);
}
