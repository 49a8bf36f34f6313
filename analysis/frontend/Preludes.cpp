//===- Preludes.cpp - The headers that stand in for an SDK ----------------===//
#include "analysis/frontend/Preludes.h"
#include "analysis/frontend/NvccSpelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace kernelcast {

/// Names, a line each, of headers that are empty, or that include another:
/// `name` or `name = other`.
static constexpr llvm::StringLiteral ListOfOthers = "other_headers.txt";

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// \p Below with other texts in some of its files.
static FileSystem withTexts(FileSystem Below,
                            const std::map<std::string, std::string> &Texts) {
  auto Changed = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[Path, Text] : Texts)
    Changed->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  auto Both =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Below));
  Both->pushOverlay(std::move(Changed));
  return Both;
}

namespace {

/// Libraries have hundreds of headers, and programs include any of them: each
/// one below these folders that the prelude lacks is the one that has it all.
struct LibraryHeaders {
  llvm::StringLiteral Folder;
  const char *Text;
};
constexpr LibraryHeaders AllOf[] = {
#define KC_HEADERS(FOLDER, HEADER)                                             \
  {FOLDER, "#pragma GCC system_header\n#include <" HEADER ">\n"}
    KC_HEADERS("ATen", "ATen/kc_aten.h"),  KC_HEADERS("c10", "ATen/kc_aten.h"),
    KC_HEADERS("torch", "ATen/kc_aten.h"), KC_HEADERS("THC", "ATen/kc_aten.h"),
    KC_HEADERS("cub", "cub/cub.cuh"),      KC_HEADERS("cuda", "kc_cuda_std.h"),
    KC_HEADERS("nv", "kc_cuda_std.h"),
#undef KC_HEADERS
};

/// Where cub keeps its headers.
constexpr llvm::StringLiteral CubFolders[] = {"agent/",    "block/",  "detail/",
                                              "device/",   "grid/",   "host/",
                                              "iterator/", "thread/", "warp/"};

/// Whether a library has the header \p Rest, "/name", in its \p Folder.
/// Programs have folders named cuda and cub, too: what is the vendor's is told
/// by its place there, or by a name like the standard's.
bool isHeaderOf(llvm::StringRef Folder, llvm::StringRef Rest) {
  const llvm::StringRef Ending = llvm::sys::path::extension(Rest);
  const bool IsDeep = Rest.count('/') > 1;
  if (Folder == "cuda" || Folder == "nv")
    return IsDeep ? Rest.starts_with("/std/") && !Rest.starts_with("/std/_") &&
                        !Rest.starts_with("/std/detail")
                  : Ending.empty() && Rest.size() > 1 && Rest != "/std";
  if (Ending != ".h" && Ending != ".cuh" && Ending != ".hpp")
    return false;
  if (Folder != "cub")
    return true;
  return IsDeep ? llvm::any_of(CubFolders,
                               [&](llvm::StringRef Part) {
                                 return Rest.drop_front().starts_with(Part);
                               })
                : Rest == "/config.cuh" || Rest == "/version.cuh" ||
                      Rest.starts_with("/util_");
}

/// The files of the prelude, and the libraries' headers as they are asked for.
class WholeLibraries : public llvm::vfs::ProxyFileSystem {
public:
  using Memory = llvm::vfs::InMemoryFileSystem;
  explicit WholeLibraries(llvm::IntrusiveRefCntPtr<Memory> Under)
      : ProxyFileSystem(Under), Files(std::move(Under)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    provide(Path);
    return ProxyFileSystem::status(Path);
  }
  bool exists(const llvm::Twine &Path) override {
    return static_cast<bool>(status(Path));
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    provide(Path);
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  void provide(const llvm::Twine &Twine) {
    const std::string Path = Twine.str();
    llvm::StringRef Name(Path);
    if (!Name.consume_front(PreludeRoot) || !Name.consume_front("/core/"))
      return;
    const llvm::StringRef Folder = Name.split('/').first;
    const auto *Library = llvm::find_if(
        AllOf, [&](const LibraryHeaders &L) { return L.Folder == Folder; });
    if (Library == std::end(AllOf) || Files->exists(Path))
      return;
    // The compiler asks for a header's folder before it asks for the header.
    if (isHeaderOf(Folder, Name.drop_front(Folder.size())))
      Files->addFile(Path, 0,
                     llvm::MemoryBuffer::getMemBuffer(Library->Text, Path));
    else if (llvm::sys::path::extension(Name).empty())
      Files->addFile(Path + "/.folder", 0,
                     llvm::MemoryBuffer::getMemBuffer("", Path));
  }

  llvm::IntrusiveRefCntPtr<Memory> Files;
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileSystemWithPreludes(llvm::StringRef Directory,
                       const std::map<std::string, std::string> &Texts,
                       InputRecord *Record) {
  // Each parse has a file system of its own: its current directory is not the
  // process's, so parses in several threads do not disturb one another.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Real(
      llvm::vfs::createPhysicalFileSystem().release());
  // A folder that is not there is reported with the first file looked for.
  if (!Directory.empty())
    llvm::consumeError(
        llvm::errorCodeToError(Real->setCurrentWorkingDirectory(Directory)));
  if (!Texts.empty())
    Real = withTexts(std::move(Real), Texts);
  if (Record)
    Real = recording(std::move(Real), *Record);
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      respelled(std::move(Real)));
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Add = [&](llvm::StringRef Path, llvm::StringRef Text) {
    Memory->addFile(PreludeRoot + "/" + Path, 0,
                    llvm::MemoryBuffer::getMemBuffer(Text, Path));
  };
  auto AddOther = [&](llvm::StringRef Line) {
    auto [Name, Included] = Line.split(" = ");
    std::string Text = "// Part of the prelude.\n";
    if (!Included.empty())
      Text +=
          ("#pragma GCC system_header\n#include <" + Included + ">\n").str();
    Memory->addFile(PreludeRoot + "/core/" + Name, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(Text, Name));
  };
  for (const EmbeddedFile &File : embeddedFiles()) {
    if (File.Path != ListOfOthers) {
      Add(File.Path, File.Text);
      continue;
    }
    llvm::SmallVector<llvm::StringRef> Lines;
    llvm::StringRef(File.Text).split(Lines, '\n', -1, false);
    for (llvm::StringRef Line : Lines)
      AddOther(Line);
  }
  Overlay->pushOverlay(
      llvm::makeIntrusiveRefCnt<WholeLibraries>(std::move(Memory)));
  return Overlay;
}

uint64_t preludeFingerprint() {
  uint64_t Hash = 0;
  for (const EmbeddedFile &File : embeddedFiles())
    Hash = Hash * 31 + llvm::xxh3_64bits(llvm::StringRef(File.Path)) * 7 +
           llvm::xxh3_64bits(llvm::StringRef(File.Text));
  return Hash;
}

} // namespace kernelcast
