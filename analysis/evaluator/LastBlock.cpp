//===- LastBlock.cpp - Branches that one block of the grid takes ----------===//

#include "analysis/evaluator/LastBlock.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

double LastBlock::chanceOfTrue(const LaunchConfiguration &Launch) const {
  double Blocks = 1;
  for (unsigned I : {0u, 1u, 2u})
    if (GridSizes >> I & 1)
      Blocks *= std::max<double>(1, Launch.Grid[I]);
  return Takes == Side::IfTrue ? 1 / Blocks : 1 - 1 / Blocks;
}

namespace {

using Side = LastBlock::Side;

/// Term + Offset.
struct WithOffset {
  const Expr *Term = nullptr;
  uint64_t Offset = 0; ///< modulo 2^64
};

class LastBlockFinder {
public:
  explicit LastBlockFinder(const KernelModel &Kernel) : Kernel(Kernel) {}

  /// What \p E says of the block that drew the highest number: IfTrue if it is
  /// true, or not zero, in that block alone.
  LastBlock of(const Expr *E) {
    if (Steps++ >= MostSteps)
      return {};
    switch (E->op()) {
    case Op::Cast:
      return of(E->operand(0));
    case Op::Not:
      return E->type() == ScalarType::truth() ? other(of(E->operand(0)))
                                              : LastBlock();
    case Op::And: // a bool in a byte
      return E->operand(1)->isIntegerConstant() && E->operand(1)->value() & 1
                 ? of(E->operand(0))
                 : LastBlock();
    case Op::Equal:
      return compared(*E);
    case Op::NotEqual:
      return other(compared(*E));
    case Op::Select:
      if (E->operand(1)->isConstant(1) && E->operand(2)->isConstant(0))
        return of(E->operand(0));
      return {};
    case Op::Load:
      return loaded(*E, [&](const Expr *Stored) { return of(Stored); });
    default:
      return {};
    }
  }

private:
  /// Of what is written to what is read, which may go round in circles.
  static constexpr unsigned MostSteps = 64;

  static LastBlock other(LastBlock Last) {
    if (Last)
      Last.Takes = Last.Takes == Side::IfTrue ? Side::IfFalse : Side::IfTrue;
    return Last;
  }

  static const Expr *withoutCasts(const Expr *E) {
    while (E->op() == Op::Cast)
      E = E->operand(0);
    return E;
  }

  static WithOffset withOffset(const Expr *E) {
    WithOffset Result{withoutCasts(E), 0};
    while (Result.Term->op() == Op::Add || Result.Term->op() == Op::Sub) {
      const Expr *Constant = Result.Term->operand(1);
      if (!Constant->isIntegerConstant() || Constant->type().Bits < 2)
        break;
      const auto By = static_cast<uint64_t>(
          SignExtend64(Constant->value(), Constant->type().Bits));
      Result.Offset += Result.Term->op() == Op::Add ? By : -By;
      Result.Term = withoutCasts(Result.Term->operand(0));
    }
    return Result;
  }

  LastBlock compared(const Expr &E) {
    for (unsigned I : {0, 1}) {
      const Expr *Two = E.operand(1 - I);
      if (Two->isConstant(0))
        return other(of(E.operand(I)));
      if (Two->isConstant(1))
        return of(E.operand(I));
      const WithOffset Number = withOffset(E.operand(I)),
                       Blocks = withOffset(Two);
      if (Blocks.Offset + 1 != Number.Offset || !isNumberDrawn(Number.Term))
        continue;
      if (const uint8_t Sizes = gridSizesIn(Blocks.Term))
        return {Side::IfTrue, Sizes};
    }
    return {};
  }

  /// What all values that are written to the shared variable that \p E reads
  /// have in common, zeros apart, with which such variables begin.
  template <typename OfStored> LastBlock loaded(const Expr &E, OfStored Of) {
    const MemoryAccess &Load = Kernel.Accesses[E.value()];
    if (Load.Space != MemorySpace::Shared || Load.Array == None)
      return {};
    LastBlock All;
    for (const MemoryAccess &Store : Kernel.Accesses) {
      if (Store.Array != Load.Array || Store.Kind == AccessKind::Load)
        continue;
      if (Store.Address != Load.Address || !Store.Stored)
        return {};
      if (withoutCasts(Store.Stored)->isConstant(0))
        continue;
      const LastBlock One = Of(Store.Stored);
      if (!One || (All && !(One == All)))
        return {};
      All = One;
    }
    return All;
  }

  /// Whether \p E is what an atomic that counts up in global memory has found,
  /// or a shared copy of that.
  bool isNumberDrawn(const Expr *E) {
    E = withoutCasts(E);
    if (E->op() != Op::Load || Steps++ >= MostSteps)
      return false;
    const MemoryAccess &Access = Kernel.Accesses[E->value()];
    if (Access.Kind == AccessKind::Atomic)
      return Access.Space == MemorySpace::Global && Access.CountsUp;
    return bool(loaded(*E, [&](const Expr *Stored) {
      return isNumberDrawn(Stored) ? LastBlock{Side::IfTrue, 0} : LastBlock();
    }));
  }

  /// The sizes of the grid whose product \p E is, as bits; 0: it is none.
  uint8_t gridSizesIn(const Expr *E) {
    E = withoutCasts(E);
    if (Steps++ >= MostSteps)
      return 0;
    if (E->op() == Op::Mul) {
      const uint8_t One = gridSizesIn(E->operand(0));
      const uint8_t Two = One ? gridSizesIn(E->operand(1)) : 0;
      return Two && !(One & Two) ? One | Two : 0;
    }
    if (E->op() != Op::Coordinate)
      return 0;
    switch (static_cast<Coordinate>(E->value())) {
    case Coordinate::GridSizeX:
      return 1;
    case Coordinate::GridSizeY:
      return 2;
    case Coordinate::GridSizeZ:
      return 4;
    default:
      return 0;
    }
  }

  const KernelModel &Kernel;
  unsigned Steps = 0;
};

} // namespace

LastBlock kernelcast::lastBlockOf(const KernelModel &Kernel,
                                  const BasicBlock &Block) {
  if (Block.Successors.size() != 2 || !Block.Condition)
    return {};
  return LastBlockFinder(Kernel).of(Block.Condition);
}
