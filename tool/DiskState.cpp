//===- DiskState.cpp - Whether files are what they were -------------------===//

#include "tool/DiskState.h"
#include "analysis/frontend/NearbyHeaders.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

std::optional<ContentHash> DiskState::hash(const std::string &Path) {
  {
    const std::lock_guard Hold(Lock);
    if (auto It = Hashes.find(Path); It != Hashes.end())
      return It->second;
  }
  std::optional<ContentHash> Result;
  // A pipe may never end.
  if (sys::fs::is_regular_file(Path))
    if (auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true))
      Result = contentHash((*Text)->getBuffer());
  const std::lock_guard Hold(Lock);
  return Hashes.try_emplace(Path, Result).first->second;
}

std::optional<ContentHash> DiskState::hash(const InputFile &Input) {
  if (!Input.isSearch())
    return hash(Input.Path);
  const std::pair Search(Input.Path, Input.Sought);
  {
    const std::lock_guard Hold(Lock);
    if (auto It = Found.find(Search); It != Found.end())
      return It->second;
  }
  const ContentHash Result = hashOf(Input, *vfs::createPhysicalFileSystem());
  const std::lock_guard Hold(Lock);
  return Found.try_emplace(Search, Result).first->second;
}

/// The names in \p Folder; nothing if that cannot be told.
static std::optional<StringSet<>> namesIn(const std::string &Folder) {
  StringSet<> Result;
  std::error_code Failed;
  sys::fs::directory_iterator I(Folder, Failed);
  for (const sys::fs::directory_iterator End; I != End && !Failed;
       I.increment(Failed))
    Result.insert(sys::path::filename(I->path()));
  // A folder that is not there has nothing in it.
  if (Failed && Failed != std::errc::no_such_file_or_directory &&
      Failed != std::errc::not_a_directory)
    return std::nullopt;
  return Result;
}

bool DiskState::has(StringRef Path) {
  const StringRef Name = sys::path::filename(Path);
  const std::string Folder = sys::path::parent_path(Path).str();
  // Of "a/.." the name is in no list.
  if (Name.find_first_not_of('.') == StringRef::npos)
    return sys::fs::exists(Path);
  const std::lock_guard Hold(Lock);
  auto [It, IsNew] = Names.try_emplace(Folder);
  if (IsNew)
    It->second = namesIn(Folder);
  const std::optional<StringSet<>> &Known = It->second;
  return Known ? Known->contains(Name) : sys::fs::exists(Path);
}
