//===- Inputs.h - Which files a command line means --------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_INPUTS_H
#define KERNELCAST_TOOL_INPUTS_H

#include "tool/CommandLine.h"

namespace kernelcast {

/// What reports call the file that standard input is.
inline constexpr llvm::StringLiteral StandardInputName = "<stdin>";

/// Puts real files into \p Command: '-' becomes StandardInputName, with its
/// text in StandardInput; where no file is given with -p, all CUDA and OpenCL
/// files of the database, each once, in its order. Errors: '-' twice; standard
/// input that is a terminal, cannot be read or is larger than a source may be;
/// a database that cannot be read or has no such file.
llvm::Error findInputs(CommandLine &Command);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_INPUTS_H
