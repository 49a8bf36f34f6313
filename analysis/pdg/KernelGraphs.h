//===- KernelGraphs.h - The graphs of one kernel, each made once *- C++ -*-===//
//
// Dominators, flow regions and the program dependence graph follow from the
// kernel alone. Each is made when it is first asked for and is then the same
// for every launch, GPU, cost model and thread.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_KERNELGRAPHS_H
#define KERNELCAST_ANALYSIS_PDG_KERNELGRAPHS_H

#include "analysis/pdg/FlowGraph.h"
#include "analysis/pdg/FlowRegions.h"
#include "analysis/pdg/ProgramDependenceGraph.h"
#include "analysis/support/Lazy.h"

namespace kernelcast {

class KernelGraphs {
public:
  /// \p Kernel is finished: it outlives the graphs and no longer changes.
  explicit KernelGraphs(const KernelModel &Kernel) : Kernel(Kernel) {}
  KernelGraphs(const KernelGraphs &) = delete;

  const KernelModel &kernel() const { return Kernel; }
  const Dominance &dominators() const;
  /// Region 0 is outside all loops, region 1 + L is one iteration of loop L.
  llvm::ArrayRef<FlowRegion> regions() const;
  const ProgramDependenceGraph &dependences() const;

private:
  const KernelModel &Kernel;
  Lazy<Dominance> Dominators;
  Lazy<std::vector<FlowRegion>> Regions;
  Lazy<ProgramDependenceGraph> Dependences;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_KERNELGRAPHS_H
