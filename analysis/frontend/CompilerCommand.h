//===- CompilerCommand.h - Clang's command line for a file ------*- C++ -*-===//
//
// The command that parses a file as this library does, for programs that
// compare with it. The prelude, which the library shows to Clang in memory, is
// written to the cache folder together with an overlay that puts it in place.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_COMPILERCOMMAND_H
#define KERNELCAST_ANALYSIS_FRONTEND_COMPILERCOMMAND_H

#include "analysis/frontend/Frontend.h"

namespace kernelcast {

/// clang-19's command for \p Job, to be run in the job's directory: what the
/// first attempt at the file is parsed with (OpenCL without a standard is tried
/// with several). Unlike the library, Clang gives up on a missing header.
/// Errors: arguments that cannot be used, no cache folder to write to.
llvm::Expected<std::vector<std::string>> compilerCommand(const CompileJob &Job);

/// Writes the prelude's files below \p Folder, with the headers that it knows
/// to be empty. Errors: what cannot be written.
llvm::Error writePrelude(llvm::StringRef Folder);

/// Options of Clang's driver, to come before all others of a command, that let
/// CUDA be read without an SDK, or in spite of one, and change nothing for
/// other languages. The files that they name are written to the user's cache
/// folder if need be. Errors: there is nowhere to write to.
llvm::Expected<std::vector<std::string>> preludeArguments();

/// A command of Clang's driver with which clangd and clang-tidy read \p Job's
/// file without an SDK: nvcc's options are translated or left out, the device's
/// side is compiled, and the prelude in \p Prelude stands in for the vendor's
/// headers. Errors: arguments that cannot be used.
llvm::Expected<std::vector<std::string>> driverCommand(const CompileJob &Job,
                                                       llvm::StringRef Prelude);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_COMPILERCOMMAND_H
