//===- InstructionCost.h - Machine instructions of an operation -----------===//
//
// About how many machine instructions one operation of the source becomes on
// an NVIDIA GPU since Maxwell. Estimates: the sequences that compilers emit for
// division, roots and elementary functions, counted without the slow paths for
// denormal or huge arguments; not measured. The optimised IR or a disassembly
// tell it better where there is one.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONCOST_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONCOST_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Instructions of one class, and those of the special function unit among
/// them. No instruction at all if both are 0.
struct OperationCost {
  InstructionClass Class = InstructionClass::Int;
  float Count = 0; ///< of Class
  float Sfu = 0;   ///< special function instructions beside them
};

/// The cost of computing \p E from its operands, before neighbouring
/// operations are fused.
OperationCost operationCost(const Expr *E);

/// The instruction that an access is: its class, and Count 0 if it is a
/// register or a constant operand.
OperationCost accessCost(const MemoryAccess &Access);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONCOST_H
