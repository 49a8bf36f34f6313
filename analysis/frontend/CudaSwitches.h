//===- CudaSwitches.h - Macros that turn a program's CUDA on ----*- C++ -*-===//
//
// Programs that can be built with CUDA and without keep their kernels, or the
// types of their kernels, between #ifdef SOME_WITH_CUDA and #endif, and their
// build defines the macro. Who analyses one of their CUDA files rarely has that
// option at hand, and without it the kernels are not there. A macro of such a
// name that the text asks for, and that neither it nor an option defines, is
// therefore taken to be defined; a warning says so.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_CUDASWITCHES_H
#define KERNELCAST_ANALYSIS_FRONTEND_CUDASWITCHES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace kernelcast {

/// Whether \p Macro has a name that builds use to turn CUDA on: its last two
/// words are WITH, USE, HAVE, HAS or ENABLE and CUDA or GPU, or CUDA or GPU and
/// ENABLED or ENABLE.
bool isCudaSwitch(llvm::StringRef Macro);

/// The switches that one parse asks for.
class CudaSwitches {
public:
  /// Notes what the text of \p Source asks for from now on; must outlive it.
  void watch(clang::Preprocessor &Source);

  /// Those that were asked for and nothing defines, in the order of the text.
  std::vector<std::string> undefined() const;

private:
  class Watcher;
  std::vector<std::string> Asked; ///< each once
  llvm::StringSet<> Defined;      ///< or undefined, by the text
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_CUDASWITCHES_H
