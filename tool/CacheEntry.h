//===- CacheEntry.h - A file that tells whether it is whole -----*- C++ -*-===//
//
// An entry of a cache on the disk: a line that says what it is, the hash of
// what follows, and that. Who reads it while it is written, or after a disk was
// full, finds no entry.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_CACHEENTRY_H
#define KERNELCAST_TOOL_CACHEENTRY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace kernelcast {

/// Where in \p Folder the entry for \p Key is, all of which its name is made
/// of. LLVM's pruning of caches (llvm/Support/CachePruning.h) knows such names.
std::string cacheEntryPath(llvm::StringRef Folder, llvm::StringRef Key);

/// What the entry at \p Path holds; nothing if there is none, it is damaged, or
/// it does not begin with \p Magic, a line.
std::optional<std::string> readCacheEntry(const std::string &Path,
                                          llvm::StringRef Magic);

/// Writes the entry, whole or not at all.
llvm::Error writeCacheEntry(const std::string &Path, llvm::StringRef Magic,
                            llvm::StringRef Bytes);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_CACHEENTRY_H
