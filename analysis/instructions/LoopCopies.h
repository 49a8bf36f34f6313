//===- LoopCopies.h - Iterations that share a loop's control ----*- C++ -*-===//
//
// A loop whose number of iterations is not known to the compiler is copied all
// the same: some iterations stand one behind the other, and what decides about
// going on is done once for all of them; the iterations that are left over run
// one by one. With N copies, an iteration has 1/N of
//
//   * the comparison and the branch at the loop's end,
//   * additions that advance the counter and addresses by a constant: the
//     copies add their part to the access's offset. Where the value itself is
//     needed, or it moves by something that is not constant, each copy adds.
//
// Copied are
//
//   * loops that the source asks for, #pragma unroll N;
//   * innermost loops (inner ones that are unrolled aside) with one exit and a
//     counter that steps by a constant, so that the number of iterations takes
//     no division: four copies while these have at most 140 instructions, else
//     two. No loop with a barrier or an exchange between lanes, since the rest
//     of the iterations would need a second one.
//
// The limits are what nvcc 13 does with the kernels of utils/measure; of the
// smallest bodies it makes up to 16 copies, which saves little more. A loop is
// taken to run through its copies evenly: of a constant number of iterations
// the rest counts in full, a loop of unknown length is taken to be long. If a
// loop has to be asked after each iteration whether it goes on, because its
// number of iterations follows from none of its values, its control stays.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_LOOPCOPIES_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_LOOPCOPIES_H

#include "analysis/KernelModel.h"

namespace kernelcast {

class LoopVariance;

/// Sets LoopInfo::Copies. Needs placed instructions.
void findLoopCopies(KernelModel &Kernel, LoopVariance &Variance);

/// Takes the share of the loops' control that copies save from the placed
/// instructions. Needs Copies, and comes once.
void shareLoopControl(KernelModel &Kernel, LoopVariance &Variance);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_LOOPCOPIES_H
