//===- EarlierRun.h - What an earlier run has written -----------*- C++ -*-===//
//
// The output of `lint --format json` or `predict --format json`, read back: its
// findings by fingerprint, and the predicted times with what they consist of.
// Both kinds have their times in the same place, files[].kernels[].launches[].
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_EARLIERRUN_H
#define KERNELCAST_TOOL_LINT_EARLIERRUN_H

#include "tool/lint/Finding.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <set>

namespace kernelcast {

struct RecordedFinding {
  std::string Check, Kernel, Gpu, Text, Fingerprint;
  Severity Level = Severity::Warning;
  SourceSpot Location; ///< not valid: none was written
  std::optional<Gain> Predicted;
  bool TimesWithheld = false;
  llvm::json::Value Whole = nullptr; ///< as it was written
};

/// A prediction of one launch.
struct RecordedTime {
  std::string File; ///< of the kernel, without its folders
  std::string Kernel, Gpu, Model, Mode;
  std::vector<uint64_t> Grid, Block;
  double Seconds = 0;
  bool Withheld = false; ///< so much is guessed that the time means nothing
  /// What it consists of, in seconds.
  std::vector<std::pair<std::string, double>> Parts;
};

struct EarlierRun {
  bool HasFindings = false; ///< else it is of predict
  std::vector<RecordedFinding> Findings;
  std::vector<RecordedTime> Times;
};

/// The run that has written \p Path. Errors, one sentence each: a file that
/// cannot be read, is not JSON, is nested too deep (MaxJsonDepth) or is no such
/// output; the last names the field.
llvm::Expected<EarlierRun> readRun(llvm::StringRef Path);

/// The fingerprints in what an earlier `lint --format json` has written to
/// \p Path. Errors: a file that cannot be read or is no such.
llvm::Expected<std::set<std::string>> readBaseline(llvm::StringRef Path);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_EARLIERRUN_H
