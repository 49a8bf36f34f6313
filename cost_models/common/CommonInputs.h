//===- CommonInputs.h - What all models start from --------------*- C++ -*-===//
//
// Inputs that no model lists because every one has them: the launch, its
// arguments, and the numbers of the GPU file behind occupancy and the estimate
// of the caches. And those that several models list: the lanes on which a
// warp's instructions run, and their latencies.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_COMMONINPUTS_H
#define KERNELCAST_COST_MODELS_COMMON_COMMONINPUTS_H

#include "cost_models/common/Equations.h"

namespace kernelcast {

std::vector<Quantity> commonInputs(const WarpProfile &Profile,
                                   const GpuSpec &Gpu);

/// The lanes of the units on which the warp's instructions run.
template <typename Number>
void listLanes(Equations<Number> &Eq, const WarpProfile &Profile);

/// Latencies of the warp's instructions in an in-order issue.
template <typename Number>
void listLatencies(Equations<Number> &Eq, const WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_COMMONINPUTS_H
