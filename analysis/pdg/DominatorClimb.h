//===- DominatorClimb.h - Lowest common dominators --------------*- C++ -*-===//
//
// Each block has, beside its immediate dominator, a jump pointer to one further
// up, placed so that any ancestor is reached in O(log depth) steps (Myers: An
// Applicative Random-Access Stack, 1983). Chains of a hundred thousand blocks
// are then no slower than short ones.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_DOMINATORCLIMB_H
#define KERNELCAST_ANALYSIS_PDG_DOMINATORCLIMB_H

#include "analysis/pdg/FlowGraph.h"

namespace kernelcast {

class DominatorClimb {
public:
  /// Blocks must be in reverse post order.
  explicit DominatorClimb(const KernelModel &Kernel)
      : Idom(dominance(Kernel).Idom), Jump(Idom.size()), Level(Idom.size()) {
    for (BlockId B = 0; B != Idom.size(); ++B) {
      BlockId P = Idom[B];
      if (P == None) {
        Jump[B] = B;
        continue;
      }
      Level[B] = Level[P] + 1;
      bool Equal =
          Level[P] - Level[Jump[P]] == Level[Jump[P]] - Level[Jump[Jump[P]]];
      Jump[B] = Equal ? Jump[Jump[P]] : P;
    }
  }

  /// The immediate dominator, None for the entry.
  BlockId parent(BlockId Block) const { return Idom[Block]; }

  /// The lowest block that dominates both; the other one if one is None.
  BlockId common(BlockId A, BlockId B) const {
    if (A == None || B == None)
      return A == None ? B : A;
    if (Level[A] < Level[B])
      std::swap(A, B);
    while (Level[A] > Level[B])
      A = Level[Jump[A]] >= Level[B] ? Jump[A] : Idom[A];
    while (A != B) {
      if (Idom[A] == None || Idom[B] == None)
        return 0; // not both reachable
      bool Leap = Jump[A] != Jump[B];
      A = Leap ? Jump[A] : Idom[A];
      B = Leap ? Jump[B] : Idom[B];
    }
    return A;
  }

private:
  std::vector<BlockId> Idom, Jump;
  std::vector<unsigned> Level;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_DOMINATORCLIMB_H
