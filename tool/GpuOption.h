//===- GpuOption.h - The GPUs of a command line -----------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_GPUOPTION_H
#define KERNELCAST_TOOL_GPUOPTION_H

#include "tool/CommandLine.h"

namespace kernelcast {

/// The names and files in --gpu, one by one: "a,b" are two unless a file is
/// called so. Errors: an empty one.
llvm::Expected<std::vector<std::string>> gpuNamesOf(const CommandLine &Command);

/// The GPUs that --gpu names ("a", "a,b", "./a.yaml"), each once, with the
/// numbers of --set.
llvm::Expected<std::vector<std::shared_ptr<const GpuSpec>>>
lookUpGpus(const CommandLine &Command);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_GPUOPTION_H
