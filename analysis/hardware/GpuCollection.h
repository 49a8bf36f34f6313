//===- GpuCollection.h - The texts of the built-in GPU files ----*- C++ -*-===//
//
// Defined in a file that the build makes from cost_models/gpus/*.yaml (see
// EmbedGpuFiles.cmake there).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_GPUCOLLECTION_H
#define KERNELCAST_ANALYSIS_HARDWARE_GPUCOLLECTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kernelcast {

struct BuiltInGpu {
  const char *Name; ///< file stem
  const char *Text;
};

llvm::ArrayRef<BuiltInGpu> builtInGpus();

/// Whether findGpu() takes \p NameOrPath for a path.
bool isGpuPath(llvm::StringRef NameOrPath);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_GPUCOLLECTION_H
