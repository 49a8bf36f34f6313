//===- KernelStrings.h - Kernels in the strings of host code ----*- C++ -*-===//
//
//   const char *source = R"(__kernel void k(__global int *a) { ... })";
//   const char *source = "__kernel void k(__global int *a) {\n"
//                        "  a[get_global_id(0)] = 1;\n"
//                        "}\n";
//
// Programs that compile kernels while they run (OpenCL, NVRTC) may keep their
// text in literals. Each becomes a source of its own: the whole file's text
// with blanks in place of everything else, so that places are those of the
// file.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_KERNELSTRINGS_H
#define KERNELCAST_ANALYSIS_FRONTEND_KERNELSTRINGS_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelcast {

/// A literal, or several in a row, with the text of a kernel.
struct KernelString {
  unsigned Line = 1, Column = 1; ///< where it begins
  Language Lang = Language::OpenCL;
  /// The kernel's text amid blanks; empty where it cannot be told.
  std::string Text;
  std::string WhyNot; ///< why it cannot; "" where it can
};

/// The strings of \p Source, C or C++, that hold `__kernel`, `kernel void` or
/// `__global__`, in its order.
///
/// A string is left out, with the reason, if more than literals make it up
/// (macros, variables), or if its lines end elsewhere than those of the file
/// and it matters: inside a preprocessor directive or a word.
std::vector<KernelString> kernelStringsOf(llvm::StringRef Source);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_KERNELSTRINGS_H
