//===- Graphs.h - Hand-made flow graphs for the tests -----------*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_GRAPH_GRAPHS_H
#define KERNELCAST_TEST_UNIT_GRAPH_GRAPHS_H

#include "analysis/pdg/graph/FlowGraph.h"

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

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_GRAPH_GRAPHS_H
