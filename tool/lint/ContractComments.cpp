//===- ContractComments.cpp - Which contracts stand above a kernel --------===//

#include "tool/lint/ContractComments.h"
#include "tool/report/SourceLines.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace kernelcast;

class ContractComments::File {
public:
  /// A line of a comment with a contract.
  struct ContractSpelling {
    StringRef Text; ///< behind "kernelcast:"
    SourceSpot At;  ///< of Text
    bool Used = false;
  };

  /// A comment or a token of the code.
  struct Piece {
    size_t Begin = 0;            ///< in bytes of the file
    unsigned Line = 0, Last = 0; ///< that it is on
    bool Comment = false;
    bool EndsDeclaration = false; ///< ; { or }
    bool OpensBody = false;       ///< { or ;
    bool NamesKernels = false;    ///< __global__, __kernel, kernel
    /// A comment behind the end of a declaration, on its line: about that one.
    bool OfDeclarationBefore = false;
    std::vector<unsigned> Contracts;
  };

  explicit File(const std::string &Path) : Path(Path) {
    constexpr uint64_t MostBytes = 64 << 20;
    auto Read = readSource(Path, MostBytes);
    if (!Read)
      return;
    Buffer = std::move(*Read);
    Starts.push_back(0);
    const StringRef Text = Buffer->getBuffer();
    for (size_t I = 0; (I = Text.find('\n', I)) != StringRef::npos;)
      Starts.push_back(++I);
    if (Text.contains(ContractMark))
      read();
  }

  /// The contracts of the kernel whose name is at \p Name.
  std::vector<const ContractSpelling *> above(const SourceSpot &Name) {
    std::vector<const ContractSpelling *> Result;
    if (Pieces.empty() || Name.Line > Starts.size())
      return Result;
    const size_t Offset = Starts[Name.Line - 1] + Name.Column - 1;
    // The declaration goes back to the end of the one before.
    size_t First = static_cast<size_t>(
        partition_point(Pieces,
                        [&](const Piece &P) { return P.Begin <= Offset; }) -
        Pieces.begin());
    unsigned Line = Name.Line;
    while (First > 0) {
      const Piece &Before = Pieces[First - 1];
      if (Before.EndsDeclaration)
        break;
      // Above it, comments follow line by line.
      if (Before.Comment &&
          (Before.OfDeclarationBefore || Before.Last + 1 < Line))
        break;
      Line = Before.Line;
      --First;
    }
    for (size_t I = First; I != Pieces.size() && Pieces[I].Begin < Offset; ++I)
      for (unsigned Each : Pieces[I].Contracts) {
        Spellings[Each].Used = true;
        Result.push_back(&Spellings[Each]);
      }
    return Result;
  }

  /// Warns of the contracts that no kernel has. One above a kernel that is not
  /// compiled, or not asked about, is not meant.
  void warnOfOthers(std::vector<ReportDiagnostic> &To) const {
    for (size_t I = 0; I != Pieces.size(); ++I)
      for (unsigned Each : Pieces[I].Contracts)
        if (!Spellings[Each].Used && !isAboveKernel(I))
          To.push_back({ReportDiagnostic::Level::Warning, Spellings[Each].At,
                        "this contract stands above no kernel"});
  }

private:
  bool isAboveKernel(size_t I) const {
    if (Pieces[I].OfDeclarationBefore)
      return false;
    unsigned Line = Pieces[I].Last;
    bool InDeclaration = false;
    for (++I; I != Pieces.size() && !Pieces[I].OpensBody; ++I) {
      if (!InDeclaration && Pieces[I].Line > Line + 1)
        return false;
      if (Pieces[I].NamesKernels)
        return true;
      InDeclaration |= !Pieces[I].Comment;
      Line = Pieces[I].Last;
    }
    return false;
  }

  void read() {
    clang::SourceManagerForFile Sources(Path, Buffer->getBuffer());
    clang::SourceManager &Manager = Sources.get();
    clang::LangOptions Language;
    Language.CPlusPlus = Language.CPlusPlus11 = Language.LineComment = true;
    clang::Lexer Lexer(Manager.getMainFileID(),
                       Manager.getBufferOrFake(Manager.getMainFileID()),
                       Manager, Language);
    Lexer.SetCommentRetentionState(true);
    bool Directive = false;
    clang::Token Token;
    for (bool End = false; !End;) {
      End = Lexer.LexFromRawLexer(Token);
      if (Token.is(clang::tok::eof))
        break;
      if (Token.isAtStartOfLine())
        Directive = Token.is(clang::tok::hash);
      if (!Directive)
        add(Token, Manager);
    }
  }

  void add(const clang::Token &Token, const clang::SourceManager &Manager) {
    Piece New;
    New.Begin = Manager.getFileOffset(Token.getLocation());
    const StringRef Text =
        Buffer->getBuffer().substr(New.Begin, Token.getLength());
    New.Line = Manager.getSpellingLineNumber(Token.getLocation());
    New.Last = New.Line + static_cast<unsigned>(Text.count('\n'));
    New.Comment = Token.is(clang::tok::comment);
    New.OpensBody = Token.isOneOf(clang::tok::l_brace, clang::tok::semi);
    New.EndsDeclaration = New.OpensBody || Token.is(clang::tok::r_brace);
    static constexpr StringLiteral Kernels[] = {"__global__", "__kernel",
                                                "kernel"};
    New.NamesKernels =
        Token.is(clang::tok::raw_identifier) && is_contained(Kernels, Text);
    New.OfDeclarationBefore = New.Comment && !Pieces.empty() &&
                              Pieces.back().EndsDeclaration &&
                              Pieces.back().Last == New.Line;
    if (New.Comment)
      addContracts(Text, New);
    Pieces.push_back(std::move(New));
  }

  /// The contracts among the lines of the comment \p Text.
  void addContracts(StringRef Text, Piece &To) {
    SmallVector<StringRef> Lines;
    Text.split(Lines, '\n');
    for (size_t I = 0; I != Lines.size(); ++I) {
      StringRef Line = Lines[I].ltrim(" \t/*!<");
      if (!Line.consume_front(ContractMark))
        continue;
      Line = Line.rtrim("\r\\ \t");
      Line.consume_back("*/");
      Line = Line.ltrim();
      const unsigned Number = To.Line + static_cast<unsigned>(I);
      const auto Column = static_cast<unsigned>(
          Line.data() - Buffer->getBufferStart() - Starts[Number - 1] + 1);
      To.Contracts.push_back(static_cast<unsigned>(Spellings.size()));
      Spellings.push_back({Line, {Path, Number, Column}});
    }
  }

  std::string Path;
  std::unique_ptr<MemoryBuffer> Buffer;
  std::vector<size_t> Starts; ///< of lines
  std::vector<Piece> Pieces;
  std::vector<ContractSpelling> Spellings;
};

ContractComments::ContractComments() = default;
ContractComments::~ContractComments() = default;

const std::vector<Contract> &ContractComments::above(const SourceSpot &Kernel) {
  auto [It, IsNew] = Known.try_emplace(Kernel);
  if (!IsNew || !Kernel.isValid())
    return It->second;
  std::unique_ptr<File> &Source = Files[Kernel.File];
  if (!Source)
    Source = std::make_unique<File>(Kernel.File);
  for (const File::ContractSpelling *Each : Source->above(Kernel))
    append_range(It->second, readContracts(Each->Text, Each->At, Mistakes));
  return It->second;
}

std::vector<ReportDiagnostic>
ContractComments::takeDiagnostics(bool AllKernels) {
  if (AllKernels)
    for (const auto &[Path, Source] : Files)
      Source->warnOfOthers(Mistakes);
  return std::move(Mistakes);
}
