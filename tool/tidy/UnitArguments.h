//===- UnitArguments.h - How clang-tidy reads the file at hand --*- C++ -*-===//
#ifndef KERNELCAST_TOOL_TIDY_UNITARGUMENTS_H
#define KERNELCAST_TOOL_TIDY_UNITARGUMENTS_H

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace kernelcast {

/// Arguments of a compiler with which kernelcast reads the file as \p Source
/// does: macros, folders, included files, language standard, GPU. What comes
/// from Clang itself or stands for the vendor's SDK is left out, because
/// kernelcast brings its own.
std::vector<std::string> unitArguments(const clang::Preprocessor &Source);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_TIDY_UNITARGUMENTS_H
