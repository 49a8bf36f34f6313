//===- Specialize.h - A kernel model evaluated for one launch ---*- C++ -*-===//
//
// From KernelModel + launch + GPU to WarpProfile.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H

#include "analysis/WarpProfile.h"
#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

/// The facts of the whole launch. Residency and registers are not filled in
/// (see residency()).
WarpProfile specialize(const KernelModel &Kernel,
                       const LaunchConfiguration &Launch, const GpuSpec &Gpu,
                       const EvaluationOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_SPECIALIZE_H
