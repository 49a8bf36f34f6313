//===- PredicatedBranches.h - Branches that become selects ------*- C++ -*-===//
//
//   x = a > b ? a : b;              if (v > m)
//                                     m = v;
//
// Where both sides of a branch only compute a few values, the compiler lets
// every lane compute both and picks: no warp splits, and the hardware sees no
// branch. That is the case of a branch whose one or two sides
//
//   * lead straight to the same block and are reached from the branch alone,
//   * touch no memory (a repeated load is none) and wait for nobody,
//   * take together few instructions (MostMoved, an estimate: how many a
//     compiler moves depends on the device and on what is around them).
//
// What a side computes is then computed by all lanes that reach the branch, and
// each value that differs behind it is one selection.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PREDICATEDBRANCHES_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PREDICATEDBRANCHES_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Sets BasicBlock::Predicated and SidesLoad, and moves the instructions of the
/// sides to the branch's block. Needs placed instructions.
void predicateBranches(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PREDICATEDBRANCHES_H
