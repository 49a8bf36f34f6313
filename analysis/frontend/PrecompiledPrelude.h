//===- PrecompiledPrelude.h - The CUDA prelude, parsed once -----*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_PRECOMPILEDPRELUDE_H
#define KERNELCAST_ANALYSIS_FRONTEND_PRECOMPILEDPRELUDE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelcast {

/// The user's folder for what is made once, made if need be; empty if there is
/// none to write to.
std::string cacheFolder();

/// Whatever changes when the headers of C and C++ on this machine are updated.
std::string libraryState();

/// The path of the CUDA prelude in precompiled form, made on first use; empty
/// where none can be made or kept, and the text must be read instead. Safe to
/// call from many threads and processes at a time.
std::string precompiledPrelude(llvm::StringRef Standard,
                               unsigned ComputeCapability, bool FastMath);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_PRECOMPILEDPRELUDE_H
