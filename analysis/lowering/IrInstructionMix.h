//===- IrInstructionMix.h - Machine instructions of one of the IR ---------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRINSTRUCTIONMIX_H
#define KERNELCAST_ANALYSIS_LOWERING_IRINSTRUCTIONMIX_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"

namespace kernelcast {

struct MachineInstructions {
  InstructionClass Class = InstructionClass::Int;
  float Count = 0;
};

/// About what the back end makes of \p I alone, without regard for what it
/// fuses with; of an access: the parts of it that are no access.
llvm::SmallVector<MachineInstructions, 2>
machineInstructions(const llvm::Instruction &I);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRINSTRUCTIONMIX_H
