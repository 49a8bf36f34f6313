//===- LoopStep.h - By how much a loop moves an address ---------*- C++ -*-===//
//
// A walk from a place that nobody knows, x[start[i] + k], is as regular as one
// from a known place: in each iteration it moves by the size of an element.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_LOOPSTEP_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_LOOPSTEP_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Bytes by which the address of \p Access moves in an iteration of the loop
/// around it, if all else in it stays as it is during the loop, whatever it is.
std::optional<int64_t> stepInLoop(const KernelModel &Kernel,
                                  const MemoryAccess &Access);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_LOOPSTEP_H
