//===- LintFiles.h - From a command line to findings ------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINTFILES_H
#define KERNELCAST_TOOL_LINTFILES_H

#include "tool/CommandLine.h"
#include "tool/lint/LintRun.h"

namespace kernelcast {

struct LintedFiles {
  Report Whole;      ///< without the models of the kernels
  LintResult Result; ///< of all of it
};

/// Lints the files of \p Command, with what it keeps of them
/// (tool/LintCache.h). Checks and least gain in \p Options are those of \p
/// Command. \p Progress: show on stderr which file is being read. Errors: names
/// and files that options give and that cannot be used.
llvm::Expected<LintedFiles> lintFiles(const CommandLine &Command,
                                      LintOptions Options, bool Progress);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINTFILES_H
