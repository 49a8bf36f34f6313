//===- Finding.h - Something that costs a kernel time -----------*- C++ -*-===//
//
// What a check has to say: where, what, how it is known, what a perfect remedy
// would gain, and lanes of a warp that show it. A finding is data; the writers
// (FindingWriters.h) put it on a screen or into a file.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_FINDING_H
#define KERNELCAST_TOOL_LINT_FINDING_H

#include "analysis/WarpProfile.h"
#include "analysis/support/ReportDiagnostic.h"
#include "tool/lint/Checks.h"
#include "tool/lint/Fix.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

/// A lane of the warp that shows what a finding says.
struct WitnessLane {
  unsigned Lane = 0;
  int64_t Address = 0; ///< in bytes, from the start of Witness::Array
};

/// Lanes of one warp in one execution of an access.
struct Witness {
  std::string Array;
  std::array<uint64_t, 3> Block{}; ///< its coordinates in the grid
  uint64_t Warp = 0;               ///< its number in the block
  uint64_t Iteration = 0;          ///< of the innermost loop around, from 0
  std::vector<WitnessLane> Lanes;
};

/// A number that nobody gave, and what it is taken for: one of a variable,
/// three of the grid.
struct AssumedNumber {
  std::string Name;
  std::vector<int64_t> Values;
  bool OfHost = false; ///< what the host program takes where nobody tells
};

/// A finding against those of an earlier run.
enum class BaselineState : uint8_t { None, New, Unchanged };
/// "", "new", "unchanged".
llvm::StringRef name(BaselineState State);

struct Finding {
  // What a check says.
  SourceSpot Location;
  TextRange Range;     ///< of the text that it is about, in Location's file
  std::string Message; ///< one sentence, without the gain
  How Known = How::Exact;
  std::vector<AssumedNumber> Assumes; ///< what it says holds with these
  std::optional<Gain> Predicted;      ///< nothing: it is not about time
  std::optional<Witness> Shown;
  std::vector<ReportDiagnostic> Notes;
  std::optional<Fix> Remedy;
  std::string About; ///< tells findings of one check on one line apart; or ""

  // What the run adds.
  CheckId Check = CheckId::UncoalescedAccess;
  std::string Kernel; ///< qualified, with template arguments
  std::string Gpu;
  std::array<uint64_t, 3> Grid{}, Block{};
  LaunchSource Source = LaunchSource::Assumed; ///< of the launch
  SourceSpot LaunchedAt;                       ///< not valid: not in host code
  /// So much of the launch is guessed that its times mean nothing; their ratio
  /// may.
  bool TimesWithheld = false;
  /// Other launches and instances of the kernel with the same finding, each
  /// with a smaller gain.
  unsigned Others = 0;
  bool Fails = false; ///< makes the exit status 1, if it is shown
  /// Of check, kernel and the line's text, so that edits elsewhere do not
  /// change it.
  std::string Fingerprint;
  BaselineState Baseline = BaselineState::None; ///< None: there is none
};

/// A finding with \p Message about an operation at \p Location. It is assumed,
/// since the sequence of instructions is the compiler's affair.
Finding findingOfSequence(const SourceSpot &Location, const TextRange &Range,
                          std::string Message);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_FINDING_H
