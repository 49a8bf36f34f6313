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
// Nobody knows which block that will be, but it is one of the grid's, or of a
// row of the grid where each row has a number of its own and gridDim.x - 1 is
// the last: so the chance of a block, and of all of its lanes, is 1 in as many
// as there are. That holds if the number begins at 0, as such code needs it to.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LASTBLOCK_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LASTBLOCK_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// The side of a branch that the last block takes, and no other.
struct LastBlock {
  enum class Side : uint8_t { Neither, IfTrue, IfFalse };
  Side Takes = Side::Neither;
  /// Bits 0 to 2: it is the last of as many as these sizes of the grid say, x,
  /// y and z, multiplied.
  uint8_t GridSizes = 0;

  explicit operator bool() const { return Takes != Side::Neither; }
  friend bool operator==(LastBlock A, LastBlock B) {
    return A.Takes == B.Takes && A.GridSizes == B.GridSizes;
  }
  /// How probable it is that a block of \p Launch takes the true side.
  double chanceOfTrue(const LaunchConfiguration &Launch) const;
};

/// What the branch at the end of \p Block is to the last block.
LastBlock lastBlockOf(const KernelModel &Kernel, const BasicBlock &Block);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LASTBLOCK_H
