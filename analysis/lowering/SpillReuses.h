//===- SpillReuses.h - When spilled registers come back ---------*- C++ -*-===//
//
// A register that is spilled goes to a place of the thread in local memory and
// comes back from there. Which cache still has it depends on how much the code
// stores and loads of other such places in between, its reuse distance
// (support/ReuseDistances.h): machine code tells exactly, instruction by
// instruction.
//
// Blocks are walked as they stand in the code, and a loop, from where a jump
// leads back to that jump, twice, so that what the round before has touched
// counts: the distances of the second round hold. What the code touches once
// only was last touched by the thread that had the place before: all that the
// code touches lies between.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_SPILLREUSES_H
#define KERNELCAST_ANALYSIS_LOWERING_SPILLREUSES_H

#include "analysis/support/MachineFacts.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace kernelcast {

/// A store or load of a spilled register.
struct SpillTouch {
  unsigned Place = 0; ///< numbered from 0
  unsigned Bytes = 0; ///< of a lane
  bool Stores = false;
};

/// A stretch of code without jumps.
struct SpillingBlock {
  std::vector<SpillTouch> Touches;  ///< in their order
  std::vector<unsigned> Successors; ///< by number
};

/// By block, what it moves, by ascending distance. \p Blocks are a function's,
/// in the order of its code.
std::vector<std::vector<SpillReuse>>
spillReuses(llvm::ArrayRef<SpillingBlock> Blocks);

/// Adds \p More to \p Sum; both are in ascending order.
void addReuses(std::vector<SpillReuse> &Sum, llvm::ArrayRef<SpillReuse> More);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_SPILLREUSES_H
