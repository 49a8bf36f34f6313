//===- NearestName.h - Did you mean ...? ------------------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_NEARESTNAME_H
#define KERNELCAST_ANALYSIS_SUPPORT_NEARESTNAME_H

#include "llvm/ADT/StringRef.h"

namespace kernelcast {

/// The one of \p Known (a range of strings) that \p Word is a likely slip for:
/// at most a third of its letters, rounded down, and one more are inserted,
/// left out or replaced; capitals count as small letters. Empty: none is near.
/// Of what the user gave, the first 64 characters are looked at.
template <typename Range>
llvm::StringRef nearestName(llvm::StringRef Word, const Range &Known) {
  Word = Word.take_front(64);
  llvm::StringRef Best;
  unsigned Least = static_cast<unsigned>(Word.size() / 3 + 2);
  for (const auto &Candidate : Known) {
    unsigned Distance = Word.edit_distance_insensitive(Candidate, true, Least);
    if (Distance < Least) {
      Least = Distance;
      Best = Candidate;
    }
  }
  return Best;
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_NEARESTNAME_H
