//===- LaunchSpelling.h - Launches written with spaces ----------*- C++ -*-===//
//
//   kernel << <grid, block >> > (a);      as formatters leave it; nvcc takes it
//   kernel<<< grid, block >>>  (a);       what Clang reads instead
//
// Every character stays where it is, but for the space inside the brackets,
// which goes behind them: places in messages are those of the file.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_LAUNCHSPELLING_H
#define KERNELCAST_ANALYSIS_FRONTEND_LAUNCHSPELLING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>

namespace kernelcast {

/// \p Source with its launches in one spelling; nothing if none needs it. What
/// is in comments and literals stays, and so do operator<< <T> and A<B<C>> >.
std::optional<std::string> withJoinedLaunches(llvm::StringRef Source);

/// \p Under, whose files are read that way.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
joiningLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_LAUNCHSPELLING_H
