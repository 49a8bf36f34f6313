//===- KernelAnalysis.h - One file and one kernel ---------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_KERNELANALYSIS_H
#define KERNELCAST_TOOL_KERNELANALYSIS_H

#include "analysis/frontend/Frontend.h"
#include "tool/Pipeline.h"

namespace kernelcast {

/// Names of all kernels that were seen, wanted or not, for "did you mean".
struct FileResult {
  FileReport Report;
  std::vector<std::string> KernelNames;
};

/// Everything about \p File: its compile jobs, its kernels, their launches.
FileResult analyseFile(const std::string &File, const PipelineSetup &Setup);

/// Decides the registers of \p Profile's launch, and how many of its blocks an
/// SM holds.
llvm::Expected<OccupancyResult> decideResidency(WarpProfile &Profile,
                                                const GpuSpec &Gpu,
                                                const PipelineSetup &Setup,
                                                unsigned MaxRegisters);

/// One launch of \p Model on one GPU, with the predictions of all models.
LaunchReport analyseLaunch(const std::shared_ptr<const KernelModel> &Model,
                           const LaunchConfiguration &Launch,
                           const std::shared_ptr<const GpuSpec> &Gpu,
                           const PipelineSetup &Setup, unsigned MaxRegisters);

/// The launches of \p Model on every GPU, with predictions. Adds to the
/// diagnostics of \p File what the user did wrong.
void analyseLaunches(std::shared_ptr<const KernelModel> Model,
                     const PipelineSetup &Setup, unsigned MaxRegisters,
                     KernelReport &Kernel, FileReport &File);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_KERNELANALYSIS_H
