//===- Graphs.h - Hand-made flow graphs for the tests -----------*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_GRAPH_GRAPHS_H
#define KERNELCAST_TEST_UNIT_GRAPH_GRAPHS_H

#include "analysis/pdg/FlowGraph.h"
#include <random>

namespace kernelcast {

/// A kernel of \p Count empty blocks with the given edges; a block's first
/// edge is its outcome 0.
inline KernelModel
graph(unsigned Count,
      std::initializer_list<std::pair<BlockId, BlockId>> Edges) {
  KernelModel Kernel;
  Kernel.Blocks.resize(Count);
  for (BlockId I = 0; I != Count; ++I)
    Kernel.Blocks[I].Id = I;
  for (auto [From, To] : Edges) {
    Kernel.Blocks[From].Successors.push_back(To);
    Kernel.Blocks[To].Predecessors.push_back(From);
  }
  return Kernel;
}

/// Up to ten blocks with up to two successors; some edges lead back.
inline KernelModel randomGraph(std::mt19937 &Random) {
  unsigned Count = 2 + Random() % 9;
  KernelModel Kernel;
  Kernel.Blocks.resize(Count);
  for (BlockId B = 0; B != Count; ++B) {
    Kernel.Blocks[B].Id = B;
    unsigned Successors = B + 1 == Count ? 0 : 1 + Random() % 2;
    for (unsigned I = 0; I != Successors; ++I) {
      // The first edge mostly goes on, so that most blocks are reachable.
      BlockId To = I == 0 && Random() % 4 ? B + 1 : 1 + Random() % (Count - 1);
      Kernel.Blocks[B].Successors.push_back(To);
      Kernel.Blocks[To].Predecessors.push_back(B);
    }
  }
  return Kernel;
}

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_GRAPH_GRAPHS_H
