//===- DataDependences.h - Which instruction uses which result ------------===//
#ifndef KERNELCAST_ANALYSIS_PDG_DATADEPENDENCES_H
#define KERNELCAST_ANALYSIS_PDG_DATADEPENDENCES_H

#include "analysis/pdg/ProgramDependenceGraph.h"

namespace kernelcast {

/// Flow dependences through values between the placed instructions, also
/// through phis into the next iteration; sorted by user, then by definition.
/// Dependences through memory are not part of it. Empty if no instruction has
/// been placed; incomplete for kernels beyond the limit of
/// InstructionUses::visit().
std::vector<DataDependence> dataDependences(const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_DATADEPENDENCES_H
