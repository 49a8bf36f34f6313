//===- FlowGraph.h - Dominators and loops of a kernel's flow graph --------===//
//
// LLVM's generic dominator tree construction over KernelModel::Blocks (the
// same templates that Clang's CFG uses; the model's graph is the CFG after
// inlining, which Clang's per-function trees cannot span).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_FLOWGRAPH_H
#define KERNELCAST_ANALYSIS_PDG_FLOWGRAPH_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Renumbers Blocks in reverse post order from block 0 with the blocks of each
/// loop together, drops unreachable ones, and keeps every BlockId in the model
/// (predecessors, successors, phis, accesses) consistent. Phi operands of
/// dropped predecessors go with them; phis and accesses of dropped blocks stay
/// with Block None. Fills Loops as findLoops() does.
void orderBlocks(KernelModel &Kernel);

/// Fills Loops and BasicBlock::Loop from the natural loops (a back edge's
/// target dominates its source; loops with one header are one loop). Sets
/// Irreducible and leaves Loops empty if there is a cycle without such a
/// header. Blocks must be in reverse post order.
void findLoops(KernelModel &Kernel);

/// Makes blocks on the way out of a loop a part of it: those that stand inside
/// the loop statement in the source and are only reached from it, such as
/// { found = i; break; }. A natural loop leaves them out, but threads run them
/// in the iteration in which they leave. Renumbers the blocks; trip counts and
/// SingleExit stay as found on the natural loops.
void adoptExitBodies(KernelModel &Kernel);

/// Immediate dominators and post-dominators. The virtual exit of the
/// post-dominator tree is None.
struct Dominance {
  std::vector<BlockId> Idom;                      ///< None for the entry
  std::vector<BlockId> Ipdom;                     ///< None: the virtual exit
  bool dominates(BlockId A, BlockId B) const;     ///< reflexive
  bool postDominates(BlockId A, BlockId B) const; ///< reflexive
  std::vector<unsigned> In, Out, PostIn, PostOut; ///< tree intervals
};
Dominance dominance(const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_FLOWGRAPH_H
