//===- OutputFile.h - A file written whole or not at all --------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_OUTPUTFILE_H
#define KERNELCAST_TOOL_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace kernelcast {

/// Writes what \p Write produces to \p Path: to a temporary file beside it
/// that is renamed at the end, so that a reader (or a crash) never sees a part.
/// What is there and is not an ordinary file (/dev/null, a pipe) is written
/// directly. An empty \p Path is standard output.
llvm::Error writeOutput(llvm::StringRef Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Writes to \p Path the rule that says, to Ninja and to make, that \p Target
/// was made from \p Files. Duplicates count once.
llvm::Error writeDepfile(llvm::StringRef Path, llvm::StringRef Target,
                         std::vector<std::string> Files);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_OUTPUTFILE_H
