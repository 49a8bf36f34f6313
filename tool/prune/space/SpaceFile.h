//===- SpaceFile.h - Tuning spaces from files -------------------*- C++ -*-===//
//
// Reads what autotuners describe their spaces with:
//
//   T1 with ProblemSize       Kernel Tuner's reading of it     KernelTunerSpace
//   T1 without                KTT's reading of it              KttSpace
//   [{"a": 1}, ...]           configurations one by one        ListedSpace
//   {"configurations": [...]}, T4's {"results": [...]}, CSV    the same
//
// Real files say things that are not so: sizes of another kernel, arguments of
// another benchmark. What the tuner that a file is for would not read is not
// believed, and a note says so; the command line wins over the file.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_SPACEFILE_H
#define KERNELCAST_TOOL_PRUNE_SPACE_SPACEFILE_H

#include "tool/prune/space/TuningSpace.h"

namespace kernelcast {

/// What the command line says instead of the file.
struct SpaceOverrides {
  /// Of --source: all together are the kernel's text.
  std::vector<std::string> Sources;
  /// Of --local-size and --grid: up to three expressions over the parameters,
  /// with commas between. The grid counts blocks (work-groups).
  std::optional<std::string> LocalSize, Grid;
  /// Of --dynamic-shared: an expression, in bytes.
  std::optional<std::string> SharedBytes;
  /// Of --kernel.
  std::optional<std::string> KernelName;
  /// Of --arg; these have names.
  std::vector<ConfiguredKernel::Argument> Arguments;
};

/// The space that \p Text has. \p FileName is for messages; paths of sources
/// start in its folder. The error has a line `file:line:column: error: ...` for
/// every mistake, 20 at most: no JSON or CSV, what a format asks for and is not
/// there, expressions that cannot be read, values of the wrong kind.
llvm::Expected<TuningSpace> readSpace(llvm::StringRef Text,
                                      llvm::StringRef FileName,
                                      const SpaceOverrides &Overrides);

/// The space in the file at \p Path. Errors: as readSpace(); a file that cannot
/// be read or is larger than MaxSpaceFileBytes.
llvm::Expected<TuningSpace> loadSpace(llvm::StringRef Path,
                                      const SpaceOverrides &Overrides);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_SPACEFILE_H
