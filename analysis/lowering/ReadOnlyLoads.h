//===- ReadOnlyLoads.h - __ldg() as a load ----------------------*- C++ -*-===//
//
// __ldg(p) promises that nobody writes to *p while the kernel runs. Clang makes
// a call of an intrinsic of it, of which LLVM's passes know no more than that
// it reads: GVN compares each with each, and none is merged with another. As a
// load that says the same,
//
//   load T, ptr addrspace(1) p, !invariant.load
//
// equal ones are merged across branches and stores, as the vendor's compiler
// does with its own.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H
#define KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kernelcast {

/// Makes loads of all calls of llvm.nvvm.ldg and llvm.nvvm.ldu in \p Code.
void writeReadOnlyLoads(llvm::Module &Code);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_READONLYLOADS_H
