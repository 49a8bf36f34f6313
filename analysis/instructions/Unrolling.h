//===- Unrolling.h - Which loops the compiler unrolls -----------*- C++ -*-===//
//
// A loop with a constant trip count is unrolled fully if the source says so
// (#pragma unroll), or if the code stays small: then its control costs nothing,
// and what depends on its counter alone is a constant in each iteration. The
// limits are those of nvcc 13 (bodies of additions and multiply-adds, with and
// without a local array that the counter indexes), counted in our instructions:
//
//   asked for                          8192
//   the counter indexes a local array  1024   so that it can go to registers
//   else                                200
//
// Loops are looked at from the inside out: an inner loop that is unrolled
// counts with all its iterations.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_UNROLLING_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_UNROLLING_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Sets LoopInfo::UnrollHint from the loop statements and LoopInfo::Unrolled.
/// Leaves BasicBlock::Instructions in an undefined state.
void findUnrolledLoops(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_UNROLLING_H
