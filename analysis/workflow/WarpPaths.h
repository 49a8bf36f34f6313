//===- WarpPaths.h - Where a warp may be, and what it waits for -*- C++ -*-===//
//
// A Walk is the expected time so far and the paths on which the warp may be.
// A path is a weight (its probability; in the corrected branch rule the path
// around both sides may weigh less than zero, as inclusion and exclusion
// demand), a clock and the waits that are still running. All expectations are
// linear in the weights, so paths with equal waits add up to one.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_WORKFLOW_WARPPATHS_H
#define KERNELCAST_ANALYSIS_WORKFLOW_WARPPATHS_H

#include "analysis/support/Traced.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace kernelcast {

/// A wait's place: channel number and age in iterations.
using WaitKey = std::pair<unsigned, unsigned>;

template <typename Number> struct BasicPath {
  Number Weight = 1;
  Number Now = 0; ///< cycles on this path's own clock
  /// By key, with when it is over.
  llvm::SmallVector<std::pair<WaitKey, Number>, 4> Waits;

  /// Cycles that are left of a wait; 0 if none is running.
  Number left(WaitKey Key) const;
  /// Starts or restarts a wait of \p Cycles from now.
  void start(WaitKey Key, const Number &Cycles);
  /// Sets the clock to 0 and forgets waits that are over, so that equal
  /// situations look equal. (Traced waits are kept: nobody waits for them.)
  void normalise();
};

template <typename Number> struct BasicWalk {
  Number Cycles = 0; ///< expected, up to here
  llvm::SmallVector<BasicPath<Number>, 3> Paths;

  /// Of all paths together: 1 outside of branches.
  Number weight() const;
  /// Paths with equal waits become one; clocks start anew.
  void joinEqualPaths();
  /// One path remains, with the mean of what is left of each wait.
  void averagePaths();
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_WORKFLOW_WARPPATHS_H
