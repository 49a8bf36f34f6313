//===- SourceInputs.h - What the reading of a source rests on ---*- C++ -*-===//
//
// A result may be used again if reading the source would go the same way: every
// file that was read has the same text, and no file has come into being where
// one was looked for and not found. An #include takes the first file of its
// name, so that a new one in an earlier folder changes what is read although
// nothing that was read has changed.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_SOURCEINPUTS_H
#define KERNELCAST_ANALYSIS_SUPPORT_SOURCEINPUTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

/// 128 bits that tell texts apart, though not ones made to be confused.
using ContentHash = std::array<uint64_t, 2>;
inline ContentHash contentHash(llvm::StringRef Text) {
  const llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
  return {Hash.low64, Hash.high64};
}

/// A file of the disk that was looked for.
struct InputFile {
  std::string Path; ///< absolute, as it was asked for: it may have dots
  /// Of the text that was read; nothing: there was no file to read. Of a
  /// search, of the places that were found.
  std::optional<ContentHash> Hash;
  /// Not empty: all files of this name were looked for, in the folder Path and
  /// below it.
  std::string Sought = {};

  bool isSearch() const { return !Sought.empty(); }
};

/// All that a source was read from, without the tool's own headers.
struct SourceInputs {
  std::vector<InputFile> Files; ///< by path; searches behind them
  /// The text has the date or the time of its compilation in it, or a file
  /// changed while it was read: reading it again may give another result.
  bool MayDiffer = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_SOURCEINPUTS_H
