//===- LaunchSpelling.cpp - Launches written with spaces ------------------===//

#include "analysis/frontend/LaunchSpelling.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"
#include <string_view>

using namespace clang;

namespace kernelcast {
namespace {

/// The brackets of one launch: two tokens each, at these offsets.
struct Brackets {
  unsigned Open, OpenEnd, Close, CloseEnd;
};

class LaunchFinder {
public:
  explicit LaunchFinder(llvm::StringRef Source) {
    LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = true;
    Options.LineComment = true;
    Options.CUDA = true;
    Lexer Words(SourceLocation::getFromRawEncoding(1), Options, Source.begin(),
                Source.begin(), Source.end());
    Token Word;
    do {
      Words.LexFromRawLexer(Word);
      Tokens.push_back(Word);
    } while (Word.isNot(tok::eof));
  }

  std::vector<Brackets> find() const {
    std::vector<Brackets> Found;
    for (size_t I = 1; I + 1 < Tokens.size(); ++I)
      if (opens(I))
        if (size_t Close = closing(I + 2))
          Found.push_back(
              {offset(I), offset(I + 1), offset(Close), offset(Close + 1)});
    return Found;
  }

private:
  unsigned offset(size_t I) const {
    return Tokens[I].getLocation().getRawEncoding() - 1;
  }
  bool isWord(size_t I, llvm::StringRef Name) const {
    return Tokens[I].is(tok::raw_identifier) &&
           Tokens[I].getRawIdentifier() == Name;
  }
  /// `name << <` or `name<arguments> << <`.
  bool opens(size_t I) const {
    return Tokens[I].is(tok::lessless) && Tokens[I + 1].is(tok::less) &&
           !isWord(I - 1, "operator") &&
           Tokens[I - 1].isOneOf(tok::raw_identifier, tok::greater);
  }
  /// The `>> >` before a `(` that closes what opened before \p I; 0 if none
  /// comes before the statement ends.
  size_t closing(size_t I) const {
    unsigned Depth = 0;
    for (; I + 2 < Tokens.size(); ++I) {
      const Token &Word = Tokens[I];
      if (Word.isOneOf(tok::l_paren, tok::l_brace))
        ++Depth;
      else if (Word.isOneOf(tok::r_paren, tok::r_brace) && Depth-- == 0)
        return 0;
      else if (Word.is(tok::semi))
        return 0;
      else if (Depth == 0 && Word.is(tok::greatergreater) &&
               Tokens[I + 1].is(tok::greater) && Tokens[I + 2].is(tok::l_paren))
        return I;
    }
    return 0;
  }

  std::vector<Token> Tokens;
};

/// A file with other text of the same length.
class Respelled : public llvm::vfs::File {
public:
  Respelled(std::unique_ptr<llvm::vfs::File> Under) : Under(std::move(Under)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return Under->status(); }
  llvm::ErrorOr<std::string> getName() override { return Under->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t Size, bool NullTerminated,
            bool Volatile) override {
    auto Buffer = Under->getBuffer(Name, Size, NullTerminated, Volatile);
    if (!Buffer)
      return Buffer;
    if (auto Text = withJoinedLaunches((*Buffer)->getBuffer()))
      return llvm::MemoryBuffer::getMemBufferCopy(
          *Text, (*Buffer)->getBufferIdentifier());
    return Buffer;
  }
  std::error_code close() override { return Under->close(); }

private:
  std::unique_ptr<llvm::vfs::File> Under;
};

class JoiningFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (!File)
      return File;
    return std::make_unique<Respelled>(std::move(*File));
  }
};

} // namespace

std::optional<std::string> withJoinedLaunches(llvm::StringRef Source) {
  // Almost no file needs more than this, and every file is asked, also the
  // precompiled ones, which are large: the standard's search is the fast one.
  auto Has = [&](std::string_view Text) {
    return std::string_view(Source).find(Text) != std::string_view::npos;
  };
  if (Source.starts_with("CPCH") || !Has(">> >") || !Has("<< <"))
    return std::nullopt;
  std::vector<Brackets> Found = LaunchFinder(Source).find();
  if (Found.empty())
    return std::nullopt;
  std::string Text = Source.str();
  auto Join = [&](unsigned First, unsigned Last) {
    std::swap(Text[First + 2], Text[Last]);
  };
  for (const Brackets &B : Found) {
    Join(B.Open, B.OpenEnd);
    Join(B.Close, B.CloseEnd);
  }
  return Text;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
joiningLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under) {
  return llvm::makeIntrusiveRefCnt<JoiningFileSystem>(std::move(Under));
}

} // namespace kernelcast
