//===- RegisterUse.h - What an instruction reads and writes -----*- C++ -*-===//
//
// By the text of its operands: which registers, predicates and carries it waits
// for and which it changes. Vectors, addresses of 64 bits and doubles take
// several registers in a row. Fragments of matrices are taken for one register.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SASS_REGISTERUSE_H
#define KERNELCAST_ANALYSIS_SASS_REGISTERUSE_H

#include "analysis/sass/Opcodes.h"

namespace kernelcast {

/// A place that holds a value. RZ, URZ, PT and UPT are none.
///   R0 to R254: 0 to 254; UR0 to UR62: 256 upwards; P0 to P6: 320 upwards;
///   UP0 to UP6: 328 upwards; the condition code: 336
using CodeRegister = uint16_t;
inline constexpr CodeRegister ConditionCode = 336;
inline constexpr unsigned NumCodeRegisters = 337;

struct RegisterUse {
  llvm::SmallVector<CodeRegister, 6> Reads;
  llvm::SmallVector<CodeRegister, 4> Writes;
};

RegisterUse registerUse(const SassInstruction &I, const OpcodeFacts &Facts);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_REGISTERUSE_H
