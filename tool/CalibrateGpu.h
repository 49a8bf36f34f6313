//===- CalibrateGpu.h - kernelcast gpus calibrate ---------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_CALIBRATEGPU_H
#define KERNELCAST_TOOL_CALIBRATEGPU_H

#include "tool/CommandLine.h"

namespace kernelcast {

/// Prints what the results in \p Folder say about the numbers of a GPU file,
/// and writes the file with them where -o was given. Returns the exit status.
int calibrateGpu(llvm::StringRef Folder, const CommandLine &Command);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_CALIBRATEGPU_H
