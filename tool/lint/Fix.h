//===- Fix.h - A change of the source that mends a finding ------*- C++ -*-===//
//
// A check attaches a change that the analysis knows (support/SourceChange.h).
// Only a proved one is ever written, and only if the analysis of the changed
// source confirms it (tool/ConfirmFixes.h): the finding is gone, and no launch
// of any kernel takes longer or fills the device less.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_FIX_H
#define KERNELCAST_TOOL_LINT_FIX_H

#include "analysis/support/SourceChange.h"
#include "tool/report/Gain.h"
#include <optional>

namespace kernelcast {

/// What the analysis of the changed source says.
enum class FixVerdict : uint8_t {
  NotAsked,      ///< the change is not proved
  Confirmed,     ///< as promised
  FindingStays,  ///< the finding is still there
  Slower,        ///< a launch takes longer
  LessOccupancy, ///< a launch has fewer blocks on a multiprocessor
  MoreConflicts, ///< another access has more bank conflicts
  NotReadable,   ///< the compiler does not take it, or a kernel is lost
  Overlaps,      ///< it changes the same text as another fix
  FileHasErrors, ///< the file does not compile as it is
};

struct Fix {
  std::string What; ///< "pad the rows of tile by 1 element"
  SourceChange Change;
  /// Further forms of it, to be tried in this order if one is not confirmed.
  std::vector<std::pair<std::string, SourceChange>> Others;

  FixVerdict Verdict = FixVerdict::NotAsked;
  /// Where Confirmed: of the source with all confirmed fixes, of which
  /// Companions others concern the same kernel.
  std::optional<Gain> Predicted;
  unsigned Companions = 0;
  bool Applied = false; ///< it has been written

  bool isConfirmed() const { return Verdict == FixVerdict::Confirmed; }
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_FIX_H
