//===- InstructionCost.h - Machine instructions of an operation -----------===//
//
// About how many machine instructions one operation of the source becomes on
// an NVIDIA GPU since Maxwell: the sequences that nvcc 13 emits for division,
// roots and elementary functions (Builtins.def), counted without the slow paths
// for denormal or huge arguments. The optimised IR or a disassembly tell it
// better where there is one.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONCOST_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONCOST_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Instructions of one class, and those of other units beside them. No
/// instruction at all if all are 0.
struct OperationCost {
  InstructionClass Class = InstructionClass::Int;
  float Count = 0; ///< of Class
  float Sfu = 0;   ///< special function instructions beside them
  float Int = 0;   ///< integer instructions beside them
  /// Additions and multiplications in them, a multiply-add being two, on the
  /// path of ordinary operands; those in single precision on the way to a
  /// double apart.
  float Operations = 0, SingleOperations = 0;
};

/// The cost of computing \p E from its operands, before neighbouring
/// operations are fused. \p FastMath: single precision may be approximate.
OperationCost operationCost(const Expr *E, bool FastMath);

/// The instructions of a division, or remainder, of integers of \p Type by a
/// number that no constant tells: a reciprocal in floating point and
/// corrections.
float divisionCount(ScalarType Type);
/// The same by a constant, of which \p PowerOfTwo says whether it, or its
/// negative, is one.
float constantDivisionCount(ScalarType Type, bool PowerOfTwo);
/// Compilers ask first, where types do not tell, whether both numbers of 64
/// bits fit into 32, and then divide in 32: the instructions to ask.
inline constexpr float NarrowDivisionTest = 3; // or, compare, branch

/// The cost of computing \p E, an operation of doubles, on floats.
OperationCost singlePrecisionCost(const Expr *E);

/// The instruction that an access is: its class, and Count 0 if it is a
/// register or a constant operand.
OperationCost accessCost(const MemoryAccess &Access);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_INSTRUCTIONCOST_H
