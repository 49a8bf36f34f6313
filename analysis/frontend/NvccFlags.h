//===- NvccFlags.h - Compiler arguments of users, made ours -----*- C++ -*-===//
//
// Build systems call nvcc, clang or an OpenCL compiler. What matters to the
// meaning of the source is kept (macros, include folders, language standard,
// GPU architecture, register limit, fast maths); the rest is left out, and one
// note says which options those were.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_NVCCFLAGS_H
#define KERNELCAST_ANALYSIS_FRONTEND_NVCCFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace kernelcast {

/// Arguments after translation.
struct TranslatedArguments {
  /// -D, -U, -I, -isystem, -iquote, -idirafter, -include, in order, each
  /// option and value one after the other, as Clang's cc1 reads them.
  std::vector<std::string> Preprocessor;
  std::string CxxStandard;    ///< "c++14"; empty if not given
  std::string OpenCLStandard; ///< "CL2.0"; empty if not given
  std::string Language;       ///< of -x: "cu", "cl", ...; empty if not given
  unsigned ComputeCapability = 0; ///< 86 for sm_86; the lowest given, 0 if none
  unsigned MaxRegisters = 0;      ///< -maxrregcount
  bool FastMath = false;
  bool ApproximateRoots = false; ///< -prec-sqrt=false
  /// Options among those left out make arithmetic of floats other than IEEE 754
  /// has it: -ftz=true, -prec-div=false, -cl-denorms-are-zero and the like.
  bool InexactFloats = false;
  bool InexactSums = false;         ///< that of more than roots
  std::vector<std::string> Ignored; ///< kinds of options left out, sorted
  std::vector<std::string> Unknown; ///< options nobody knows, sorted
};

/// Translates \p Arguments (nvcc's or Clang's, without compiler and file).
/// Response files (@FILE, -optf FILE) are read from \p Files; one that cannot
/// be read, or that includes itself, is an error, as is an option whose value
/// is missing or malformed.
llvm::Expected<TranslatedArguments>
translateArguments(llvm::ArrayRef<std::string> Arguments,
                   llvm::vfs::FileSystem &Files);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_NVCCFLAGS_H
