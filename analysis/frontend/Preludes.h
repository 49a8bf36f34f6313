//===- Preludes.h - The headers that stand in for an SDK --------*- C++ -*-===//
//
// The files under prelude/ are compiled into the library and shown to Clang in
// memory, below a root that no real file system has:
//
//   ROOT/*.h      the prelude itself
//   ROOT/core/    found before the user's folders: what the prelude replaces
//   ROOT/last/    found after everything else: helpers nobody else provides
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_PRELUDES_H
#define KERNELCAST_ANALYSIS_FRONTEND_PRELUDES_H

#include "analysis/frontend/InputRecord.h"
#include "analysis/support/PreludeRoot.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace kernelcast {

/// One file under prelude/, by its path relative to that folder.
struct EmbeddedFile {
  const char *Path;
  const char *Text;
};

/// All files under prelude/, sorted by path (generated at build time).
llvm::ArrayRef<EmbeddedFile> embeddedFiles();

/// The real file system with the embedded files laid over it; relative paths
/// start at \p Directory (empty: the process's own). \p Texts, by absolute
/// path, stand for what files of the disk hold. What is asked of these is noted
/// in \p Record, if there is one.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystemWithPreludes(llvm::StringRef Directory,
                       const std::map<std::string, std::string> &Texts = {},
                       InputRecord *Record = nullptr);

/// A number that changes with the text of any embedded file.
uint64_t preludeFingerprint();

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_PRELUDES_H
