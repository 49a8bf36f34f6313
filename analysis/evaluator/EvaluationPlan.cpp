//===- EvaluationPlan.cpp - What no launch changes ------------------------===//

#include "analysis/evaluator/EvaluationPlan.h"

using namespace llvm;
using namespace kernelcast;

EvaluationPlan::EvaluationPlan(const KernelGraphs &Graphs)
    : Kernel(Graphs.kernel()),
      Program(compileExpressions(Kernel, Graphs.dominators())),
      Regions(Graphs.regions()), Edges(Kernel.Blocks.size()),
      Leaving(Kernel.Blocks.size()), Exits(Kernel.Loops.size()) {
  const LoopGuards Guards(Kernel);
  for (const BasicBlock &B : Kernel.Blocks) {
    addEdges(B);
    LastBlocks.push_back(lastBlockOf(Kernel, B));
    SidesIntoLoop.push_back(Guards.sideIntoLoop(B));
  }
  for (const LoopInfo &L : Kernel.Loops)
    addExits(L);
}

void EvaluationPlan::addEdges(const BasicBlock &Block) {
  // A branch with both sides on one block has one or two entries in the list.
  SmallDenseMap<BlockId, unsigned, 4> Entries, Seen;
  for (BlockId From : Block.Predecessors)
    ++Entries[From];
  for (BlockId From : Block.Predecessors) {
    Edge &E = Edges[Block.Id].emplace_back();
    E.Back = isHeader(Block) &&
             contains(Kernel, Block.Loop, Kernel.Blocks[From].Loop);
    unsigned Earlier = Seen[From]++, Found = 0;
    ArrayRef<BlockId> Successors = Kernel.Blocks[From].Successors;
    for (unsigned I = 0; I != Successors.size() && I < 2; ++I)
      if (Successors[I] == Block.Id)
        if (Found++ == Earlier || Entries[From] == 1)
          E.Outcomes |= 1u << I;
  }
  if (Block.Loop == None)
    return;
  for (unsigned I = 0; I != Block.Successors.size() && I < 2; ++I) {
    const BasicBlock &To = Kernel.Blocks[Block.Successors[I]];
    if (To.OnWayOut || !contains(Kernel, Block.Loop, To.Loop))
      Leaving[Block.Id] |= 1u << I;
  }
}

void EvaluationPlan::addExits(const LoopInfo &Loop) {
  for (auto [From, To] : Loop.Exits) {
    Exit &E = Exits[Loop.Id].emplace_back();
    E.From = From;
    ArrayRef<BlockId> Successors = Kernel.Blocks[From].Successors;
    for (unsigned I = 0; I != Successors.size() && I < 2; ++I)
      if (Successors[I] == To)
        E.Sides |= 1u << I;
  }
}
