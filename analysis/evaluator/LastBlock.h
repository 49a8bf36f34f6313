//===- LastBlock.h - Branches that one block of the grid takes --*- C++ -*-===//
//
// Blocks that work on one result often draw a number each, and the one with the
// highest finishes the work of all:
//
//   if (threadIdx.x == 0)
//     isLast = atomicAdd(&drawn, 1) == gridDim.x - 1;  // isLast is shared
//   __syncthreads();
//   if (isLast)
//     ...
//
// Nobody knows which block that will be, but it is one of the grid's, so that
// the chance of a block, and of all of its lanes, is 1 in as many as there are.
// That holds if the number begins at 0, as such code needs it to.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LASTBLOCK_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LASTBLOCK_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Which side of a branch the last block takes, and no other.
enum class LastBlockSide : uint8_t { Neither, IfTrue, IfFalse };

/// That of the branch at the end of \p Block.
LastBlockSide lastBlockSide(const KernelModel &Kernel, const BasicBlock &Block);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LASTBLOCK_H
