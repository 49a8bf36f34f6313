//===- HeldDivisors.h - Divisions that nvcc keeps ---------------*- C++ -*-===//
//
// The first reduction of every textbook is
//
//   for (int s = 1; s < n; s *= 2)
//     if (t % (2 * s) == 0)
//       sum[t] += sum[t + s];
//
// LLVM sees that 2 * s is a power of two in each iteration, and tests bits of t
// instead. The vendor's compiler divides, which is most of what that kernel
// does. So while NVIDIA's code is optimised, such divisors are hidden behind a
// move, and parameters of functions, which may become such, until nothing is
// left to find out about them or they are constants, as in a loop that is
// unrolled completely.
//
// Source: nvcc 13.0, whose PTX has rem.s32 and rem.u32 there; the counters of
// an H100 and an H200 for code of nvcc 12.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_HELDDIVISORS_H
#define KERNELCAST_ANALYSIS_LOWERING_HELDDIVISORS_H

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace kernelcast {

/// Has the pipelines of \p Builder hide divisors that are powers of two because
/// of how a loop changes them, or may turn out to be.
void holdDivisors(llvm::PassBuilder &Builder);

/// Puts all of them back in \p Code.
void releaseDivisors(llvm::Module &Code);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_HELDDIVISORS_H
