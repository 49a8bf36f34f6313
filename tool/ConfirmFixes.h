//===- ConfirmFixes.h - Fixes tried out on the source -----------*- C++ -*-===//
//
// A proved fix is offered only if the analysis of the changed source confirms
// it (tool/lint/Fix.h). Nothing is written for that: the compiler is shown the
// changed text in place of the file. All fixes are tried at once; those that do
// not hold are dropped, or take their next form, and the others are tried
// again, at most MostRounds times. So a run with fixes costs at least one
// analysis more, and every offered fix has been seen together with all others.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_CONFIRMFIXES_H
#define KERNELCAST_TOOL_CONFIRMFIXES_H

#include "tool/Pipeline.h"
#include "tool/lint/LintRun.h"
#include "tool/lint/SourceEdits.h"

namespace kernelcast {

/// The confirmed fixes of one run.
class ConfirmedFixes {
public:
  /// Tries the proved fixes in \p Found, which \p Whole was linted to, and
  /// sets their verdicts. \p Setup is as before afterwards.
  ConfirmedFixes(PipelineSetup &Setup, const LintOptions &Options,
                 const Report &Whole, LintResult &Found);

  ~ConfirmedFixes();

  /// The findings say that their confirmed fixes have been written.
  void markApplied();
  /// Writes the changed files, each whole. Errors: one that is not as it was
  /// read, of which none is written then, or that cannot be written.
  llvm::Error apply() const;

  /// Writes the fixes to \p Path for clang-apply-replacements.
  llvm::Error exportTo(llvm::StringRef Path) const;

private:
  struct Candidate;
  class Trial;

  void collect(const Report &Whole);
  void tryOut(PipelineSetup &Setup, const LintOptions &Options,
              const Report &Whole);
  void tryOut(PipelineSetup &Setup, const LintOptions &Options);
  std::map<std::string, SourceEdits> edits();
  std::map<std::string, SourceEdits> confirmedEdits() const;
  /// Reads it if need be; null if that fails.
  const std::string *textOf(const std::string &Path);
  /// The same of a file that has been asked for; null for others.
  const std::string *knownText(const std::string &Path) const;

  static constexpr unsigned MostRounds = 8;

  LintResult &Found;
  std::map<std::string, std::optional<std::string>> Texts; ///< as they are read
  std::vector<Candidate> Candidates;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_CONFIRMFIXES_H
