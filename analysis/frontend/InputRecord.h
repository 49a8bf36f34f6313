//===- InputRecord.h - Which files a parse has asked for --------*- C++ -*-===//
//
// A layer over the file system that notes the hash of every text that is read,
// of the very bytes that the compiler gets, and every name that is looked for
// in vain.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_INPUTRECORD_H
#define KERNELCAST_ANALYSIS_FRONTEND_INPUTRECORD_H

#include "analysis/support/SourceInputs.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace kernelcast {

/// Of one parse, on one thread.
class InputRecord {
public:
  /// \p Path is read for what is in its name.
  void ignore(llvm::StringRef Path) { Ignored.insert(Path); }
  bool ignores(llvm::StringRef Path) const { return Ignored.contains(Path); }

  /// \p Hash of what \p Path held; nothing: there is no such file.
  void add(llvm::StringRef Path, std::optional<ContentHash> Hash);

  /// Files of one name were looked for in a folder and below.
  void add(InputFile Search) { Searches.push_back(std::move(Search)); }

  /// The text depends on when it is compiled.
  void readClock() { MayDiffer = true; }

  SourceInputs inputs() const;

private:
  llvm::StringMap<std::optional<ContentHash>> Files;
  std::vector<InputFile> Searches; ///< in the order in which they were made
  llvm::StringSet<> Ignored;
  bool MayDiffer = false;
};

/// \p Under, of which all that is asked is noted in \p Record, which outlives
/// it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recording(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under,
          InputRecord &Record);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_INPUTRECORD_H
