//===- Tool.h - The whole tool as one function ------------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_TOOL_H
#define KERNELCAST_TOOL_TOOL_H

#include "tool/CommandLine.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelcast {

/// Exit statuses.
enum ExitStatus : int {
  Done = 0,
  FindingsFound = 1, ///< that --fail-on names
  Usage = 2,
  NotModelledKernels = 3
};

/// Runs kernelcast with \p Arguments (without the program's name) on standard
/// output and standard error. Returns the exit status.
int runTool(llvm::ArrayRef<const char *> Arguments);

/// The subcommands. Each returns the exit status.
#define SUBCOMMAND(ID, ...) int run##ID(const CommandLine &Command);
#include "tool/Subcommands.def"

/// Prints "kernelcast: error: ..." for every message in \p E; returns Usage.
int complain(llvm::Error E);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_TOOL_H
