//===- GpuOption.h - The GPUs of a command line -----------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_GPUOPTION_H
#define KERNELCAST_TOOL_GPUOPTION_H

#include "tool/CommandLine.h"
#include "tool/report/Report.h"

namespace kernelcast {

/// The GPUs that --gpu names ("a", "a,b", "./a.yaml"), each once, with the
/// numbers of --set. \p Diagnostics gets a warning for each with unverified
/// numbers; with --verified-only that is an error.
llvm::Expected<std::vector<std::shared_ptr<const GpuSpec>>>
lookUpGpus(const CommandLine &Command,
           std::vector<ReportDiagnostic> &Diagnostics);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_GPUOPTION_H
