//===- LoopUnrolling.h - Which loops nvcc unrolls ---------------*- C++ -*-===//
//
// LLVM and nvcc unroll by the same means but not by the same measure. What nvcc
// does was found out with kernels of one loop each, of every length and number
// of iterations, by counting the copies of an operation in its PTX
// (docs/compiled-counts.md has the table). With the size of a loop's body, the
// branch and the comparison at its end left out:
//
//   a constant number of iterations: all, if all copies are small together;
//     six times that if the body indexes an array of the thread by the loop's
//     variable, which lets the array live in registers; and nearly whatever
//     the size if the source asks for it
//   else, a power of two that divides it
//   an unknown number: four or two copies, and a loop for what is left over,
//     also around barriers and warp functions
//   a number that cannot be computed before the loop, or one up to 20 that is
//     not always the same: one copy, unless the source asks for more
//
// A break leaves a constant number of iterations what it is; of others it makes
// numbers that cannot be computed. nvcc cannot compute them either where the
// counter can overflow: i += blockDim.x is an unsigned sum, also of an int.
//
// The first of these is decided where LLVM unrolls loops completely, early, so
// that arrays become values; the others late, from the inside out.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_LOOPUNROLLING_H
#define KERNELCAST_ANALYSIS_LOWERING_LOOPUNROLLING_H

#include "llvm/Passes/PassBuilder.h"

namespace kernelcast {

/// What a loop's metadata says after it was unrolled in part and nobody knew
/// how often it runs: how many iterations one of it makes, and of the loop over
/// what is left over, how many the other one makes.
inline constexpr char MakesNote[] = "kernelcast.loop.makes",
                      LeftOverNote[] = "kernelcast.loop.left_over_of";

/// Removes what Clang notes in \p Code of loops that end, which is all of them
/// in C++, and adds that assembly and the GPU's own functions return. nvcc
/// knows nothing of the one and believes the other, and computes numbers of
/// iterations with it.
void forgetProgress(llvm::Module &Code);

/// Makes the pipelines of \p Builder unroll as nvcc does. LLVM's own choice
/// must be off in its tuning options.
void unrollLikeNvcc(llvm::PassBuilder &Builder);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_LOOPUNROLLING_H
