//===- AmdIntrinsics.h - What CUDA's and OpenCL's functions are here ------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_AMDINTRINSICS_H
#define KERNELCAST_ANALYSIS_LOWERING_AMDINTRINSICS_H

#include "analysis/KernelModel.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace kernelcast {

/// Bytes into the implicit arguments (code object version 5) of what a launch
/// says along x; y and z follow.
struct ImplicitArguments {
  static constexpr unsigned GridSize = 0;   ///< of 4 bytes each
  static constexpr unsigned BlockSize = 12; ///< of 2 bytes each
  static constexpr unsigned Offset = 40;    ///< get_global_offset(), 8 each
};

/// Replaces calls of NVIDIA's intrinsics and of the languages' libraries in
/// \p Code by what they are on AMD's GPUs. What has no equal is left.
void translateToAmd(llvm::Module &Code, Language Lang, unsigned WaveSize);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_AMDINTRINSICS_H
