//===- SpillReuses.cpp - When spilled registers come back -----------------===//

#include "analysis/lowering/SpillReuses.h"
#include "analysis/support/ReuseDistances.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace llvm;

namespace kernelcast {

namespace {

/// The order in which blocks are walked.
class Walk {
public:
  explicit Walk(ArrayRef<SpillingBlock> Blocks) : LoopEnd(Blocks.size()) {
    for (auto [I, Block] : enumerate(Blocks))
      for (unsigned Next : Block.Successors)
        if (Next <= I)
          LoopEnd[Next] = I + 1;
    stretch(0, Blocks.size(), 0);
  }
  ArrayRef<size_t> order() const { return Order; }

private:
  /// Loops in loops that are walked twice each: the walk is eight times as long
  /// as the code at most.
  static constexpr unsigned MostDepth = 3;

  /// Walks the blocks from \p First up to \p End, which are a loop's if \p
  /// Depth is not 0.
  void stretch(size_t First, size_t End, unsigned Depth) {
    for (size_t I = First; I < End;) {
      const size_t Behind = std::min(LoopEnd[I], End);
      const bool IsThisLoop = Depth > 0 && I == First;
      if (Behind <= I || IsThisLoop || Depth == MostDepth) {
        Order.push_back(I++);
        continue;
      }
      stretch(I, Behind, Depth + 1);
      stretch(I, Behind, Depth + 1);
      I = Behind;
    }
  }

  std::vector<size_t> LoopEnd; ///< behind the loop that begins there, or 0
  std::vector<size_t> Order;
};

} // namespace

/// Sums up what has the same distance, in ascending order.
static void sumUp(std::vector<SpillReuse> &Reuses) {
  sort(Reuses, [](const SpillReuse &A, const SpillReuse &B) {
    return A.Distance < B.Distance;
  });
  size_t Count = 0;
  for (const SpillReuse &Each : Reuses)
    if (Count > 0 && Reuses[Count - 1].Distance == Each.Distance)
      Reuses[Count - 1].Moved += Each.Moved;
    else
      Reuses[Count++] = Each;
  Reuses.resize(Count);
}

std::vector<std::vector<SpillReuse>>
spillReuses(ArrayRef<SpillingBlock> Blocks) {
  const Walk Walked(Blocks);
  size_t Places = 0, Touches = 0;
  for (const SpillingBlock &Block : Blocks)
    for (const SpillTouch &Touch : Block.Touches)
      Places = std::max<size_t>(Places, Touch.Place + 1);
  for (size_t I : Walked.order())
    Touches += Blocks[I].Touches.size();
  ReuseDistances Distances(Places, Touches);
  std::vector<std::vector<std::optional<uint64_t>>> Last(Blocks.size());
  for (size_t I : Walked.order()) {
    Last[I].clear();
    for (const SpillTouch &Touch : Blocks[I].Touches)
      Last[I].push_back(Distances.touch(Touch.Place, Touch.Bytes));
  }
  std::vector<std::vector<SpillReuse>> Result(Blocks.size());
  for (auto [Block, Found, Into] : zip(Blocks, Last, Result)) {
    for (auto [Touch, Distance] : zip(Block.Touches, Found))
      Into.push_back(
          {static_cast<unsigned>(Distance.value_or(Distances.touched())),
           {Touch.Stores ? Touch.Bytes : 0, Touch.Stores ? 0 : Touch.Bytes}});
    sumUp(Into);
  }
  return Result;
}

void addReuses(std::vector<SpillReuse> &Sum, ArrayRef<SpillReuse> More) {
  append_range(Sum, More);
  sumUp(Sum);
}

} // namespace kernelcast
