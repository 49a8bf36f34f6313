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

struct LaunchFindings {
  /// Nothing tells the size of its blocks: no check was asked.
  bool BlockIsGuessed = false;
  /// Errors, and all that a remedy would gain something from, however little.
  std::vector<Finding> Findings;
};

/// Asks \p Checks about every launch in \p File. What they say is all that is
/// left of the launches beside shape, place, predicted time with its parts and
/// the number of guesses: the models of the kernels are given up. \p Options
/// are those of the launches' profiles.
void checkLaunches(FileReport &File, llvm::ArrayRef<const CheckInfo *> Checks,
                   const AnalysisOptions &Options);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LAUNCHFINDINGS_H
