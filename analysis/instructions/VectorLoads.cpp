//===- VectorLoads.cpp - Loads that one wide load makes together ----------===//

#include "analysis/instructions/VectorLoads.h"
#include "analysis/instructions/RepeatedLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// A load of a part of a piece.
struct Part {
  AccessId Access;
  unsigned Offset; ///< in the piece, bytes
};

class Widening {
public:
  explicit Widening(KernelModel &Kernel) : Kernel(Kernel) {}

  void run(const BasicBlock &Block) {
    // Loads of each piece since something may have written there.
    MapVector<const Expr *, SmallVector<Part, 4>> Pieces;
    for (const Effect &Step : Block.Effects) {
      for (auto &[Piece, Parts] : Pieces)
        if (!Parts.empty() &&
            mayChange(Kernel, Kernel.Accesses[Parts.front().Access], Step))
          join(Parts);
      if (Step.Kind != EffectKind::Access)
        continue;
      const MemoryAccess &Load = Kernel.Accesses[Step.Access];
      if (Load.Kind != AccessKind::Load || Load.Silent || Load.Volatile ||
          !Load.PieceBytes || !Load.Address ||
          pathOf(Load) == AccessPath::Operand ||
          Load.PieceOffset + Load.Bytes > Load.PieceBytes)
        continue;
      const Expr *Start = Kernel.Pool->sub(
          Load.Address,
          Kernel.Pool->constant(Load.PieceOffset, Load.Address->type()));
      Pieces[Start].push_back({Step.Access, Load.PieceOffset});
    }
    for (auto &[Piece, Parts] : Pieces)
      join(Parts);
  }

private:
  /// Makes one load of as many of \p Parts as possible, and empties it.
  void join(SmallVectorImpl<Part> &Parts) {
    if (Parts.size() > 1)
      join(Parts, 0, Kernel.Accesses[Parts.front().Access].PieceBytes);
    Parts.clear();
  }

  /// The same in the bytes [\p Begin, \p Begin + \p Size) of the piece.
  void join(ArrayRef<Part> Parts, unsigned Begin, unsigned Size) {
    SmallVector<Part, 4> Inside;
    unsigned Read = 0; // a bit for each byte
    bool First = false;
    for (const Part &P : Parts) {
      unsigned Bytes = Kernel.Accesses[P.Access].Bytes;
      if (P.Offset < Begin || P.Offset + Bytes > Begin + Size)
        continue;
      Inside.push_back(P);
      Read |= maskTrailingOnes<unsigned>(Bytes) << (P.Offset - Begin);
      First |= P.Offset == Begin;
    }
    if (Inside.size() < 2)
      return;
    if (!First || 2 * unsigned(popcount(Read)) <= Size) {
      join(Inside, Begin, Size / 2);
      join(Inside, Begin + Size / 2, Size / 2);
      return;
    }
    MemoryAccess &Wide = Kernel.Accesses[Inside.front().Access];
    Wide.WideBytes = Size;
    for (const Part &P : drop_begin(Inside))
      Kernel.Accesses[P.Access].Repeats = Inside.front().Access;
  }

  KernelModel &Kernel;
};

} // namespace

void kernelcast::findVectorLoads(KernelModel &Kernel) {
  if (none_of(Kernel.Accesses,
              [](const MemoryAccess &Access) { return Access.PieceBytes; }))
    return;
  Widening Search(Kernel);
  for (const BasicBlock &Block : Kernel.Blocks)
    Search.run(Block);
}
