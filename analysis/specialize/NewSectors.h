//===- NewSectors.h - What neighbours leave to fetch ------------*- C++ -*-===//
//
//   for (int j = 0; j < n; ++j) sum += own[j];       own comes from data
//   p[at[i]].x * p[at[i]].y                          so does at[i]
//
// Where a thread goes nobody knows, but how far it is from there to where it
// goes next. An access d bytes from one that the thread has just made touches
// another sector with a chance of d / 32, since a sector may end anywhere
// between the two. The neighbours of an access are those in front of it in the
// same block whose addresses differ from its own by a number, and all of these
// in the iteration before, a step of the loop away: so it does not matter
// whether the loop is unrolled.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_NEWSECTORS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_NEWSECTORS_H

#include "analysis/WarpProfile.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelcast {

/// Of the sectors that each of \p Accesses touches, the share that none of its
/// neighbours has touched before, between 0 and 1; parallel to \p Accesses,
/// which come in the order of the code. Loads are neighbours of loads.
std::vector<double> newSectorShares(const WarpProfile &Profile,
                                    llvm::ArrayRef<AccessId> Accesses);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_NEWSECTORS_H
