//===- DeviceLibrary.h - Library functions, as LLVM knows them --*- C++ -*-===//
//
// What a kernel calls and no source defines: the vendors' mathematics, OpenCL's
// work-item functions. To the optimiser such a call could do anything, wait for
// other threads and change all memory, and nothing would be moved across it.
// So calls of what is one instruction become that instruction, and of others it
// is said what they do not do (LibraryFunctions.def).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_DEVICELIBRARY_H
#define KERNELCAST_ANALYSIS_LOWERING_DEVICELIBRARY_H

#include "analysis/KernelModel.h"

namespace llvm {
class Function;
} // namespace llvm

namespace kernelcast {

/// A function without code, as its source has it.
struct LibraryFunction {
  llvm::StringRef Name; ///< without scopes, types and the like
  Language Lang;
  bool FirstIsUnsigned = false; ///< of its parameters
};

/// Replaces the calls of \p Declared, or says of it what \p Known implies.
void describeLibraryFunction(llvm::Function &Declared,
                             const LibraryFunction &Known);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_DEVICELIBRARY_H
