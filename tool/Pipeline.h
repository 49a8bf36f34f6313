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
#include "analysis/sass/SassListing.h"
#include "analysis/support/SpareThreads.h"
#include "tool/CommandLine.h"
#include "tool/FileSettings.h"
#include "tool/report/Report.h"
#include <set>

namespace kernelcast {

class HostTimeline; // tool/lint/HostTimeline.h

/// A command line with its names looked up: what every file needs.
struct PipelineSetup {
  const CommandLine *Command = nullptr;
  std::vector<std::shared_ptr<const GpuSpec>> Gpus; ///< of all files, some
  std::vector<std::unique_ptr<CostModel>> Models;   ///< none: facts only
  AnalysisOptions Options;
  /// By absolute path: what files would hold instead of what is on the disk.
  std::map<std::string, std::string> Texts;
  /// Of -p; null: there is none, or it cannot be read.
  std::shared_ptr<const CompileDatabase> Database;
  /// Threads that no file keeps busy.
  std::shared_ptr<SpareThreads> Spare = std::make_shared<SpareThreads>(0);
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

/// Where branches and loops are: line and column, and line and 0.
using SourcePlaces = std::set<std::pair<unsigned, unsigned>>;

/// What --arg and --assume can speak of in one file.
struct NamedInSource {
  bool AnyLaunch = false;
  std::set<std::string> Values; ///< arguments, host variables
  SourcePlaces Branches, Loops;
};

/// What one file of the command line comes to.
struct FileResult {
  FileReport Report;
  /// Of all kernels that were seen, wanted or not, for "did you mean".
  std::vector<std::string> KernelNames;
  NamedInSource Named;
};

/// How a file becomes its result; called by several threads at once.
using FileStep = llvm::function_ref<FileResult(const std::string &File)>;

/// Looks at a timeline of host code in \p File.
using TimelineObserver =
    llvm::function_ref<void(FileReport &File, const HostTimeline &Timeline)>;

/// Looks up GPUs, models and the ptxas log of \p Command. \p WithModels false:
/// the models are not needed.
llvm::Expected<PipelineSetup> preparePipeline(const CommandLine &Command,
                                              bool WithModels);

/// The report over all files of the command line, merged over translation
/// units. \p Progress: show on stderr which file is being read
/// (FileProgress.h). Each file goes through \p Step; with --app, \p Look sees
/// the timelines of the first model.
Report runPipeline(const PipelineSetup &Setup, bool Progress, FileStep Step,
                   TimelineObserver Look = nullptr);
/// The same with all of the analysis (analyseFile) as the step.
Report runPipeline(const PipelineSetup &Setup, bool Progress);

/// Prints every diagnostic of \p Result once. Returns Usage if one of them is
/// an error, else Done.
int printDiagnostics(const Report &Result);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PIPELINE_H
