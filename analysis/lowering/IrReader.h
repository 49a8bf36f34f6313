//===- IrReader.h - Optimised IR as a kernel's model ------------*- C++ -*-===//
//
// A second reading of a kernel: not what the source says, but what the compiler
// has made of it. Blocks, loops, addresses and conditions are those of the
// optimised IR, so that whatever counts executions of the source's model counts
// compiled instructions here: loops that were unrolled are several copies and a
// remainder, loads that were hoisted stand before the loop, branches that
// became selections are none.
//
//   IrTypes           a type is a list of scalars
//   IrPlaces          debug locations as places in the source
//   IrSteps           effects, accesses and reasons of the current block
//   IrSigns           signs of integers, by their uses
//   IrArrays          variables as the source's arrays
//   IrValues          constants, and what has been read so far
//   IrParameters      arguments by the source's names
//   IrArithmetic      operations
//   IrMemory          loads, stores, atomics
//   IrCalls           intrinsics and functions
//   IrFlow            blocks, phis, branches
//   InstructionCosts  machine instructions of each
//   IrLoops           loop conditions and ways out of loops
//
// Parameters, arrays and all that does not come from the body are the source
// model's, with the same names and numbers: one launch serves both. An unknown
// value or effect is named, never guessed.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRREADER_H
#define KERNELCAST_ANALYSIS_LOWERING_IRREADER_H

#include "analysis/KernelModel.h"
#include "analysis/lowering/MachineCode.h"

namespace llvm {
class Function;
} // namespace llvm

namespace kernelcast {

struct IrReaderOptions {
  unsigned Architecture = 75; ///< whose instructions are counted; 75 for sm_75
  /// Machine code that was made of it, whose instructions are counted then.
  const MachineFunctionCode *Machine = nullptr;
  /// Registers a thread, by the compiler's option (-maxrregcount); 0: without.
  unsigned MaxRegisters = 0;
  unsigned MaxBlocks = 20000;
  unsigned MaxExpressions = 400000; ///< nodes in the pool
};

/// The model of \p Kernel, the compiled form of the kernel that \p Source is
/// the model of, with loops, closed forms and trip counts. \p Kernel is only
/// read. A bound that is hit, or parameters that are not those of the source,
/// make the result NotModelled with that reason.
KernelModel readKernel(const llvm::Function &Kernel, const KernelModel &Source,
                       const IrReaderOptions &Options = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRREADER_H
