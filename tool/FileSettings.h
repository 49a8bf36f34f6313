//===- FileSettings.h - What holds for one file of a run --------*- C++ -*-===//
//
// The configuration of a file (Configuration.h) under the command line, which
// wins, with the names of GPUs looked up. Files of one run may differ in all of
// it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_FILESETTINGS_H
#define KERNELCAST_TOOL_FILESETTINGS_H

#include "tool/Configuration.h"
#include "tool/GpuOption.h"
#include "tool/lint/LintRun.h"

namespace kernelcast {

struct FileSettings {
  std::shared_ptr<const Configuration> Configured; ///< without the command line
  FileChecks Checks;
  std::vector<std::shared_ptr<const GpuSpec>> Gpus; ///< at least one
};

/// Whether \p Settings are about \p Kernel.
bool means(const KernelSettings &Settings, const KernelReport &Kernel);

/// What \p Settings and \p Command, which wins, say of the launches of \p
/// Kernel.
LaunchOverrides launchOfKernel(const FileSettings &Settings,
                               const KernelReport &Kernel,
                               const CommandLine &Command);

/// Where a configuration file gives the shape of the launches of \p Kernel; not
/// valid if none does, or \p Command gives one.
SourceSpot shapeLocation(const FileSettings &Settings,
                         const KernelReport &Kernel,
                         const CommandLine &Command);

/// \p Configured with \p Command over it, and with the defaults of what nobody
/// says: a configuration that alone has the same effect.
Configuration effective(const Configuration &Configured,
                        const CommandLine &Command);

/// The settings of the files of \p Command, by path. GPUs come from \p Pool.
/// Errors: those of ConfigurationFinder and GpuPool; unknown checks.
llvm::Expected<std::map<std::string, FileSettings>>
settingsOfFiles(const CommandLine &Command, GpuPool &Pool);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FILESETTINGS_H
