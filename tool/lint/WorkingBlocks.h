//===- WorkingBlocks.h - Blocks that have something to do -------*- C++ -*-===//
//
//   int i = blockIdx.x * blockDim.x + threadIdx.x;
//   if (i >= n) return;
//
// A grid may have blocks of which every thread leaves at once. They take no
// time, so that what is said of whole blocks and waves does not hold for them.
// How many threads go on behind such guards at the front of a kernel is a fact
// of the profile; which blocks they are in is not.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_WORKINGBLOCKS_H
#define KERNELCAST_TOOL_LINT_WORKINGBLOCKS_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// What goes on behind the guards at the front of a kernel, at least.
struct WorkingThreads {
  double Warps = 0, Lanes = 0;
};
WorkingThreads workingThreads(const WarpProfile &Profile);

/// Whether a block of \p Profile's launch may have nothing to do.
bool mayHaveIdleBlocks(const WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_WORKINGBLOCKS_H
