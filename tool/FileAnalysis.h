//===- FileAnalysis.h - One file of the command line ------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_FILEANALYSIS_H
#define KERNELCAST_TOOL_FILEANALYSIS_H

#include "tool/Pipeline.h"

namespace kernelcast {

/// Names of all kernels that were seen, wanted or not, for "did you mean".
struct FileResult {
  FileReport Report;
  std::vector<std::string> KernelNames;
};

/// Everything about \p File: its compile jobs, its kernels, their launches.
FileResult analyseFile(const std::string &File, const PipelineSetup &Setup);

/// One launch of \p Kernel on one GPU, with the predictions of all models.
LaunchReport analyseLaunch(const std::shared_ptr<const KernelAnalysis> &Kernel,
                           const LaunchConfiguration &Launch,
                           const std::shared_ptr<const GpuSpec> &Gpu,
                           const PipelineSetup &Setup);

/// The launches of \p Kernel.Analysis on every GPU, with predictions. Adds to
/// the diagnostics of \p File what the user did wrong.
void analyseLaunches(const PipelineSetup &Setup, KernelReport &Kernel,
                     FileReport &File);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FILEANALYSIS_H
