//===- ProgramDependenceGraph.h - Regions, predicates, dependences --------===//
//
// Ferrante, Ottenstein and Warren's program dependence graph of a kernel
// (TOPLAS 1987). Blocks with the same control dependences form one region; a
// region hangs under the predicate edges that its blocks depend on.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_PROGRAMDEPENDENCEGRAPH_H
#define KERNELCAST_ANALYSIS_PDG_PROGRAMDEPENDENCEGRAPH_H

#include "analysis/pdg/FlowGraph.h"

namespace kernelcast {

/// One outcome of a predicate: the block that branches and the successor's
/// number (0: condition true). Block None is the entry of the kernel.
struct ControlDependence {
  BlockId Block = None;
  unsigned Outcome = 0;
  friend bool operator==(const ControlDependence &A,
                         const ControlDependence &B) {
    return A.Block == B.Block && A.Outcome == B.Outcome;
  }
  friend bool operator<(const ControlDependence &A,
                        const ControlDependence &B) {
    return std::pair(A.Block, A.Outcome) < std::pair(B.Block, B.Outcome);
  }
};

struct Region {
  unsigned Id = 0;
  std::vector<ControlDependence> DependsOn; ///< sorted, never empty
  std::vector<BlockId> Blocks;              ///< ascending
  /// The region of the predicate under which it is emitted once: that of the
  /// innermost loop-free dependence. None for the root.
  unsigned Parent = None;
};

/// A flow dependence between instructions, by (block, index in
/// BasicBlock::Instructions).
struct DataDependence {
  BlockId FromBlock = 0, ToBlock = 0;
  unsigned From = 0, To = 0;
  LoopId Carried = None; ///< loop whose next iteration uses it, or None
};

struct ProgramDependenceGraph {
  std::vector<std::vector<ControlDependence>> ControlDependences; ///< by block
  std::vector<Region> Regions;    ///< [0] depends on the entry alone
  std::vector<unsigned> RegionOf; ///< by block
  std::vector<DataDependence> Data;

  /// The blocks whose conditions decide whether and how often \p Block runs,
  /// themselves or by deciding about one that does; ascending. The predicate of
  /// a loop decides about itself. None in conservative mode.
  std::vector<BlockId> decidingBranches(BlockId Block) const;
};

/// Control dependences and regions; data dependences if the instructions have
/// been placed. An irreducible kernel gets one region (conservative mode).
/// \p Dom is the kernel's. KernelGraphs keeps the graph for all who need it.
ProgramDependenceGraph programDependenceGraph(const KernelModel &Kernel,
                                              const Dominance &Dom);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_PROGRAMDEPENDENCEGRAPH_H
