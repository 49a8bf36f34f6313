//===- WaveTimeline.h - One wave's way through AMD's code -------*- C++ -*-===//
//
// Where the machine code is AMD's own compiler's, nobody has to guess in what
// order an assembler puts loads and what waits for them: the code has waits in
// it (MachineStep in KernelModel.h). A wave issues one instruction after
// another,
//
//   t(k) = t(k-1) + issue interval
//   t(wait until N are left) = max(t, the last results but N have come)
//
// and results come in the order of their kind. That matters most where
// registers are spilled, since each value is brought back just before its use:
// a wave waits for memory hundreds of times, a load at a time. Dependences of
// arithmetic are not in it; a model takes the longer of this way and that of
// WarpTimeline.h.
//
// Blocks are walked once each, in the order of the flow graph, with what is
// still outstanding from the one in front, and count as often as they run.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_WAVETIMELINE_H
#define KERNELCAST_COST_MODELS_COMMON_WAVETIMELINE_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Cycles until a result is there; all finite and not negative.
struct WaveTiming {
  double IssueInterval = 1;
  double Global = 0, Local = 0, Store = 0, Shared = 0, Scalar = 0;
};

/// Cycles of a mean warp of \p Profile, its blocks run as often as at \p Bound;
/// 0 where its kernel has no such code.
double waveCycles(const WarpProfile &Profile, const WaveTiming &Timing,
                  FactBound Bound = FactBound::Value);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_WAVETIMELINE_H
