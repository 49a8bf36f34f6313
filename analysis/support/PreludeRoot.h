//===- PreludeRoot.h - Where the stand-in headers lie -----------*- C++ -*-===//
//
// The tool brings headers of its own, in memory (frontend/Preludes.h). They are
// no place to send a reader to.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_PRELUDEROOT_H
#define KERNELCAST_ANALYSIS_SUPPORT_PRELUDEROOT_H

#include "llvm/ADT/StringRef.h"

namespace kernelcast {

/// The folder that the embedded files seem to lie in.
inline constexpr llvm::StringLiteral PreludeRoot = "/kernelcast-prelude";

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_PRELUDEROOT_H
