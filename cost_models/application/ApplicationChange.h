//===- ApplicationChange.h - A host program written otherwise ---*- C++ -*-===//
//
// What if a host program pinned its memory, did not wait for a copy, or asked
// for many launches at once? The changed program has its own timeline, by the
// same rules as the first one (ApplicationPrediction.h).
//
//   pinned      the copy's memory is pinned
//   overlapped  so is it, and the copy runs in a stream of its direction, for
//               which the host does not wait. Work after a copy to the device
//               waits for it, as a copy from the device does for work before
//               it; with buffers enough nothing else has to
//   merged      the host spends a share of the launch overhead
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONCHANGE_H
#define KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONCHANGE_H

#include "analysis/host/program/HostProgram.h"
#include <map>
#include <set>

namespace kernelcast {

/// By place in the source, so that it concerns every chain of calls.
struct ApplicationChange {
  std::set<SourceSpot> Pinned, Overlapped;
  std::map<SourceSpot, double> OverheadShares; ///< of launches; 1 if not here
};

/// \p Entry with the copies of \p Change as that says.
HostEntry changed(const HostEntry &Entry, const ApplicationChange &Change);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONCHANGE_H
