//===- LintFiles.h - From a command line to findings ------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINTFILES_H
#define KERNELCAST_TOOL_LINTFILES_H

#include "tool/Pipeline.h"
#include "tool/lint/LintRun.h"

namespace kernelcast {

struct LintedFiles {
  PipelineSetup Setup; ///< with the settings of each file
  Report Whole;        ///< mostly without the models of the kernels
  LintResult Result;   ///< of all of it
};

/// Lints the files of \p Command, each as its settings say, with what is kept
/// of them (tool/LintCache.h). Puts the settings into \p Options. \p Progress:
/// show on stderr which file is being read. Errors: names and files that
/// options give and that cannot be used.
llvm::Expected<LintedFiles> lintFiles(const CommandLine &Command,
                                      LintOptions &Options, bool Progress);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINTFILES_H
