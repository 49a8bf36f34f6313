//===- LoopGuards.cpp - Branches that let threads into a loop -------------===//

#include "analysis/evaluator/LoopGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;
using namespace kernelcast;

LoopGuards::LoopGuards(const KernelModel &Kernel) : Kernel(Kernel) {
  for (const LoopInfo &L : Kernel.Loops)
    if (L.Location.isValid())
      Loops[{L.Location, L.Callees}].push_back(L.Header);
}

/// Whether \p From leads to one of \p To before it leads back into the loop
/// around \p Branch.
bool LoopGuards::reaches(const BasicBlock &Branch, BlockId From,
                         const Headers &To) const {
  constexpr unsigned Furthest = 128;
  SmallSet<BlockId, 32> Seen;
  Seen.insert(Branch.Id);
  if (Branch.Loop != None)
    Seen.insert(Kernel.Loops[Branch.Loop].Header);
  SmallVector<BlockId, 32> Open{From};
  for (unsigned I = 0; I < Open.size() && I < Furthest; ++I) {
    if (is_contained(To, Open[I]))
      return true;
    for (BlockId Next : Kernel.Blocks[Open[I]].Successors)
      if (Seen.insert(Next).second)
        Open.push_back(Next);
  }
  return false;
}

std::optional<unsigned>
LoopGuards::sideIntoLoop(const BasicBlock &Block) const {
  if (Block.Successors.size() != 2 || Block.FromLoopCondition)
    return std::nullopt;
  auto Found = Loops.find({Block.ConditionLocation, Block.Callees});
  if (Found == Loops.end())
    return std::nullopt;
  const bool First = reaches(Block, Block.Successors[0], Found->second);
  if (First == reaches(Block, Block.Successors[1], Found->second))
    return std::nullopt;
  return First ? 0 : 1;
}
