//===- ExecutionPath.cpp - What decides how often a block runs ------------===//

#include "analysis/formulas/ExecutionPath.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

namespace {

class Climb {
public:
  Climb(const KernelModel &Kernel, llvm::ArrayRef<FlowRegion> Regions)
      : Kernel(Kernel), Regions(Regions) {}

  std::optional<ExecutionPath> from(BlockId Block) {
    LoopId L = Kernel.Blocks[Block].Loop;
    FlowItem At = *item(false, Block, region(L));
    while (toBeginning(At, L)) {
      if (L == None)
        return std::move(Path);
      Path.Loops.push_back(L);
      LoopId Inner = L;
      L = Kernel.Loops[L].Parent;
      At = *item(true, Inner, region(L));
    }
    return std::nullopt;
  }

private:
  const KernelModel &Kernel;
  llvm::ArrayRef<FlowRegion> Regions;
  ExecutionPath Path;

  const FlowRegion &region(LoopId L) const {
    return Regions[L == None ? 0 : 1 + L];
  }

  static const FlowItem *item(bool IsLoop, unsigned Id,
                              const FlowRegion &Region) {
    for (const FlowItem &Item : Region.Items)
      if (Item.IsLoop == IsLoop && Item.Id == Id)
        return &Item;
    return nullptr;
  }

  /// The block in \p Region that has \p Entry behind one of its two sides, and
  /// is the only way there within an iteration; else null.
  const FlowItem *branchTo(BlockId Entry, const FlowRegion &Region) const {
    BlockId From = None;
    for (BlockId P : Kernel.Blocks[Entry].Predecessors) {
      if (P >= Entry) // from the iteration before
        continue;
      if (From != None)
        return nullptr;
      From = P;
    }
    if (From == None)
      return nullptr;
    const BasicBlock &B = Kernel.Blocks[From];
    bool Branches = B.Condition && B.Successors.size() == 2 &&
                    B.Successors[0] != B.Successors[1];
    return Branches ? item(false, From, Region) : nullptr;
  }

  /// From \p At to the first block of the region of loop \p L.
  bool toBeginning(FlowItem At, LoopId L) {
    const FlowRegion &Region = region(L);
    const LoopInfo *Loop = L == None ? nullptr : &Kernel.Loops[L];
    if (Loop && (!Loop->TripCount || !Loop->SingleExit))
      return false;
    unsigned ExitsPassed = 0;
    while (&Region.Items.front() != item(At.IsLoop, At.Id, Region)) {
      BlockId Entry = At.IsLoop ? Kernel.Loops[At.Id].Header : At.Id;
      if (Kernel.Blocks[Entry].OnWayOut)
        return false;
      if (At.Reunites != None) {
        At = Region.Items[At.Reunites];
        continue;
      }
      const FlowItem *Branch = branchTo(Entry, Region);
      if (!Branch)
        return false;
      const BasicBlock &B = Kernel.Blocks[Branch->Id];
      if (Loop && llvm::any_of(Loop->Exits,
                               [&](auto Exit) { return Exit.first == B.Id; }))
        ++ExitsPassed;
      else
        Path.Guards.push_back({B.Condition, B.Successors[0] == Entry});
      At = *Branch;
    }
    if (!Loop || ExitsPassed == (Loop->TestAtEnd ? 0 : Loop->Exits.size()))
      return true;
    // In front of a test the block also runs in the iteration that ends there.
    Path.TestsAgain =
        !Loop->TestAtEnd && ExitsPassed == 0 && Path.Loops.empty();
    return Path.TestsAgain;
  }
};

} // namespace

std::optional<ExecutionPath>
kernelcast::executionPath(BlockId Block, const KernelModel &Kernel,
                          llvm::ArrayRef<FlowRegion> Regions) {
  return Climb(Kernel, Regions).from(Block);
}
