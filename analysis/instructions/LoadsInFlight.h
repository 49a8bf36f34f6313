//===- LoadsInFlight.h - Loads of several iterations at once ----*- C++ -*-===//
//
// Where iterations are copied one behind the other, the compiler starts the
// loads of several before it uses the first, to wait once for all of them: each
// takes registers. Copied are
//
//   * loops that are unrolled (Unrolling.h), with all their iterations;
//   * innermost loops with one exit and a counter that steps by a constant, so
//     that the number of iterations takes no division: four copies while these
//     have at most 140 instructions, else two. No loop with a barrier or an
//     exchange between lanes, since the rest of the iterations would need a
//     second one.
//
// Loads from global memory are started
// as far ahead as 16 registers go, those from shared memory, which are back
// sooner, for at most four iterations. The limits are what nvcc 13 does with
// the kernels of utils/measure.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_LOADSINFLIGHT_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_LOADSINFLIGHT_H

#include "analysis/pdg/LoopVariance.h"

namespace kernelcast {

/// Registers in each loop, by number, for the data of its other iterations.
/// Needs placed instructions.
std::vector<unsigned> loadsInFlight(const KernelModel &Kernel,
                                    LoopVariance &Variance);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_LOADSINFLIGHT_H
