//===- FileAnalysis.h - One file of the command line ------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_FILEANALYSIS_H
#define KERNELCAST_TOOL_FILEANALYSIS_H

#include "tool/Pipeline.h"

namespace kernelcast {

/// Everything about \p File: its compile jobs, its kernels, their launches.
FileResult analyseFile(const std::string &File, const PipelineSetup &Setup);

/// The result for \p File if it cannot be read for the reason \p Why.
FileResult unreadableFile(const std::string &File, llvm::Error Why);

/// The same of the \p Jobs of \p File.
FileResult analyseJobs(const std::string &File, llvm::ArrayRef<CompileJob> Jobs,
                       const PipelineSetup &Setup);

/// The form of a kernel among \p Compiled that runs on \p Gpu; null if none.
std::shared_ptr<const KernelAnalysis>
compiledFor(const GpuSpec &Gpu, llvm::ArrayRef<CompiledForm> Compiled);

/// One launch of \p Kernel on one GPU, with the predictions of all models,
/// which are asked about \p Compiled where it is not null.
LaunchReport
analyseLaunch(const std::shared_ptr<const KernelAnalysis> &Kernel,
              const LaunchConfiguration &Launch,
              const std::shared_ptr<const GpuSpec> &Gpu,
              const PipelineSetup &Setup,
              const std::shared_ptr<const KernelAnalysis> &Compiled = nullptr);

/// The launches of \p Kernel.Analysis on every GPU, with predictions. Adds to
/// the diagnostics of \p File what the user did wrong.
void analyseLaunches(const PipelineSetup &Setup, KernelReport &Kernel,
                     FileReport &File);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FILEANALYSIS_H
