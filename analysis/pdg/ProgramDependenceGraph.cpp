//===- ProgramDependenceGraph.cpp - Control dependences and regions -------===//
//
// Ferrante, Ottenstein, Warren: The Program Dependence Graph and Its Use in
// Optimization, TOPLAS 9(3), 1987, section 3.1. For every branch edge A -> B
// whose end does not post-dominate its start, B and its post-dominators up to,
// but not including, that of A depend on the outcome: they run if and only if
// the branch goes that way. An imaginary branch around the whole kernel
// (entry -> exit) makes what always runs depend on the entry.
//
// A loop's predicate depends on itself: it runs again if it held. Blocks with
// equal dependences run equally often and form a region.
//
// The walk needs no more than the post-dominator tree that LLVM builds; the
// reverse dominance frontier of the same tree gives the blocks but would lose
// which outcome they depend on.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/ProgramDependenceGraph.h"
#include "analysis/pdg/DataDependences.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

using DependenceSet = std::vector<ControlDependence>;

/// Beyond this many control dependences in all (thousands of overlapping
/// do-while loops made of gotos), the kernel is treated like an irreducible
/// one.
static constexpr size_t MaxDependences = 4'000'000;

/// The dependences of each block, sorted; empty if there are too many.
static std::vector<DependenceSet> controlDependences(const KernelModel &Kernel,
                                                     const Dominance &Dom) {
  std::vector<DependenceSet> Result(Kernel.Blocks.size());
  size_t Total = 0;
  auto Walk = [&](BlockId From, BlockId Until, ControlDependence On) {
    for (BlockId B = From; B != Until && B != None; B = Dom.Ipdom[B]) {
      // A branch with both outcomes to one place decides nothing more.
      if (Result[B].empty() || !(Result[B].back() == On))
        Result[B].push_back(On);
      if (++Total > MaxDependences)
        return false;
    }
    return true;
  };
  for (const BasicBlock &Block : Kernel.Blocks) {
    // One successor is no decision; in an endless loop it may still fail to
    // post-dominate, because the tree has to hang the loop somewhere.
    if (Block.Successors.size() < 2)
      continue;
    for (auto [Outcome, Next] : enumerate(Block.Successors))
      if (!(Next != Block.Id && Dom.postDominates(Next, Block.Id)) &&
          !Walk(Next, Dom.Ipdom[Block.Id], {Block.Id, unsigned(Outcome)}))
        return {};
  }
  if (!Walk(0, None, {None, 0}))
    return {};
  for (DependenceSet &Set : Result) {
    llvm::sort(Set);
    Set.erase(std::unique(Set.begin(), Set.end()), Set.end());
  }
  return Result;
}

/// The region of the last branch that comes before \p R: a dependence on a
/// later block, or on one of its own, is one on the previous iteration.
static unsigned parentOf(const Region &R, ArrayRef<unsigned> RegionOf) {
  BlockId Innermost = None;
  for (ControlDependence On : R.DependsOn)
    if (On.Block < R.Blocks.front() &&
        (Innermost == None || On.Block > Innermost))
      Innermost = On.Block;
  return Innermost == None ? 0 : RegionOf[Innermost];
}

std::vector<BlockId>
ProgramDependenceGraph::decidingBranches(BlockId Block) const {
  std::vector<BlockId> Found, Left = {Block};
  while (!Left.empty()) {
    const BlockId Next = Left.back();
    Left.pop_back();
    for (ControlDependence On : ControlDependences[Next]) {
      if (On.Block == None || is_contained(Found, On.Block))
        continue;
      Found.push_back(On.Block);
      Left.push_back(On.Block);
    }
  }
  llvm::sort(Found);
  return Found;
}

ProgramDependenceGraph
kernelcast::programDependenceGraph(const KernelModel &Kernel,
                                   const Dominance &Dom) {
  ProgramDependenceGraph Graph;
  DependenceSet EntryAlone = {{None, 0}};
  Graph.Regions.push_back({0, EntryAlone, {}, None});
  if (Kernel.Blocks.empty())
    return Graph;

  if (!Kernel.Irreducible)
    Graph.ControlDependences = controlDependences(Kernel, Dom);
  if (Graph.ControlDependences.empty())
    Graph.ControlDependences.assign(Kernel.Blocks.size(), EntryAlone);

  std::map<DependenceSet, unsigned> RegionBySet = {{EntryAlone, 0}};
  for (auto [Block, Set] : enumerate(Graph.ControlDependences)) {
    auto [Place, New] = RegionBySet.try_emplace(Set, Graph.Regions.size());
    if (New)
      Graph.Regions.push_back({Place->second, Set, {}, None});
    Graph.Regions[Place->second].Blocks.push_back(Block);
    Graph.RegionOf.push_back(Place->second);
  }
  for (Region &R : drop_begin(Graph.Regions))
    R.Parent = parentOf(R, Graph.RegionOf);

  Graph.Data = dataDependences(Kernel);
  return Graph;
}
