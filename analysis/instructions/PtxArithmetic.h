//===- PtxArithmetic.h - Values that inline assembly computes ---*- C++ -*-===//
//
// Moves and arithmetic of integers are followed, so that an address which is
// computed in assembly stays an address. What else an instruction computes is a
// call of it: nobody knows its value, only what it costs.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXARITHMETIC_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXARITHMETIC_H

#include "analysis/instructions/PtxRegisters.h"

namespace kernelcast {

/// The type of one element of \p I in a register: of at least 8 bits, which
/// memory has, and of at most 64, which a value has.
ScalarType elementTypeOf(const PtxInstruction &I);
/// Whether an element of \p I has more bits than a value.
bool isTooWide(const PtxInstruction &I);

/// mov: one register to another one; several to one or one to several, where
/// the first element has the lowest bits.
void readMove(const PtxInstruction &I, PtxRegisters &Registers);
/// setp.
void readComparison(const PtxInstruction &I, PtxRegisters &Registers);
/// cvt.To.From.
void readConversion(const PtxInstruction &I, PtxRegisters &Registers);
/// Every other instruction without an effect.
void readArithmetic(const PtxInstruction &I, PtxRegisters &Registers);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PTXARITHMETIC_H
