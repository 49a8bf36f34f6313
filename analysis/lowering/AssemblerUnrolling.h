//===- AssemblerUnrolling.h - Loops that ptxas unrolls ----------*- C++ -*-===//
//
// ptxas unrolls short loops once more: of a loop with an unknown number of
// iterations, of which nvcc has made four copies, it makes sixteen. What counts
// and compares then runs once for all of these, and what is left over of four
// times four iterations runs in copies, behind jumps of its own.
//
// Counters of jumps show it: 64 iterations of such a loop make 7 where four
// copies alone would make 17, 1,000 make 64 instead of 251. They show where,
// too, on an RTX 2080 Ti (CUDA 10 or 11, ktt_coulomb3d and ktt_conv15) and an
// H100 (CUDA 13). With all four copies counted, loops of 39 to 42 instructions
// are unrolled, those of 50 and more are not. Nor are
//
//   - loops of which the source says how many copies there shall be,
//   - loops whose step is no constant,
//   - loops with accesses to shared memory: one of 19 instructions on the H100
//     that reads it, and those of ktt_conv15 that fill it.
//
// The code is left as it is; only what its instructions cost is changed. With n
// iterations of four copies each, n / 4 + 3 jumps are counted.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_ASSEMBLERUNROLLING_H
#define KERNELCAST_ANALYSIS_LOWERING_ASSEMBLERUNROLLING_H

#include "analysis/lowering/InstructionCosts.h"

namespace kernelcast {

/// What a loop's metadata says if nvcc has unrolled it of its own accord, and
/// the assembler may do so again.
inline constexpr char ShortLoopNote[] = "kernelcast.loop.assembler";

/// Changes the \p Costs of the instructions of \p Kernel to those of the loops
/// that the assembler makes.
void unrollLikePtxas(
    const llvm::Function &Kernel,
    llvm::DenseMap<const llvm::Instruction *, MachineCode> &Costs);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_ASSEMBLERUNROLLING_H
