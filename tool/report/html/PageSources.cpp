//===- PageSources.cpp - The source that a page carries -------------------===//

#include "tool/report/html/PageSources.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace llvm;
using namespace kernelcast;

void PageFiles::add(const std::string &Path) {
  constexpr size_t Most = 200;
  if (!Path.empty() && Paths.size() < Most && !is_contained(Paths, Path))
    Paths.push_back(Path);
}

namespace {

constexpr uint64_t MostBytes = 4 << 20;
constexpr uint64_t MostBytesTogether = 32 << 20;
constexpr size_t MostLines = 20000;

/// Finds the text of the files that \p Result was made from.
class SourceReader {
public:
  explicit SourceReader(const Report &Result) : Texts(Result.Texts) {
    for (const FileReport &File : Result.Files)
      for (const InputFile &Input : File.Inputs.Files) {
        sys::fs::file_status Status;
        if (Input.Hash && !sys::fs::status(Input.Path, Status))
          Read.insert(Status.getUniqueID());
      }
  }

  /// The text of \p Path; where \p Why is set, there is none.
  std::string text(const std::string &Path, StringRef &Why) {
    std::string Text;
    if (auto It = Texts.find(Path); It != Texts.end()) {
      Text = It->second;
      if (Text.size() > MostBytes)
        Why = "has more than 4 MiB";
    } else if (!wasRead(Path)) {
      Why = "is not a file that was read; a #line may name it";
    } else if (auto Buffer = readSource(Path, MostBytes)) {
      Text = (*Buffer)->getBuffer();
    } else {
      Why = Buffer.getError() == errc::file_too_large
                ? "has more than 4 MiB"
                : "could not be read again when this page was written";
    }
    if (Why.empty() && Text.size() > Left)
      Why = "would make it more than 32 MiB of source in this page";
    if (!Why.empty())
      return "";
    Left -= Text.size();
    return Text;
  }

private:
  const std::map<std::string, std::string> &Texts;
  std::set<sys::fs::UniqueID> Read;
  uint64_t Left = MostBytesTogether;

  bool wasRead(const std::string &Path) const {
    sys::fs::file_status Status;
    return !sys::fs::status(Path, Status) && Read.count(Status.getUniqueID());
  }
};

} // namespace

/// Characters that do not show themselves are made visible by the page, which
/// must count columns as they are in the file.
static std::string lineOf(StringRef Text) {
  std::string Line = json::fixUTF8(Text.rtrim('\r'));
  for (char &C : Line) {
    const auto Byte = static_cast<unsigned char>(C);
    if ((Byte < 0x20 && C != '\t') || Byte == 0x7f)
      C = '?';
  }
  return Line;
}

void kernelcast::writeSources(const PageFiles &Files, const Report &Result,
                              raw_ostream &OS) {
  SourceReader Reader(Result);
  json::OStream Json(OS);
  Json.object([&] {
    for (const std::string &Path : Files.paths()) {
      StringRef Why;
      const std::string Text = Reader.text(Path, Why);
      if (!Why.empty()) {
        Json.attribute(json::fixUTF8(Path), Why);
        continue;
      }
      Json.attributeArray(json::fixUTF8(Path), [&] {
        StringRef Rest = Text;
        for (size_t Line = 0; Line != MostLines && !Rest.empty(); ++Line) {
          auto [First, Next] = Rest.split('\n');
          Json.value(lineOf(First));
          Rest = Next;
        }
      });
    }
  });
}
