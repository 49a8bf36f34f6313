//===- InputRecord.cpp - Which files a parse has asked for ----------------===//

#include "analysis/frontend/InputRecord.h"
#include "analysis/support/PreludeRoot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kernelcast {

void InputRecord::add(llvm::StringRef Path, std::optional<ContentHash> Hash) {
  auto [It, IsNew] = Files.try_emplace(Path, Hash);
  // Read twice, with a change in between.
  if (!IsNew && It->second != Hash)
    MayDiffer = true;
}

SourceInputs InputRecord::inputs() const {
  SourceInputs Result;
  for (const auto &[Path, Hash] : Files)
    Result.Files.push_back({Path.str(), Hash});
  llvm::sort(Result.Files, [](const InputFile &A, const InputFile &B) {
    return A.Path < B.Path;
  });
  llvm::append_range(Result.Files, Searches);
  Result.MayDiffer = MayDiffer;
  return Result;
}

namespace {

/// A file that has been read.
class ReadFile : public llvm::vfs::File {
public:
  ReadFile(std::unique_ptr<llvm::vfs::File> Under,
           std::unique_ptr<llvm::MemoryBuffer> Text)
      : Under(std::move(Under)), Text(std::move(Text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return Under->status(); }
  llvm::ErrorOr<std::string> getName() override { return Under->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(Text->getBuffer(), Name);
  }
  std::error_code close() override { return Under->close(); }

private:
  std::unique_ptr<llvm::vfs::File> Under;
  std::unique_ptr<llvm::MemoryBuffer> Text;
};

class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under,
                      InputRecord &Record)
      : ProxyFileSystem(std::move(Under)), Record(Record) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    auto Status = ProxyFileSystem::status(Path);
    if (!Status)
      note(Path, std::nullopt);
    return Status;
  }

  bool exists(const llvm::Twine &Path) override {
    return static_cast<bool>(status(Path));
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File) {
      note(Path, std::nullopt);
      return File;
    }
    if (Record.ignores(Path.str()))
      return File;
    // Read as a whole and at once, not mapped: what is hashed is what the
    // compiler sees, whatever becomes of the file.
    auto Text = (*File)->getBuffer(Path, /*FileSize=*/-1,
                                   /*RequiresNullTerminator=*/true,
                                   /*IsVolatile=*/true);
    if (!Text) { // a folder
      note(Path, std::nullopt);
      return File;
    }
    note(Path, contentHash((*Text)->getBuffer()));
    return std::make_unique<ReadFile>(std::move(*File), std::move(*Text));
  }

private:
  void note(const llvm::Twine &Path, std::optional<ContentHash> Hash) {
    llvm::SmallString<256> Absolute;
    Path.toVector(Absolute);
    if (!makeAbsolute(Absolute) && !isPrelude(Absolute))
      Record.add(Absolute, Hash);
  }

  InputRecord &Record;
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
recording(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under,
          InputRecord &Record) {
  return llvm::makeIntrusiveRefCnt<RecordingFileSystem>(std::move(Under),
                                                        Record);
}

} // namespace kernelcast
