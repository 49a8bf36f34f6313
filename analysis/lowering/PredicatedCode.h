//===- PredicatedCode.h - Short sides of branches, in line ------*- C++ -*-===//
//
// A short side of a branch is no block in machine code. It stands in line with
// what is in front of it and behind it, under a predicate that switches lanes
// off. In
//
//   sum = 0;  if (i < n) sum += in[i];  if (i + 32 < n) sum += in[i + 32];
//
// both loads are under way when the first sum waits (InstructionOrder.h). The
// model keeps blocks for the sides, since their accesses are those of the lanes
// that take part. What a side computes is moved: in front of it what does not
// wait for a load of the side, behind it what does. There it is counted as
// often as the branch, for it is issued whether or not lanes are switched off.
// What waits for a load of the side and is needed by another access of it, as
// the address in x[idx[i]], stays between the two.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_PREDICATEDCODE_H
#define KERNELCAST_ANALYSIS_LOWERING_PREDICATEDCODE_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast {

/// Moves the instructions of those blocks of \p Kernel that \p IsSide names,
/// short sides with one predecessor, and marks these as in line.
void movePredicatedCode(KernelModel &Kernel,
                        llvm::function_ref<bool(BlockId)> IsSide);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_PREDICATEDCODE_H
