//===- Pipeline.h - From files to a report ----------------------*- C++ -*-===//
//
//   AnalysisContext -> for each kernel: its launches
//                   -> for each launch and GPU: its profile, the models
//
// Translation units are independent: files go through in parallel, and the
// report has the order of the command line whatever the number of workers.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PIPELINE_H
#define KERNELCAST_TOOL_PIPELINE_H

#include "analysis/AnalysisContext.h"
#include "analysis/hardware/CompilerLog.h"
#include "tool/CommandLine.h"
#include "tool/FileSettings.h"
#include "tool/report/Report.h"

namespace kernelcast {

/// A command line with its names looked up: what every file needs.
struct PipelineSetup {
  const CommandLine *Command = nullptr;
  std::vector<std::shared_ptr<const GpuSpec>> Gpus; ///< of all files, some
  std::vector<std::unique_ptr<CostModel>> Models;   ///< none: facts only
  AnalysisOptions Options;
  /// Of files that have settings of their own, by path as given.
  std::map<std::string, FileSettings> Files;

  /// The GPUs that \p File is analysed for, at least one.
  const std::vector<std::shared_ptr<const GpuSpec>> &
  gpusOf(const std::string &File) const;
  /// What the user says of the launches of \p Kernel in \p File.
  LaunchOverrides launchOf(const std::string &File,
                           const KernelReport &Kernel) const;
  /// Where that gives a shape, if it is in a file; else not valid.
  SourceSpot shapeLocationOf(const std::string &File,
                             const KernelReport &Kernel) const;
};

/// Looks up GPUs, models and the ptxas log of \p Command. \p WithModels false:
/// the models are not needed.
llvm::Expected<PipelineSetup> preparePipeline(const CommandLine &Command,
                                              bool WithModels);

/// The report over all files of the command line, merged over translation
/// units. \p Progress: show on stderr which file is being read.
Report runPipeline(const PipelineSetup &Setup, bool Progress);

/// Prints every diagnostic of \p Result once. Returns Usage if one of them is
/// an error, else Done.
int printDiagnostics(const Report &Result);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PIPELINE_H
