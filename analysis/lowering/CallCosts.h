//===- CallCosts.h - Functions and intrinsics -------------------*- C++ -*-===//
//
// Intrinsics of LLVM and of the target are instructions, or sequences of a few;
// the vendor's mathematical functions stay calls in this IR and cost what
// instructions/Builtins.def says; any other function is called, with its
// operands in registers that the callee expects them in.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_CALLCOSTS_H
#define KERNELCAST_ANALYSIS_LOWERING_CALLCOSTS_H

namespace llvm {
class CallBase;
} // namespace llvm

namespace kernelcast {

class CodeWriter;

/// Writes the code of \p I.
void writeCall(const llvm::CallBase &I, CodeWriter &Code);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_CALLCOSTS_H
