//===- IrLoops.h - What compiled loops say of themselves --------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRLOOPS_H
#define KERNELCAST_ANALYSIS_LOWERING_IRLOOPS_H

#include "analysis/KernelModel.h"

namespace llvm {
class Function;
} // namespace llvm

namespace kernelcast {

/// Marks the blocks on the way out of a loop as a part of its statement, for
/// adoptExitBodies(): lanes that leave through the middle of the loop run them
/// while the others go on. Needs Loops.
void markExitBodies(KernelModel &Kernel);

/// Marks the branches that decide about an iteration: those at a loop's head or
/// latch with a way out. After findTripCounts().
void markLoopConditions(KernelModel &Kernel);

/// Says of the loops of \p Model, which is \p Code, which loops of \p Source
/// they are, where one of the conditions to leave stands, and how many of their
/// iterations one of these makes. After findTripCounts().
void adoptLoopsOf(const KernelModel &Source, const llvm::Function &Code,
                  KernelModel &Model);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRLOOPS_H
