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

std::vector<FlowRegion> kernelcast::flowRegions(const KernelModel &Kernel) {
  std::vector<FlowRegion> Regions(1 + Kernel.Loops.size());
  // Items by region; a loop is an item of its parent's region at its header.
  std::vector<unsigned> ItemOfBlock(Kernel.Blocks.size()),
      ItemOfLoop(Kernel.Loops.size());
  auto Region = [](LoopId L) { return L == None ? 0 : 1 + L; };
  for (const BasicBlock &B : Kernel.Blocks) {
    if (B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id) {
      auto &Outer = Regions[Region(Kernel.Loops[B.Loop].Parent)].Items;
      ItemOfLoop[B.Loop] = Outer.size();
      Outer.push_back({true, B.Loop, None});
    }
    auto &Own = Regions[Region(B.Loop)].Items;
    ItemOfBlock[B.Id] = Own.size();
    Own.push_back({false, B.Id, None});
  }
  // The item of region L that block B belongs to, or None.
  auto ItemIn = [&](LoopId L, BlockId B) {
    if (Kernel.Blocks[B].Loop == L)
      return ItemOfBlock[B];
    for (LoopId Inner = Kernel.Blocks[B].Loop; Inner != None;
         Inner = Kernel.Loops[Inner].Parent)
      if (Kernel.Loops[Inner].Parent == L)
        return ItemOfLoop[Inner];
    return None;
  };

  for (unsigned R = 0; R != Regions.size(); ++R) {
    LoopId L = R == 0 ? None : R - 1;
    std::vector<FlowItem> &Items = Regions[R].Items;
    unsigned End = Items.size();
    std::vector<SmallVector<unsigned, 4>> Successors(End), Predecessors(End);
    auto Connect = [&](unsigned From, BlockId To) {
      unsigned Item = ItemIn(L, To);
      if (Item == None || Item <= From) // leaves, or next iteration
        Item = End;
      Successors[From].push_back(Item);
      if (Item != End)
        Predecessors[Item].push_back(From);
    };
    for (unsigned I = 0; I != End; ++I) {
      if (Items[I].IsLoop) {
        for (auto [From, To] : Kernel.Loops[Items[I].Id].Exits)
          Connect(I, To);
      } else {
        for (BlockId To : Kernel.Blocks[Items[I].Id].Successors)
          Connect(I, To);
      }
      if (Successors[I].empty())
        Successors[I].push_back(End);
    }
    std::vector<unsigned> Idom(End, None), Ipdom(End + 1, None);
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
    for (unsigned I = 1; I < End; ++I) {
      unsigned D = Idom[I];
      if (D == None)
        continue;
      unsigned P = Ipdom[D];
      while (P < I)
        P = Ipdom[P];
      if (P == I)
        Items[I].Reunites = D;
    }
  }
  return Regions;
}
