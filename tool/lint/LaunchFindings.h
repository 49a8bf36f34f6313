//===- LaunchFindings.h - What the checks say of one launch -----*- C++ -*-===//
//
// The part of lint that every file goes through on its own, so that files go in
// parallel and what came out can be kept (tool/LintCache.h). What concerns all
// files is LintRun.h's.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_LAUNCHFINDINGS_H
#define KERNELCAST_TOOL_LINT_LAUNCHFINDINGS_H

#include "tool/lint/Finding.h"
#include "tool/report/Report.h"

namespace kernelcast {

/// Whether the checks were asked about a launch.
enum class LaunchState : uint8_t {
  Checked,
  BlockGuessed, ///< no: nothing tells the size of its blocks
  BeyondMemory, ///< no: it reaches too far with numbers that nobody gave
  NotMade,      ///< no: a condition in host code excludes it on this GPU
};

struct LaunchFindings {
  LaunchState State = LaunchState::Checked;
  std::vector<Finding> Findings; ///< however little a remedy would gain
};

/// Which findings stay.
enum class Kept : uint8_t {
  WithGain, ///< errors, and what a remedy would gain something from
  All,
};

/// What \p Checks say of \p Launch of \p Kernel, as checkLaunches() does.
LaunchFindings findingsOf(const KernelReport &Kernel,
                          const LaunchReport &Launch,
                          llvm::ArrayRef<const CheckInfo *> Checks,
                          const AnalysisOptions &Options, Kept What);

/// Asks \p Checks about every launch of \p Kernel, and notes the changes of the
/// source that are known. What its compiled form contradicts, where it has one
/// for the GPU, is not told. \p Options are those of the launches' profiles.
void checkLaunches(KernelReport &Kernel,
                   llvm::ArrayRef<const CheckInfo *> Checks,
                   const AnalysisOptions &Options, Kept What = Kept::WithGain);

/// Whether the checks say anything of a launch of \p Kernel.
bool hasFindings(const KernelReport &Kernel);

/// Leaves of the launches in \p File what the checks have said, shape, place
/// and predictions, and gives up the models of the kernels.
void dropModels(FileReport &File);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LAUNCHFINDINGS_H
