//===- GpuFileText.h - A GPU as the text of a file --------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_GPUFILETEXT_H
#define KERNELCAST_ANALYSIS_HARDWARE_GPUFILETEXT_H

#include "analysis/hardware/GpuSpec.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelcast {

/// Writes \p Gpu as a GPU file: loadGpuText() of it gives the same GPU, to the
/// last bit of every number. What --set has changed is not for files.
void writeGpuFile(const GpuSpec &Gpu, llvm::raw_ostream &Out);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_GPUFILETEXT_H
