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
  std::vector<Finding> Findings; ///< those worth a word
};

/// The least part of a kernel's time that makes all findings worth a word,
/// whether there is a gain or not.
inline constexpr double AnyShare = -1;

/// Whether \p F is an error, or a remedy gains \p MinShare of the kernel's time
/// (FileChecks::MinShare in LintRun.h), and more than nothing.
bool isWorthAWord(const Finding &F, double MinShare);

/// What \p Checks say of \p Launch of \p Kernel, as checkLaunches() does.
LaunchFindings findingsOf(const KernelReport &Kernel,
                          const LaunchReport &Launch,
                          llvm::ArrayRef<const CheckInfo *> Checks,
                          const AnalysisOptions &Options, double MinShare);

/// Asks \p Checks about every launch of \p Kernel, and notes the changes of the
/// source that are known. What its compiled form contradicts, where it has one
/// for the GPU, is not told, nor what is not worth a word at \p MinShare.
/// \p Options are those of the launches' profiles.
void checkLaunches(KernelReport &Kernel,
                   llvm::ArrayRef<const CheckInfo *> Checks,
                   const AnalysisOptions &Options, double MinShare);

/// Of \p Checks those that have a finding in \p Found for which \p Which holds.
std::vector<const CheckInfo *>
checksThatFound(const LaunchFindings &Found,
                llvm::ArrayRef<const CheckInfo *> Checks,
                llvm::function_ref<bool(const Finding &)> Which);

/// Asks \p Checks again where they found something, now that \p Kernel has its
/// compiled forms, which contradict findings and lead to none. The rest is as
/// of checkLaunches().
void recheckLaunches(KernelReport &Kernel,
                     llvm::ArrayRef<const CheckInfo *> Checks,
                     const AnalysisOptions &Options, double MinShare);

/// Whether the checks say anything of a launch of \p Kernel.
bool hasFindings(const KernelReport &Kernel);

/// Leaves of the launches in \p File what the checks have said, shape, place
/// and predictions, and gives up the models of the kernels.
void dropModels(FileReport &File);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LAUNCHFINDINGS_H
