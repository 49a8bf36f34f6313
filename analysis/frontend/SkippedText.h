//===- SkippedText.h - What the preprocessor left out -----------*- C++ -*-===//
//
//   #if 0        a stretch begins at the directive that rules it out
//   lost();
//   #else        and ends in the directive that follows it
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_SKIPPEDTEXT_H
#define KERNELCAST_ANALYSIS_FRONTEND_SKIPPEDTEXT_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace kernelcast {

/// The stretches of each file, by where they begin.
class SkippedText {
public:
  using Place = std::pair<clang::FileID, unsigned>; ///< file, offset in bytes

  /// \p End lies in the same file.
  void add(Place Begin, unsigned End) { Ends[Begin] = End; }
  /// Where the stretch ends that the `#` at \p Begin begins, if it begins one.
  std::optional<unsigned> endOf(Place Begin) const {
    auto It = Ends.find(Begin);
    return It == Ends.end() ? std::nullopt : std::optional(It->second);
  }

private:
  llvm::DenseMap<Place, unsigned> Ends;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_SKIPPEDTEXT_H
