//===- InstructionPlacement.h - Where each value is computed ----*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONPLACEMENT_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONPLACEMENT_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Fills BasicBlock::Instructions: each distinct value once, in the block that
/// dominates its uses, outside the loops that it does not vary in; addresses
/// that advance by a constant count one addition an iteration; conversions
/// that cost nothing are left out, and so are the control and the constants of
/// loops that are unrolled.
void placeInstructions(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONPLACEMENT_H
