//===- IgnoredFlags.h - Options that change no analysis ---------*- C++ -*-===//
//
// nvcc, Clang and host compilers have many options whose effect ends before or
// after what is analysed: code generation, linking, debugging, messages.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_IGNOREDFLAGS_H
#define KERNELCAST_ANALYSIS_FRONTEND_IGNOREDFLAGS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace kernelcast {

/// Options whose value is the next argument or follows "=": -ccbin FILE,
/// -ccbin=FILE.
llvm::SmallVector<llvm::StringRef, 0> ignoredOptionsWithValue();

/// Options whose value may also be joined: -MFFILE.
llvm::SmallVector<llvm::StringRef, 0> ignoredOptionsWithJoinedValue();

/// The longest known option without a value of its own that \p Argument starts
/// with (-g of -gdwarf, --keep of --keep-dir); empty if there is none.
llvm::StringRef ignoredPrefix(llvm::StringRef Argument);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_IGNOREDFLAGS_H
