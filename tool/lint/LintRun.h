//===- LintRun.h - All findings of a report ---------------------*- C++ -*-===//
//
// Every check has looked at every launch of every kernel (LaunchFindings.h).
// The same finding in several launches or instances of a kernel is one, the one
// with the largest gain. What is left comes out by what a remedy saves, errors
// first.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_LINTRUN_H
#define KERNELCAST_TOOL_LINT_LINTRUN_H

#include "tool/lint/Finding.h"
#include "tool/lint/LaunchAnalyser.h"
#include "tool/report/Report.h"
#include <map>
#include <set>

namespace kernelcast {

/// What is looked for in the kernels of one source file.
struct FileChecks {
  /// As clang-tidy's --checks: "-*,kernelcast-bank-*".
  std::string Checks = "kernelcast-*";
  /// A remedy that gains a smaller part of the kernel's time is not worth a
  /// word. Less than 0: all findings, whether there is a gain or not.
  double MinShare = 0.01;
  FailOn Fails = FailOn::Error;
};

struct LintOptions {
  /// By FileReport::Path; the default for files that are not in it.
  std::map<std::string, FileChecks> Files;
  /// Fingerprints of an earlier run, if there was one.
  std::optional<std::set<std::string>> Baseline;
  AnalysisOptions Analysis; ///< of the report's profiles
  /// For contracts; null: they are not looked at.
  LaunchAnalyser *Launches = nullptr;
  bool AllKernels = true; ///< of the files are in the report: no --kernel
};

/// A kernel, or a part of what it does, that no check could look at.
struct UncheckedKernel {
  std::string Kernel;
  SourceSpot Location;
  std::string Reason;
  bool IsHostCode = false; ///< a host function with its timeline instead
};

struct LintResult {
  std::vector<Finding> Findings;
  std::vector<UncheckedKernel> Unchecked;
  unsigned Kernels = 0;            ///< that were looked at
  std::vector<Finding> Suppressed; ///< by comments in the source
  std::vector<Finding> Unchanged;  ///< that the baseline has, too
  /// Of those comments, such as a NOLINTBEGIN without an end, and of contracts.
  /// An error makes the exit status 2.
  std::vector<ReportDiagnostic> Diagnostics;
};

/// The checks that \p Patterns chooses, as clang-tidy's --checks would. Errors:
/// a pattern that no check has, with the one that may be meant.
llvm::Expected<std::vector<const CheckInfo *>>
chosenChecks(llvm::StringRef Patterns);

/// All of \p Report, whose files have gone through checkLaunches(). Errors:
/// those of chosenChecks().
llvm::Expected<LintResult> lint(const Report &Report,
                                const LintOptions &Options);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LINTRUN_H
