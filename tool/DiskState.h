//===- DiskState.h - Whether files are what they were -----------*- C++ -*-===//
//
// For one run: each file is read once and each folder listed once, however many
// sources include it or look there in vain.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_DISKSTATE_H
#define KERNELCAST_TOOL_DISKSTATE_H

#include "analysis/support/SourceInputs.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <mutex>

namespace kernelcast {

/// May be asked by several threads at once.
class DiskState {
public:
  /// Of what \p Path holds; nothing: no file that can be read.
  std::optional<ContentHash> hash(const std::string &Path);
  /// What InputFile::Hash would be now.
  std::optional<ContentHash> hash(const InputFile &Input);

  /// Whether there is anything at \p Path.
  bool has(llvm::StringRef Path);

private:
  std::mutex Lock;
  std::map<std::string, std::optional<ContentHash>> Hashes;
  /// Of searches, by folder and name.
  std::map<std::pair<std::string, std::string>, ContentHash> Found;
  /// Nothing: a folder that may be there and does not tell.
  std::map<std::string, std::optional<llvm::StringSet<>>> Names;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_DISKSTATE_H
