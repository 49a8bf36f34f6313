//===- ExecutionPath.cpp - What decides how often a block runs ------------===//

#include "analysis/formulas/ExecutionPath.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;

static unsigned regionOf(LoopId L) { return L == None ? 0 : 1 + L; }

ExecutionPaths::ExecutionPaths(const KernelModel &Kernel)
    : Kernel(Kernel), Regions(flowRegions(Kernel)),
      ItemOfBlock(Kernel.Blocks.size()), ItemOfLoop(Kernel.Loops.size()),
      Steps(Regions.size()) {
  for (const FlowRegion &Region : Regions)
    for (auto [I, Item] : llvm::enumerate(Region.Items))
      (Item.IsLoop ? ItemOfLoop : ItemOfBlock)[Item.Id] = I;
  for (unsigned R = 0; R != Regions.size(); ++R)
    resolve(R ? R - 1 : None);
}

/// An item reunites with an earlier one, so that one pass resolves them all.
void ExecutionPaths::resolve(LoopId L) {
  llvm::ArrayRef<FlowItem> Items = Regions[regionOf(L)].Items;
  std::vector<Step> &Result = Steps[regionOf(L)];
  for (unsigned I = 0; I != Items.size(); ++I) {
    const FlowItem &Item = Items[I];
    BlockId Entry = Item.IsLoop ? Kernel.Loops[Item.Id].Header : Item.Id;
    Step S;
    if (I == 0) {
      S.Place = 0;
    } else if (Item.Reunites != None) {
      S = Result[Item.Reunites];
      S.OnWayOut |= Kernel.Blocks[Entry].OnWayOut;
    } else {
      S = {I, branchTo(Entry, L), Kernel.Blocks[Entry].OnWayOut};
    }
    Result.push_back(S);
  }
}

/// The block of loop \p L's own region that has \p Entry behind one of its two
/// sides, and is the only way there within an iteration; else None.
BlockId ExecutionPaths::branchTo(BlockId Entry, LoopId L) const {
  BlockId From = None;
  for (BlockId P : Kernel.Blocks[Entry].Predecessors) {
    if (P >= Entry) // from the iteration before
      continue;
    if (From != None)
      return None;
    From = P;
  }
  if (From == None)
    return None;
  const BasicBlock &B = Kernel.Blocks[From];
  bool Branches = B.Condition && B.Successors.size() == 2 &&
                  B.Successors[0] != B.Successors[1];
  return Branches && B.Loop == L ? From : None;
}

/// From \p Item to the first block of the region of loop \p L.
bool ExecutionPaths::climb(unsigned Item, LoopId L, ExecutionPath &Path) const {
  llvm::ArrayRef<FlowItem> Items = Regions[regionOf(L)].Items;
  llvm::ArrayRef<Step> Up = Steps[regionOf(L)];
  const LoopInfo *Loop = L == None ? nullptr : &Kernel.Loops[L];
  if (Loop && (!Loop->TripCount || !Loop->SingleExit))
    return false;
  unsigned ExitsPassed = 0;
  for (;;) {
    if (Up[Item].OnWayOut)
      return false;
    Item = Up[Item].Place;
    if (Item == 0)
      break;
    BlockId Branch = Up[Item].Branch;
    if (Branch == None)
      return false;
    const BasicBlock &B = Kernel.Blocks[Branch];
    const FlowItem &Behind = Items[Item];
    BlockId Entry = Behind.IsLoop ? Kernel.Loops[Behind.Id].Header : Behind.Id;
    if (Loop && llvm::any_of(Loop->Exits,
                             [&](auto Exit) { return Exit.first == B.Id; }))
      ++ExitsPassed;
    else
      Path.Guards.push_back({B.Condition, B.Successors[0] == Entry});
    Item = ItemOfBlock[Branch];
  }
  if (!Loop || ExitsPassed == (Loop->TestAtEnd ? 0 : Loop->Exits.size()))
    return true;
  // In front of a test the block also runs in the iteration that ends there.
  Path.TestsAgain = !Loop->TestAtEnd && ExitsPassed == 0 && Path.Loops.empty();
  return Path.TestsAgain;
}

const ExecutionPath *ExecutionPaths::to(BlockId Block) {
  LoopId L = Kernel.Blocks[Block].Loop;
  const Step &First = Steps[regionOf(L)][ItemOfBlock[Block]];
  if (First.OnWayOut)
    return nullptr;
  auto [At, New] = Known.try_emplace({L, First.Place});
  if (!New)
    return At->second.get();
  auto Path = std::make_unique<ExecutionPath>();
  unsigned Item = First.Place;
  while (climb(Item, L, *Path)) {
    if (L == None)
      return (At->second = std::move(Path)).get();
    Path->Loops.push_back(L);
    Item = ItemOfLoop[L];
    L = Kernel.Loops[L].Parent;
  }
  return nullptr;
}
