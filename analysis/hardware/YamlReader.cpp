//===- YamlReader.cpp - YAML files with every mistake located -------------===//
#include "analysis/hardware/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <tuple>

namespace kernelcast {

namespace yaml = llvm::yaml;
using llvm::StringRef;
using llvm::Twine;

static constexpr unsigned MaxDepth = 8;
static constexpr unsigned MaxMistakes = 200;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readYamlText(StringRef Path, StringRef What, uint64_t MaxBytes) {
  auto Refuse = [&](const Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Twine(Path) + ": error: " + Why);
  };
  llvm::sys::fs::file_status Status;
  if (std::error_code EC = llvm::sys::fs::status(Path, Status))
    return Refuse("cannot read the " + What + ": " + EC.message());
  if (Status.type() != llvm::sys::fs::file_type::regular_file)
    return Refuse("cannot read the " + What + ": not a regular file");
  if (Status.getSize() > MaxBytes)
    return Refuse("a " + What + " has at most " + Twine(MaxBytes) +
                  " bytes, this one has " + Twine(Status.getSize()));
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Refuse("cannot read the " + What + ": " +
                  Buffer.getError().message());
  return std::move(*Buffer);
}

/// \p Message on one line, whatever texts of the file it repeats. The mistakes
/// of a file that this one names come with places of their own, a line each.
static std::string onOneLine(std::string Message) {
  llvm::SmallVector<StringRef> Lines;
  StringRef(Message).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  if (Lines.size() > 1 && llvm::all_of(Lines, [](StringRef Line) {
        return Line.contains(": error: ");
      }))
    return Message;
  std::replace_if(
      Message.begin(), Message.end(),
      [](unsigned char C) { return C < ' ' || C == 127; }, ' ');
  return Message;
}

void YamlReader::mistake(Place At, const Twine &Message) {
  if (Mistakes.size() < MaxMistakes)
    Mistakes.push_back({At, onOneLine(Message.str())});
  else
    Stopped = true;
}

YamlReader::Place YamlReader::placeOf(const yaml::Node *Node) const {
  if (!Node || !Node->getSourceRange().Start.isValid())
    return {};
  auto [Line, Column] = Sources.getLineAndColumn(Node->getSourceRange().Start);
  return {Line, Column};
}

void YamlReader::pass(yaml::Node *Node, unsigned Depth) {
  if (Stopped || !Node)
    return;
  if (Depth > MaxDepth) {
    mistake(placeOf(Node), "nested too deep for such a file; the rest is not "
                           "read");
    Stopped = true;
    return;
  }
  if (auto *Map = llvm::dyn_cast<yaml::MappingNode>(Node)) {
    for (auto It = Map->begin(); It != Map->end(); ++It) {
      pass(It->getKey(), Depth + 1);
      if (!Stopped)
        pass(It->getValue(), Depth + 1);
      if (Stopped)
        return;
    }
  } else if (auto *List = llvm::dyn_cast<yaml::SequenceNode>(Node)) {
    for (auto It = List->begin(); It != List->end(); ++It) {
      pass(&*It, Depth + 1);
      if (Stopped)
        return;
    }
  }
}

void YamlReader::forEachPair(
    yaml::MappingNode *Map,
    llvm::function_ref<void(StringRef Key, Place At, yaml::Node *Value)>
        Visit) {
  for (auto It = Map->begin(); It != Map->end(); ++It) {
    yaml::Node *Key = It->getKey();
    if (Stopped)
      return;
    Place At = placeOf(Key);
    std::string Name;
    bool Named = scalar(Key, "a key", Name);
    if (Stopped)
      return;
    yaml::Node *Value = It->getValue();
    if (Named)
      Visit(StringRef(Name), At, Value);
    else
      pass(Value, 1);
    if (Stopped)
      return;
  }
}

bool YamlReader::scalar(yaml::Node *Value, const Twine &Of, std::string &Into,
                        bool *Quoted) {
  auto *Scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(Value);
  if (!Scalar) {
    if (!Stopped)
      mistake(placeOf(Value), Of + " must be plain text or a number");
    pass(Value, 1);
    return false;
  }
  llvm::SmallString<64> Storage;
  Into = Scalar->getValue(Storage).str();
  StringRef Raw = Scalar->getRawValue();
  if (Quoted)
    *Quoted = Raw.starts_with("\"") || Raw.starts_with("'");
  return true;
}

/// Refuses what is not text before any parser sees it.
bool YamlReader::isText() {
  Place At;
  auto *Byte = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.end());
  while (Byte != End) {
    unsigned Length = llvm::getNumBytesForUTF8(*Byte);
    bool Control =
        *Byte < 0x20 && *Byte != '\n' && *Byte != '\r' && *Byte != '\t';
    if (Control || *Byte == 0x7f || Length > size_t(End - Byte) ||
        !llvm::isLegalUTF8Sequence(Byte, Byte + Length)) {
      mistake(At, llvm::formatv("not a text file: byte {0:x2} {1}", *Byte,
                                Control ? "is a control character"
                                        : "is not UTF-8"));
      return false;
    }
    At = *Byte == '\n' ? Place{At.Line + 1, 1}
                       : Place{At.Line, At.Column + Length};
    Byte += Length;
  }
  return true;
}

llvm::Error YamlReader::takeMistakes() {
  llvm::stable_sort(Mistakes, [](const Mistake &A, const Mistake &B) {
    return std::tie(A.At.Line, A.At.Column) < std::tie(B.At.Line, B.At.Column);
  });
  llvm::Error All = llvm::Error::success();
  for (const Mistake &M : Mistakes)
    All = llvm::joinErrors(
        std::move(All), llvm::createStringError(
                            llvm::inconvertibleErrorCode(),
                            Twine(File) + ":" + Twine(M.At.Line) + ":" +
                                Twine(M.At.Column) + ": error: " + M.Message));
  return All;
}

llvm::Error YamlReader::parse() {
  if (Text.trim().empty()) {
    mistake({}, "the file is empty");
    return takeMistakes();
  }
  if (!isText())
    return takeMistakes();
  Sources.setDiagHandler(
      [](const llvm::SMDiagnostic &Diagnostic, void *Self) {
        auto *R = static_cast<YamlReader *>(Self);
        if (Diagnostic.getKind() == llvm::SourceMgr::DK_Error && !R->Stopped)
          R->mistake({unsigned(std::max(1, Diagnostic.getLineNo())),
                      unsigned(std::max(0, Diagnostic.getColumnNo()) + 1)},
                     Diagnostic.getMessage());
        R->Stopped = true;
      },
      this);
  yaml::Stream Stream(llvm::MemoryBufferRef(Text, File), Sources,
                      /*ShowColors=*/false);
  yaml::document_iterator Document = Stream.begin();
  yaml::Node *Root =
      !Stopped && Document != Stream.end() ? Document->getRoot() : nullptr;
  auto *Map = llvm::dyn_cast_or_null<yaml::MappingNode>(Root);
  if (Map) {
    readRoot(Map);
  } else if (!Stopped) {
    mistake(placeOf(Root),
            "the file must be a mapping of keys, such as " + Example);
    Stopped = true;
  }
  if (!Stopped && ++Document != Stream.end() && !Stopped)
    mistake({}, "more than one document in the file");
  if (Mistakes.empty() && (Stopped || Stream.failed()))
    mistake({}, "not a readable YAML file");
  return takeMistakes();
}

} // namespace kernelcast
