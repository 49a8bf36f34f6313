//===- RegionParallelism.h - Instruction-level parallelism of a region ----===//
//
// ILP_local = n / longest chain, n the instructions of a region itself (not of
// the regions below it), the chain that of definitions and uses among them
// (Baghsorkhi et al., PPoPP 2010, section 4.2; models.md 4.5). An instruction
// that stands for several counts as that many, one after the other. Results of
// a previous iteration are there already and start no chain.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_REGIONPARALLELISM_H
#define KERNELCAST_ANALYSIS_PDG_REGIONPARALLELISM_H

#include "analysis/pdg/ProgramDependenceGraph.h"

namespace kernelcast {

/// Of the instructions of one block; 1 if it has none.
double localIlp(const KernelModel &Kernel, BlockId Block);

/// Of region number \p Region; 1 if it has no instruction.
double localIlp(const KernelModel &Kernel, const ProgramDependenceGraph &Graph,
                unsigned Region);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_REGIONPARALLELISM_H
