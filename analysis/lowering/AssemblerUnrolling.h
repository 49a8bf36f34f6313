//===- AssemblerUnrolling.h - Loops that ptxas unrolls ----------*- C++ -*-===//
//
// ptxas unrolls short loops once more: of a loop with an unknown number of
// iterations, of which nvcc has made four copies, it makes sixteen, and four of
// one that nvcc has left as it is. What counts and compares then runs once for
// all of these, and what is left over of four times four iterations runs in
// copies, behind jumps of its own.
//
// Counters of jumps show it: 64 iterations of such a loop make 7 where four
// copies alone would make 17, 1,000 make 64 instead of 251. The machine code
// that CUDA 13.0 makes for sm_75, sm_80 and sm_90 of loops of every length
// shows which (docs/compiled-counts.md). With all copies of nvcc's counted,
// loops with loads from global memory are unrolled up to about 46 instructions,
// others up to about 30, of which each load from shared memory, conversion and
// special function counts for about five. Never are
//
//   - loops of which the source says how many copies there shall be,
//   - loops whose step is no constant,
//   - loops with a break,
//   - loops that nvcc ends by a sum of the counter and what is left.
//
// The code is left as it is; only what its instructions cost is changed. With n
// iterations of four copies each, n / 4 + 3 jumps are counted. Registers are
// those of all copies together, whose loads run ahead as in any other block.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_ASSEMBLERUNROLLING_H
#define KERNELCAST_ANALYSIS_LOWERING_ASSEMBLERUNROLLING_H

#include "analysis/lowering/InstructionCosts.h"

namespace kernelcast {

/// What a loop's metadata says if nvcc has unrolled it of its own accord, and
/// the assembler may do so again.
inline constexpr char ShortLoopNote[] = "kernelcast.loop.assembler";

/// Copies that the assembler makes of a loop's body.
inline constexpr unsigned AssemblerCopies = 4;

/// Changes the \p Costs of the instructions of \p Kernel to those of the loops
/// that the assembler makes, and returns these.
AssemblerLoops
unrollLikePtxas(const llvm::Function &Kernel,
                llvm::DenseMap<const llvm::Instruction *, MachineCode> &Costs);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_ASSEMBLERUNROLLING_H
