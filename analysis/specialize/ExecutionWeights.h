//===- ExecutionWeights.h - Equation (12) for a launch's branches ---------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_EXECUTIONWEIGHTS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_EXECUTIONWEIGHTS_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Fills BranchFacts::WeightEq12 and WeightCorrected of the branches whose
/// condition is structural once the launch's values are put in. The blocks
/// must be one-dimensional. Adds nodes to the kernel's expression pool.
void addExecutionWeights(const KernelModel &Kernel, WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_EXECUTIONWEIGHTS_H
