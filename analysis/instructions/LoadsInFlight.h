//===- LoadsInFlight.h - Loads of several iterations at once ----*- C++ -*-===//
//
// Where iterations are copied one behind the other, in loops that are unrolled
// (Unrolling.h) or partly so (LoopCopies.h), the compiler starts the loads of
// several before it uses the first, to wait once for all of them: each takes
// registers.
//
// Loads from global memory are started
// as far ahead as 16 registers go, those from shared memory, which are back
// sooner, for at most four iterations. The limits are what nvcc 13 does with
// the kernels of utils/measure.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_LOADSINFLIGHT_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_LOADSINFLIGHT_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Registers in each loop, by number, for the data of its other iterations.
/// Needs placed instructions, and LoopInfo::Copies.
std::vector<unsigned> loadsInFlight(const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_LOADSINFLIGHT_H
