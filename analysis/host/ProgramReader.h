//===- ProgramReader.h - The device's side of the host code -----*- C++ -*-===//
//
// Host code in the order in which it runs, from main (or from every function
// that nobody in the file calls): the calls that concern the device, with the
// loops, branches and called functions around them.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_PROGRAMREADER_H
#define KERNELCAST_ANALYSIS_HOST_PROGRAMREADER_H

#include "analysis/host/program/HostProgram.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace kernelcast {

class SkippedText;

/// The program of one translation unit; without entries where its host code
/// asks nothing of the device. The result does not refer to \p Context.
std::unique_ptr<HostProgram> hostProgram(clang::ASTContext &Context,
                                         const SkippedText &Skipped);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HOST_PROGRAMREADER_H
