//===- SourceCheck.h - Is this a source file at all? ------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_SOURCECHECK_H
#define KERNELCAST_ANALYSIS_FRONTEND_SOURCECHECK_H

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace kernelcast {

/// The largest source file that is read, in bytes.
inline constexpr uint64_t MaxSourceBytes = 64u << 20;

/// An error that names the reason if \p File is missing, a directory,
/// unreadable, larger than MaxSourceBytes or not text. An empty file is fine.
llvm::Error checkSource(llvm::StringRef File, llvm::vfs::FileSystem &Files);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_SOURCECHECK_H
