//===- KernelNames.h - Names of kernels as users write them -----*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_KERNELNAMES_H
#define KERNELCAST_ANALYSIS_FRONTEND_KERNELNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelcast {

/// "ns::f<int, 4>" to "ns::f".
std::string withoutTemplateArguments(llvm::StringRef Name);

/// \p Name in a form that different writers agree on: no spaces, no suffixes
/// on integers (16u), no casts before them ((int)16).
std::string comparableName(llvm::StringRef Name);

/// Whether the user's \p Wanted ("f", "ns::f", "f<int, 4>", "ns::f<int,4>")
/// means the kernel \p Qualified with \p Arguments ("ns::f<int, 4>").
bool matchesKernel(llvm::StringRef Wanted, llvm::StringRef Qualified,
                   llvm::ArrayRef<std::string> Arguments);

/// The same, or \p Wanted is a pattern (* ? [abc], as of a shell) for the whole
/// qualified name, the name without template arguments, or its last part:
/// "*_backward*", "ns::*". A name that matches as it stands is no pattern.
bool selectsKernel(llvm::StringRef Wanted, llvm::StringRef Qualified,
                   llvm::ArrayRef<std::string> Arguments);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_KERNELNAMES_H
