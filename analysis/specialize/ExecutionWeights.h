//===- ExecutionWeights.h - Equation (12) for a launch's branches ---------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_EXECUTIONWEIGHTS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_EXECUTIONWEIGHTS_H

#include "analysis/specialize/SpecializationPlan.h"

namespace kernelcast {

/// Fills BranchFacts::WeightEq12 and WeightCorrected of the branches whose
/// condition is structural once the launch's values are put in. The blocks
/// must be one-dimensional.
void addExecutionWeights(const SpecializationPlan &Plan, WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_EXECUTIONWEIGHTS_H
