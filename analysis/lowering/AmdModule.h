//===- AmdModule.h - A module for AMD's GPUs --------------------*- C++ -*-===//
//
// The syntax tree is parsed for an NVIDIA GPU, and so is the code that Clang
// makes of it. Before anything is optimised it becomes what Clang makes for
// amdgcn-amd-amdhsa of the same HIP or OpenCL source:
//
//   kernels      amdgpu_kernel; pointers lead to global memory (1), structures
//                lie in the arguments' segment (4); a block has at most 1024
//                threads (CUDA, as HIP) or 256 (OpenCL) where the source says
//                nothing
//   variables    of a thread are in address space 5, seen through generic
//                pointers
//   thread and   numbers come in registers, sizes from the implicit arguments
//   block        of code object version 5
//   barriers,    AMD's, with the fences that they imply
//   shuffles
//   functions    of mathematics become LLVM's where the back end has code for
//                them; it has none for most in double precision, nor for sin(),
//                pow() and others whose code is in AMD's device library
//
// Address spaces 1, 3 and 4 and the layout of structures are the same for both.
// What has no equal here, as inline PTX and votes, leaves its kernel without
// code, with the reason.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_AMDMODULE_H
#define KERNELCAST_ANALYSIS_LOWERING_AMDMODULE_H

#include "analysis/hardware/CompileTarget.h"
#include "analysis/lowering/DeviceModule.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace kernelcast {

/// Turns \p Code, as generateModule() makes it, into code for \p Machine.
/// \p Kernels: its kernels, which become other functions, or get a reason.
void retargetToAmd(llvm::Module &Code, std::vector<GeneratedKernel> &Kernels,
                   Language Lang, const CompileTarget &Target,
                   const llvm::TargetMachine &Machine);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_AMDMODULE_H
