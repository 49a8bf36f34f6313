//===- FileAnalysis.h - One file of the command line ------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_FILEANALYSIS_H
#define KERNELCAST_TOOL_FILEANALYSIS_H

#include "tool/Pipeline.h"

namespace kernelcast {

/// Everything about \p File: its compile jobs, its kernels, their launches.
FileResult analyseFile(const std::string &File, const PipelineSetup &Setup);

/// The result for \p File if it cannot be read for the reason \p Why.
FileResult unreadableFile(const std::string &File, llvm::Error Why);

/// Looks at kernels whose launches have been analysed, while they can still be
/// compiled; tells which of them, by number, are to have their compiled forms.
using KernelObserver = llvm::function_ref<std::vector<size_t>(
    llvm::MutableArrayRef<KernelReport> Kernels)>;

/// The same of the \p Jobs of \p File. \p Look (null: nobody looks) sees the
/// kernels of each job.
FileResult analyseJobs(const std::string &File, llvm::ArrayRef<CompileJob> Jobs,
                       const PipelineSetup &Setup,
                       KernelObserver Look = nullptr);

/// One launch of \p Kernel on one GPU, with the predictions of all models,
/// which are asked about \p Compiled where it is not null.
LaunchReport
analyseLaunch(const std::shared_ptr<const KernelAnalysis> &Kernel,
              const LaunchConfiguration &Launch,
              const std::shared_ptr<const GpuSpec> &Gpu,
              const PipelineSetup &Setup,
              const std::shared_ptr<const KernelAnalysis> &Compiled = nullptr);

/// One kernel of a file.
struct KernelResult {
  KernelReport Kernel;
  size_t Number = 0;                         ///< among those of the file
  std::vector<ReportDiagnostic> Diagnostics; ///< what the user did wrong
};

/// Adds the launches of \p To.Kernel, of the file \p Path, on every GPU, with
/// predictions.
void analyseLaunches(const PipelineSetup &Setup, const std::string &Path,
                     KernelResult &To);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FILEANALYSIS_H
