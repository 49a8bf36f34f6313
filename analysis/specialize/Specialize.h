//===- Specialize.h - A kernel evaluated for one launch ---------*- C++ -*-===//
//
//   kernel + launch + GPU -> facts      the warp evaluator, over all boxes
//                         -> registers  Registers.h
//                         -> residency  occupancy/Occupancy.h
//                         -> caches     CacheEstimate.h
//
// What is taken for granted on the way is added to the launch's ledger.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H

#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/specialize/Registers.h"
#include "analysis/specialize/SpecializationPlan.h"

namespace kernelcast {

/// What a profile rests on beside kernel, launch and GPU.
struct SpecializeOptions {
  EvaluationOptions Evaluation;
  RegisterSources Registers;
  bool StartsWarm = false; ///< WarpProfile's
};

/// The whole profile of \p Launch. Where not one block fits on an SM it has no
/// residency and no estimate of the caches, and WhyNotResident says why.
WarpProfile specialize(const SpecializationPlan &Plan,
                       const LaunchConfiguration &Launch, const GpuSpec &Gpu,
                       const SpecializeOptions &Options = {});

/// KernelAnalysis::rederived().
void rederive(const SpecializationPlan &Plan, const GpuSpec &Gpu,
              WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H
