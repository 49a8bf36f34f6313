//===- Opcodes.h - What instructions of machine code are --------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SASS_OPCODES_H
#define KERNELCAST_ANALYSIS_SASS_OPCODES_H

#include "analysis/KernelModel.h"
#include "analysis/sass/SassListing.h"

namespace kernelcast {

/// Which number of a GPU file says when an instruction's result is there.
enum class CodeLatency : uint8_t {
  Zero, ///< nobody waits for it
  Alu,
  Multiply, ///< of whole numbers
  Sfu,
  Fp64,
  Shared,
  Global ///< by the level of memory that answers
};

/// Which operands an instruction writes.
enum class CodeWrites : uint8_t {
  None,
  Register,           ///< predicates in front, and the register behind them
  RegisterAndCarries, ///< and the predicates behind that
  TwoPredicates       ///< the first two, which are predicates
};

/// What an opcode is.
struct OpcodeFacts {
  InstructionClass Class = InstructionClass::Other;
  CodeLatency Latency = CodeLatency::Alu;
  CodeWrites Writes = CodeWrites::Register;
  bool Known = false; ///< it is in the table
};

/// Of \p Mnemonic (no modifiers) on \p Architecture, 0 for any. One that is not
/// in the table is `other` and taken to write its first register.
OpcodeFacts opcodeFacts(llvm::StringRef Mnemonic, unsigned Architecture);

/// The pipelines of \p Instruction, an integer or a conversion: the assembler
/// has chosen one by the opcode.
PipelineShares pipelineShares(const SassInstruction &Instruction);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_OPCODES_H
