//===- FlowRegions.cpp - Dominators of each level of a loop nest ----------===//
//
// In a graph without cycles, numbered topologically, one pass finds all
// immediate dominators: the intersection of the predecessors' dominator chains
// (Cooper, Harvey and Kennedy 2001). The same backwards for post-dominators,
// with one virtual end for leaving the region and for the next iteration.
//===----------------------------------------------------------------------===//

#include "analysis/pdg/FlowRegions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The items of one region and the edges between them. Number End stands for
/// leaving the region and for the next iteration.
struct RegionGraph {
  explicit RegionGraph(unsigned End)
      : End(End), Successors(End), Predecessors(End) {}
  void connect(unsigned From, unsigned To) {
    Successors[From].push_back(To);
    if (To != End)
      Predecessors[To].push_back(From);
  }
  std::vector<unsigned> dominators() const;
  std::vector<unsigned> postDominators() const;

  unsigned End;
  std::vector<SmallVector<unsigned, 4>> Successors, Predecessors;
};

/// Where every block and loop stands in its region.
class ItemTable {
public:
  ItemTable(const KernelModel &Kernel, std::vector<FlowRegion> &Regions);
  /// The item of \p Loop's region that \p Block belongs to, or None.
  unsigned itemIn(LoopId Loop, BlockId Block) const;

private:
  const KernelModel &Kernel;
  std::vector<unsigned> OfBlock, OfLoop;
};

} // namespace

/// Immediate dominators; None for the entry.
std::vector<unsigned> RegionGraph::dominators() const {
  std::vector<unsigned> Idom(End, None);
  for (unsigned I = 1; I < End; ++I) {
    unsigned D = None;
    for (unsigned P : Predecessors[I]) {
      unsigned Q = P;
      if (D == None)
        D = P;
      while (D != Q && D != None && Q != None) {
        while (D != None && D > Q)
          D = Idom[D];
        while (Q != None && D != None && Q > D)
          Q = Idom[Q];
      }
    }
    Idom[I] = D;
  }
  return Idom;
}

/// Immediate post-dominators, End among them.
std::vector<unsigned> RegionGraph::postDominators() const {
  std::vector<unsigned> Ipdom(End + 1, None);
  for (unsigned I = End; I-- > 0;) {
    unsigned D = None;
    for (unsigned S : Successors[I]) {
      unsigned Q = S;
      if (D == None)
        D = S;
      while (D != Q) {
        while (D < Q)
          D = Ipdom[D];
        while (Q < D)
          Q = Ipdom[Q];
      }
    }
    Ipdom[I] = D;
  }
  return Ipdom;
}

/// Fills in the items too: a loop is one of its parent's region, at its header.
ItemTable::ItemTable(const KernelModel &Kernel,
                     std::vector<FlowRegion> &Regions)
    : Kernel(Kernel), OfBlock(Kernel.Blocks.size()),
      OfLoop(Kernel.Loops.size()) {
  auto ItemsOf = [&](LoopId L) -> std::vector<FlowItem> & {
    return Regions[L == None ? 0 : 1 + L].Items;
  };
  for (const BasicBlock &B : Kernel.Blocks) {
    if (B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id) {
      std::vector<FlowItem> &Outer = ItemsOf(Kernel.Loops[B.Loop].Parent);
      OfLoop[B.Loop] = Outer.size();
      Outer.push_back({true, B.Loop, None});
    }
    std::vector<FlowItem> &Own = ItemsOf(B.Loop);
    OfBlock[B.Id] = Own.size();
    Own.push_back({false, B.Id, None});
  }
}

unsigned ItemTable::itemIn(LoopId Loop, BlockId Block) const {
  if (Kernel.Blocks[Block].Loop == Loop)
    return OfBlock[Block];
  for (LoopId Inner = Kernel.Blocks[Block].Loop; Inner != None;
       Inner = Kernel.Loops[Inner].Parent)
    if (Kernel.Loops[Inner].Parent == Loop)
      return OfLoop[Inner];
  return None;
}

static RegionGraph regionGraph(const KernelModel &Kernel,
                               const ItemTable &Table, LoopId Loop,
                               ArrayRef<FlowItem> Items) {
  RegionGraph Graph(Items.size());
  auto Connect = [&](unsigned From, BlockId To) {
    unsigned Item = Table.itemIn(Loop, To);
    bool Stays = Item != None && Item > From;
    Graph.connect(From, Stays ? Item : Graph.End);
  };
  for (auto [I, Item] : enumerate(Items)) {
    if (Item.IsLoop) {
      for (auto [From, To] : Kernel.Loops[Item.Id].Exits)
        Connect(I, To);
    } else {
      for (BlockId To : Kernel.Blocks[Item.Id].Successors)
        Connect(I, To);
    }
    if (Graph.Successors[I].empty())
      Graph.connect(I, Graph.End);
  }
  return Graph;
}

/// Longer stretches are not looked at: each of their items is, once for every
/// stretch around it.
static constexpr unsigned MaxStretch = 1000;

/// Whether the items between \p First and \p End are entered by way of \p First
/// alone, and left to \p End alone.
static bool isClosed(const RegionGraph &Graph, unsigned First, unsigned End) {
  auto Inside = [&](unsigned I) { return First <= I && I < End; };
  if (End - First > MaxStretch)
    return false;
  for (unsigned I = First; I != End; ++I) {
    if (I != First && !all_of(Graph.Predecessors[I], Inside))
      return false;
    if (any_of(Graph.Successors[I], [&](unsigned S) { return S > End; }))
      return false;
  }
  return true;
}

/// Finds the stretches of \p Items, whose immediate post-dominators are
/// \p Ipdom.
static void findStretches(const RegionGraph &Graph, ArrayRef<unsigned> Ipdom,
                          std::vector<FlowItem> &Items) {
  SmallVector<unsigned, 8> Open;
  for (unsigned I = 0; I != Graph.End; ++I) {
    while (!Open.empty() && Items[Open.back()].StretchEnd <= I)
      Open.pop_back();
    FlowItem &Item = Items[I];
    Item.Around = Open.empty() ? None : Open.back();
    unsigned P = Ipdom[I];
    if (!Item.IsLoop && Graph.Successors[I].size() == 1)
      Item.StretchEnd = I + 1;
    else if (P < Graph.End && Items[P].Reunites == I && isClosed(Graph, I, P))
      Item.StretchEnd = P;
    if (Item.StretchEnd != None)
      Open.push_back(I);
  }
}

std::vector<FlowRegion> kernelcast::flowRegions(const KernelModel &Kernel) {
  std::vector<FlowRegion> Regions(1 + Kernel.Loops.size());
  ItemTable Table(Kernel, Regions);
  for (auto [R, Region] : enumerate(Regions)) {
    RegionGraph Graph =
        regionGraph(Kernel, Table, R == 0 ? None : R - 1, Region.Items);
    std::vector<unsigned> Idom = Graph.dominators();
    std::vector<unsigned> Ipdom = Graph.postDominators();
    for (unsigned I = 1; I < Graph.End; ++I) {
      unsigned D = Idom[I];
      if (D == None)
        continue;
      unsigned P = Ipdom[D];
      while (P < I)
        P = Ipdom[P];
      if (P == I)
        Region.Items[I].Reunites = D;
    }
    findStretches(Graph, Ipdom, Region.Items);
  }
  return Regions;
}
