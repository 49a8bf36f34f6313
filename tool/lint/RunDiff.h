//===- RunDiff.h - What has changed between two runs ------------*- C++ -*-===//
//
// Findings are the same where their fingerprints are: they survive edits
// elsewhere in the file. Times are of the same kernel, GPU and model; of
// several launches those with the same grid and block go together, and then the
// rest in their order. The part of a time that moved most says why it changed.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_RUNDIFF_H
#define KERNELCAST_TOOL_LINT_RUNDIFF_H

#include "tool/lint/EarlierRun.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// Times and gains that differ by less, as a part of the larger one, are equal:
/// three digits of them look the same.
inline constexpr double NoticeableChange = 1e-3;

/// A finding that both runs have, with other gains.
struct ChangedGain {
  const RecordedFinding *Old = nullptr, *New = nullptr;
};

/// A part of a time, before and after, in seconds.
struct MovedPart {
  std::string Name;
  double Old = 0, New = 0;
};

/// The time of one launch, before and after; null: only one run has it.
struct TimeChange {
  const RecordedTime *Old = nullptr, *New = nullptr;
  bool Noticeable = false;        ///< of two times
  std::optional<MovedPart> Moved; ///< of two times that differ
};

/// Points into the runs that were compared.
struct RunDiff {
  std::vector<const RecordedFinding *> New, Gone;
  std::vector<ChangedGain> Changed;
  std::vector<TimeChange> Times; ///< in the order of the new run
};

/// Errors: one run is of lint and the other of predict.
llvm::Expected<RunDiff> runDiff(const EarlierRun &Old, const EarlierRun &New);

/// New findings as a compiler would print them, then what is gone, what gains
/// otherwise, and the times. "us" for "µs" unless \p Unicode.
void writeDiff(const RunDiff &Diff, llvm::raw_ostream &OS, bool Unicode);

/// docs/lint/diff.md has the schema.
void writeDiffJson(const RunDiff &Diff, llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_RUNDIFF_H
