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
// A load by a restrict pointer, by which nobody writes either, becomes an LDG
// as well, which compilers are free to move and merge.
//
// Sources: sm_32_intrinsics.hpp of the CUDA toolkit; its programming guide, of
// compute capability 5.x, on what is read-only for the lifetime of a kernel.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H
#define KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H

namespace llvm {
class LoadInst;
class Module;
} // namespace llvm

namespace kernelcast {

/// Keeps passes from merging calls of llvm.nvvm.ldg and llvm.nvvm.ldu in
/// \p Code.
void holdReadOnlyLoads(llvm::Module &Code);

/// Makes loads of all these calls.
void writeReadOnlyLoads(llvm::Module &Code);

/// Whether \p Load was a call of __ldg().
bool isByReadOnlyCall(const llvm::LoadInst &Load);

/// Whether \p Load comes by parameters that promise that nobody writes there.
bool isOfUnwrittenParameter(const llvm::LoadInst &Load);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H
