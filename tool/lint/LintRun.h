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
#include "tool/report/Report.h"
#include <set>

namespace kernelcast {

struct LintOptions {
  /// As clang-tidy's --checks: "-*,kernelcast-bank-*".
  std::string Checks = "kernelcast-*";
  /// A remedy that gains a smaller part of the kernel's time is not worth a
  /// word. Less than 0: all findings, whether there is a gain or not.
  double MinShare = 0.01;
  /// Fingerprints of an earlier run, if there was one.
  std::optional<std::set<std::string>> Baseline;
};

/// A kernel, or a part of what it does, that no check could look at.
struct UncheckedKernel {
  std::string Kernel;
  SourceSpot Location;
  std::string Reason;
};

struct LintResult {
  std::vector<Finding> Findings;
  std::vector<UncheckedKernel> Unchecked;
  unsigned Kernels = 0;            ///< that were looked at
  std::vector<Finding> Suppressed; ///< by comments in the source
  std::vector<Finding> Unchanged;  ///< that the baseline has, too
  /// Of those comments: such as a NOLINTBEGIN without an end.
  std::vector<ReportDiagnostic> Diagnostics;
};

/// The fingerprints in what an earlier `lint --format json` has written to
/// \p Path. Errors: a file that cannot be read or is no such.
llvm::Expected<std::set<std::string>> readBaseline(llvm::StringRef Path);

/// The checks that \p Patterns chooses, as clang-tidy's --checks. Errors: a
/// pattern that fits none.
llvm::Expected<std::vector<const CheckInfo *>>
chosenChecks(const std::string &Patterns);

/// All of \p Report, whose files have gone through checkLaunches(). Errors: a
/// pattern of \p Options.Checks that no check has.
llvm::Expected<LintResult> lint(const Report &Report,
                                const LintOptions &Options);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LINTRUN_H
