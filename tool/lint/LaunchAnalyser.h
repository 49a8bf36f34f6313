//===- LaunchAnalyser.h - Launches that no source makes ---------*- C++ -*-===//
//
// A contract names a launch of its own. Who runs lint knows the command line
// and the models, and analyses it as every other launch.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_LAUNCHANALYSER_H
#define KERNELCAST_TOOL_LINT_LAUNCHANALYSER_H

#include "tool/report/Report.h"

namespace kernelcast {

class LaunchAnalyser {
public:
  virtual ~LaunchAnalyser() = default;

  /// The GPU called \p Name, with the numbers of the run. Errors: there is
  /// none.
  virtual llvm::Expected<std::shared_ptr<const GpuSpec>>
  gpu(const std::string &Name) = 0;

  /// What the user says of the launches of \p Kernel in \p File.
  virtual LaunchOverrides given(const FileReport &File,
                                const KernelReport &Kernel) const = 0;

  /// \p Launch of \p Kernel on \p Gpu, with the predictions of the models.
  virtual LaunchReport
  analyse(const std::shared_ptr<const KernelAnalysis> &Kernel,
          const LaunchConfiguration &Launch,
          const std::shared_ptr<const GpuSpec> &Gpu) const = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_LAUNCHANALYSER_H
