//===- PreludeRoot.h - Where the stand-in headers lie -----------*- C++ -*-===//
//
// The tool brings headers of its own, in memory (frontend/Preludes.h). They are
// no place to send a reader to, and functions that they define are the
// vendor's, not the user's.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_PRELUDEROOT_H
#define KERNELCAST_ANALYSIS_SUPPORT_PRELUDEROOT_H

#include "llvm/ADT/StringRef.h"

namespace kernelcast {

/// The folder that the embedded files seem to lie in.
inline constexpr llvm::StringLiteral PreludeRoot = "/kernelcast-prelude";

/// Whether \p File, by its full path, is one of the embedded files.
inline bool isPrelude(llvm::StringRef File) {
  return File.consume_front(PreludeRoot) && File.starts_with("/");
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_PRELUDEROOT_H
