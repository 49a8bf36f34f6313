//===- CacheEntry.cpp - A file that tells whether it is whole -------------===//

#include "tool/CacheEntry.h"
#include "analysis/support/SourceInputs.h"
#include "tool/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

std::string kernelcast::cacheEntryPath(StringRef Folder, StringRef Key) {
  const ContentHash Name = contentHash(Key);
  SmallString<256> Path(Folder);
  // The beginning tells LLVM's pruning which files are to be removed.
  sys::path::append(Path, "llvmcache-" +
                              utohexstr(Name[0], /*LowerCase=*/true, 16) +
                              utohexstr(Name[1], /*LowerCase=*/true, 16));
  return Path.str().str();
}

std::optional<std::string> kernelcast::readCacheEntry(const std::string &Path,
                                                      StringRef Magic) {
  // Its time of access tells what has not been used for long.
  auto File = sys::fs::openNativeFileForRead(Path, sys::fs::OF_UpdateAtime);
  if (!File) {
    consumeError(File.takeError());
    return std::nullopt;
  }
  auto Buffer = MemoryBuffer::getOpenFile(*File, Path, /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (sys::fs::closeFile(*File) || !Buffer)
    return std::nullopt;
  StringRef Bytes = (*Buffer)->getBuffer();
  ContentHash Hash;
  if (!Bytes.consume_front(Magic) || Bytes.size() < sizeof(Hash))
    return std::nullopt;
  std::memcpy(&Hash, Bytes.data(), sizeof(Hash));
  Bytes = Bytes.drop_front(sizeof(Hash));
  if (contentHash(Bytes) != Hash)
    return std::nullopt;
  return Bytes.str();
}

Error kernelcast::writeCacheEntry(const std::string &Path, StringRef Magic,
                                  StringRef Bytes) {
  const ContentHash Hash = contentHash(Bytes);
  return writeOutput(Path, [&](raw_ostream &Out) {
    Out << Magic;
    Out.write(reinterpret_cast<const char *>(&Hash), sizeof(Hash));
    Out << Bytes;
  });
}
