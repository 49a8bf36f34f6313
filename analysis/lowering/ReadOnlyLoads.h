//===- ReadOnlyLoads.h - What __ldg() is ------------------------*- C++ -*-===//
//
// CUDA's headers make volatile inline PTX of __ldg(): the vendor's compiler
// merges no two of them and leaves each where it is, with its address in a
// register. Clang makes a call of an intrinsic, which LLVM merges with others
// where it can; to see that it cannot, GVN compares each with each. So while
// NVIDIA's code is optimised the calls are said to change memory that nobody
// else sees. After that, and for AMD's GPUs from the beginning, they become
//
//   load T, ptr addrspace(1) p, !invariant.load
//
// Source: sm_32_intrinsics.hpp of the CUDA toolkit.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H
#define KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kernelcast {

/// Keeps passes from merging calls of llvm.nvvm.ldg and llvm.nvvm.ldu in
/// \p Code.
void holdReadOnlyLoads(llvm::Module &Code);

/// Makes loads of all these calls.
void writeReadOnlyLoads(llvm::Module &Code);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H
