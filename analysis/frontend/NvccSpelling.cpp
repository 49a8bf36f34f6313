//===- NvccSpelling.cpp - What nvcc takes and Clang does not --------------===//

#include "analysis/frontend/NvccSpelling.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <string_view>

using namespace clang;

namespace kernelcast {
namespace {

class Respeller {
public:
  explicit Respeller(llvm::StringRef Source) : Text(Source.str()) {
    LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = true;
    Options.LineComment = true;
    Options.CUDA = true;
    Lexer Words(SourceLocation::getFromRawEncoding(1), Options, Source.begin(),
                Source.begin(), Source.end());
    Token Word;
    unsigned Directive = 0, Directives = 0;
    do {
      Words.LexFromRawLexer(Word);
      if (Word.isAtStartOfLine())
        Directive = Word.is(tok::hash) ? ++Directives : 0;
      // A digraph, or one with a line's end inside, is not where its text is.
      if (Word.needsCleaning() ||
          (Word.isOneOf(tok::l_brace, tok::r_brace) && Word.getLength() != 1))
        Word.setKind(tok::unknown);
      Tokens.push_back(Word);
      InDirective.push_back(Directive);
    } while (Word.isNot(tok::eof));
  }

  /// Whether anything is spelled otherwise now.
  bool run() {
    for (size_t I = 1; I + 1 < Tokens.size(); ++I)
      noteData(I);
    for (size_t I = 0; I + 1 < Tokens.size(); ++I) {
      if (Tokens[I].isOneOf(tok::lessless, tok::lesslessless))
        joinLaunch(I);
      if (Tokens[I].is(tok::lesslessless))
        nameDimensions(I + 1);
      else if (isWord(I, "extern"))
        dropExtern(I);
      else if (isWord(I, "alignas"))
        moveAlignment(I);
      else if (isWord(I, "pragma"))
        wrapPragma(I);
      else if (isWord(I, "asm") || isWord(I, "__asm__") || isWord(I, "__asm"))
        escapeRegisters(I + 1);
      else if (Tokens[I].is(tok::coloncolon))
        sayTemplate(I);
      else if (isWord(I, "typename") || isWord(I, "class"))
        noteTypeParameter(I + 1);
      else if (isWord(I, "__restrict__") || isWord(I, "__restrict"))
        dropRestrict(I);
    }
    return Changed;
  }
  std::string take() { return std::move(Text); }

private:
  unsigned offset(size_t I) const {
    return Tokens[I].getLocation().getRawEncoding() - 1;
  }
  unsigned end(size_t I) const { return offset(I) + Tokens[I].getLength(); }
  bool is(size_t I, tok::TokenKind Kind) const {
    return I < Tokens.size() && Tokens[I].is(Kind);
  }
  bool isWord(size_t I, llvm::StringRef Name) const {
    return is(I, tok::raw_identifier) && Tokens[I].getRawIdentifier() == Name;
  }

  void joinLaunch(size_t I);
  size_t closing(size_t I) const;
  void nameDimensions(size_t I);
  void nameDimension(size_t Open);
  void dropExtern(size_t I);
  void moveAlignment(size_t I);
  void wrapPragma(size_t I);
  void escapeRegisters(size_t I);
  void escapeRegistersIn(size_t I);
  void separateOperands(size_t Keyword, size_t I);
  void sayTemplate(size_t I);
  bool closesArguments(size_t Open) const;
  bool beginsExpression(size_t Close) const;
  void noteData(size_t I);
  void noteTypeParameter(size_t I);
  void dropRestrict(size_t I);

  /// Whether what begins at \p I may go on at \p J: both are in one directive,
  /// or in none, and not so far apart that hostile files would take long.
  bool goesOn(size_t I, size_t J) const {
    constexpr size_t Most = 1024;
    return J < Tokens.size() && J - I < Most &&
           InDirective[J] == InDirective[I] && Tokens[J].isNot(tok::eof);
  }
  /// Whether there is nothing but blanks from \p From to \p To.
  bool isBlank(unsigned From, unsigned To) const {
    return llvm::StringRef(Text).slice(From, To).find_first_not_of(' ') ==
           llvm::StringRef::npos;
  }

  std::string Text;
  std::vector<Token> Tokens;
  std::vector<unsigned> InDirective; ///< its number, 0 for none
  llvm::StringSet<> TypeParameters;  ///< of the templates so far
  llvm::StringSet<> Data;            ///< names of variables and members
  bool Changed = false;
};

/// `name << <` or `name<arguments> << <`, and what closes it; either may be in
/// one word already.
void Respeller::joinLaunch(size_t I) {
  const bool OpensSpaced = is(I, tok::lessless);
  if (I == 0 || (OpensSpaced && !is(I + 1, tok::less)) ||
      isWord(I - 1, "operator") ||
      !Tokens[I - 1].isOneOf(tok::raw_identifier, tok::greater))
    return;
  const size_t First = I + (OpensSpaced ? 2 : 1), Close = closing(First);
  const bool ClosesSpaced = is(Close, tok::greatergreater);
  if (Close == 0 || (!OpensSpaced && !ClosesSpaced) ||
      (OpensSpaced && !isBlank(end(I), offset(I + 1))) ||
      (ClosesSpaced && !isBlank(end(Close), offset(Close + 1))))
    return;
  for (size_t Spaced : {I, Close})
    if (Tokens[Spaced].isOneOf(tok::lessless, tok::greatergreater))
      std::swap(Text[offset(Spaced) + 2], Text[offset(Spaced + 1)]);
  Changed = true;
  if (OpensSpaced)
    nameDimensions(First);
}

/// The `>> >` or `>>>` before a `(` that closes what opened before \p I; 0 if
/// none comes before the statement ends.
size_t Respeller::closing(size_t I) const {
  unsigned Depth = 0;
  for (const size_t First = I; goesOn(First, I + 2); ++I) {
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
    else if (Depth == 0 && Word.is(tok::greatergreatergreater) &&
             Tokens[I + 1].is(tok::l_paren))
      return I;
  }
  return 0;
}

/// Braces as the first or second argument of a launch, which begin at \p I.
void Respeller::nameDimensions(size_t I) {
  unsigned Depth = 0, Dimensions = 0;
  bool Begins = true;
  for (const size_t First = I; goesOn(First, I) && Dimensions < 2; ++I) {
    const Token &Word = Tokens[I];
    if (Begins && Word.is(tok::l_brace))
      nameDimension(I);
    Begins = false;
    if (Word.isOneOf(tok::l_paren, tok::l_brace))
      ++Depth;
    else if (Word.isOneOf(tok::r_paren, tok::r_brace) && Depth-- == 0)
      return;
    else if (Word.isOneOf(tok::semi, tok::lesslessless,
                          tok::greatergreatergreater))
      return;
    else if (Depth == 0 && Word.is(tok::comma)) {
      Begins = true;
      ++Dimensions;
    }
  }
}

/// `{32, 8}` from \p Open on as `$(32,8)`: a blank before it or behind one of
/// its commas makes the room.
void Respeller::nameDimension(size_t Open) {
  const unsigned At = offset(Open);
  unsigned Depth = 0, Blank = At != 0 && Text[At - 1] == ' ' ? At - 1 : 0;
  size_t Close = Open;
  for (;; ++Close) {
    if (!goesOn(Open, Close) || Tokens[Close].is(tok::semi))
      return;
    if (Tokens[Close].is(tok::l_brace))
      ++Depth;
    else if (Tokens[Close].is(tok::r_brace) && --Depth == 0)
      break;
    else if (Blank == 0 && Tokens[Close].is(tok::comma) &&
             Text[end(Close)] == ' ' &&
             llvm::StringRef(Text).slice(At, end(Close)).count('\n') == 0)
      Blank = end(Close);
  }
  if (Blank == 0)
    return;
  if (Blank < At)
    Text.replace(Blank, 2, "$(");
  else
    Text.replace(At, Blank - At + 1,
                 "$(" + Text.substr(At + 1, Blank - At - 1));
  Text[offset(Close)] = ')';
  Changed = true;
}

/// `extern` at \p I before a variable in shared memory of a complete type. In a
/// macro, nobody can tell the type.
void Respeller::dropExtern(size_t I) {
  bool Shared = I != 0 && isWord(I - 1, "__shared__");
  size_t J = I + 1;
  for (; !is(J, tok::semi); ++J) {
    if (!goesOn(I, J) || Tokens[J].is(tok::l_brace) || isWord(J, "extern") ||
        (is(J, tok::l_square) && is(J + 1, tok::r_square)))
      return;
    Shared |= isWord(J, "__shared__");
  }
  // What ends in a parenthesis is a macro, which may have the brackets.
  if (!Shared || InDirective[I] != 0 || is(I + 1, tok::string_literal) ||
      is(J - 1, tok::r_paren))
    return;
  Text.replace(offset(I), 6, "      ");
  Changed = true;
}

/// `alignas(16)` from \p I on to the front of the declaration of a variable in
/// shared memory, if both are in one line.
void Respeller::moveAlignment(size_t I) {
  bool Shared = false;
  size_t First = I;
  while (First != 0 && is(First - 1, tok::raw_identifier) &&
         goesOn(First - 1, I)) {
    const llvm::StringRef Word = Tokens[First - 1].getRawIdentifier();
    if (Word == "else" || Word == "do")
      break;
    if (Word == "struct" || Word == "class" || Word == "union" ||
        Word == "enum")
      return; // it is said of the type
    Shared |= Word == "__shared__";
    --First;
  }
  size_t Close = I + 1;
  for (unsigned Depth = 0; goesOn(I, Close); ++Close) {
    if (is(Close, tok::l_paren))
      ++Depth;
    else if (Depth != 0 && is(Close, tok::r_paren))
      --Depth;
    if (Depth == 0)
      break;
  }
  if (!Shared || !is(Close, tok::r_paren) ||
      llvm::StringRef(Text).slice(offset(First), end(Close)).contains('\n'))
    return;
  const std::string Alignment = Text.substr(offset(I), end(Close) - offset(I));
  std::string Moved =
      Alignment + " " +
      llvm::StringRef(Text).slice(offset(First), offset(I)).rtrim().str();
  Moved.resize(end(Close) - offset(First), ' ');
  Text.replace(offset(First), Moved.size(), Moved);
  Changed = true;
}

/// `#pragma` at \p I as the meaning of a macro without parameters.
void Respeller::wrapPragma(size_t I) {
  if (I < 4 || !Tokens[I - 1].is(tok::hash) || !isWord(I - 3, "define") ||
      !Tokens[I - 4].is(tok::hash) || !is(I - 2, tok::raw_identifier) ||
      InDirective[I] == 0 || InDirective[I] != InDirective[I - 4])
    return;
  size_t Last = I;
  while (goesOn(I, Last + 1))
    ++Last;
  const unsigned From = offset(I - 1), To = end(Last);
  const std::string Said = Text.substr(end(I), To - end(I));
  if (Last == I || llvm::StringRef(Text).slice(From, To).contains('\n') ||
      llvm::StringRef(Said).count('(') != llvm::StringRef(Said).count(')'))
    return;
  std::string Wrapped = "$P(" + Said + ")";
  Wrapped.resize(To - From, ' ');
  Text.replace(From, To - From, Wrapped);
  Changed = true;
}

/// The registers of PTX in the text of the assembly statement whose keyword is
/// before \p I, if it has operands, and these: without them, each percent sign
/// stands for itself in Clang, too.
void Respeller::escapeRegisters(size_t I) {
  const size_t Keyword = I - 1;
  while (goesOn(Keyword, I) && Tokens[I].is(tok::raw_identifier))
    ++I; // volatile
  if (!is(I, tok::l_paren))
    return;
  const size_t First = ++I;
  while (goesOn(Keyword, I) && tok::isStringLiteral(Tokens[I].getKind()))
    ++I;
  if (!is(I, tok::colon) && !is(I, tok::coloncolon))
    return;
  for (size_t J = First; J != I; ++J)
    escapeRegistersIn(J);
  separateOperands(Keyword, I);
}

/// `"r"(a) "r"(b)` as `"r"(a),"r"(b)`, of the operands from \p I on of the
/// assembly statement at \p Keyword.
void Respeller::separateOperands(size_t Keyword, size_t I) {
  for (unsigned Depth = 1; Depth > 0 && goesOn(Keyword, I); ++I) {
    Depth += Tokens[I].is(tok::l_paren);
    Depth -= Tokens[I].is(tok::r_paren);
    if (Depth != 1 || Tokens[I].isNot(tok::r_paren) ||
        !goesOn(Keyword, I + 1) ||
        !tok::isStringLiteral(Tokens[I + 1].getKind()) || Text[end(I)] != ' ')
      continue;
    Text[end(I)] = ',';
    Changed = true;
  }
}

/// `, %laneid` in the literal \p I as `,%%laneid`. An operand may have a letter
/// before its number or name, as in %c0 and %c[size].
void Respeller::escapeRegistersIn(size_t I) {
  // The last blank behind a comma, a semicolon, a brace or a blank; 0: none.
  unsigned Blank = 0, End = end(I);
  for (unsigned At = offset(I) + 1; At + 2 < End; ++At) {
    if (Text[At] == '\n')
      Blank = 0;
    else if (Text[At] == ' ' && llvm::StringRef(",;{ ").contains(Text[At - 1]))
      Blank = At;
    if (Text[At] != '%')
      continue;
    if (!llvm::isAlpha(Text[At + 1]) && Text[At + 1] != '_') {
      ++At;
      continue;
    }
    if (llvm::isDigit(Text[At + 2]) || Text[At + 2] == '[')
      continue;
    if (Blank == 0) {
      // The one behind the literal, which grows by it.
      if (End != end(I) || Text[End] != ' ')
        continue;
      std::rotate(Text.begin() + At, Text.begin() + End,
                  Text.begin() + End + 1);
      Text[At++] = '%';
      ++End;
      Changed = true;
      continue;
    }
    std::rotate(Text.begin() + Blank, Text.begin() + Blank + 1,
                Text.begin() + At);
    Text[At - 1] = '%';
    Blank = 0;
    Changed = true;
  }
}

/// Whether what \p Open opens is a list of template arguments before a `(`: of
/// names and numbers, as no two comparisons in a row are written.
bool Respeller::closesArguments(size_t Open) const {
  unsigned Depth = 0;
  for (size_t I = Open; goesOn(Open, I); ++I) {
    const Token &Word = Tokens[I];
    if (Word.is(tok::less))
      ++Depth;
    else if (Word.is(tok::greater) && --Depth == 0)
      return is(I + 1, tok::l_paren);
    else if (Word.is(tok::greatergreater) && Depth <= 2)
      return Depth == 2 && is(I + 1, tok::l_paren);
    else if (Word.is(tok::greatergreater))
      Depth -= 2;
    else if (!Word.isOneOf(tok::raw_identifier, tok::numeric_constant,
                           tok::coloncolon, tok::comma, tok::less, tok::greater,
                           tok::plus, tok::minus, tok::star, tok::slash))
      return false;
  }
  return false;
}

/// Whether the qualified name in which the `>` at \p Close ends a list of
/// arguments is the start of an expression, and not that of what is declared.
bool Respeller::beginsExpression(size_t Close) const {
  size_t I = Close;
  for (unsigned Depth = 0; I != 0 && goesOn(I, Close); --I) {
    const Token &Word = Tokens[I];
    if (Word.is(tok::greater))
      ++Depth;
    else if (Word.is(tok::greatergreater))
      Depth += 2;
    else if (Word.is(tok::less) && --Depth == 0)
      break;
    else if (Word.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      return false;
  }
  while (I > 2 && is(I - 1, tok::raw_identifier) && is(I - 2, tok::coloncolon))
    I -= 2;
  return I > 1 && is(I - 1, tok::raw_identifier) &&
         (isWord(I - 2, "return") ||
          Tokens[I - 2].isOneOf(
              tok::semi, tok::l_brace, tok::r_brace, tok::l_paren, tok::r_paren,
              tok::l_square, tok::comma, tok::equal, tok::plus, tok::minus,
              tok::slash, tok::percent, tok::question, tok::colon, tok::exclaim,
              tok::less, tok::lessequal, tok::greaterequal, tok::equalequal,
              tok::exclaimequal, tok::lessless, tok::pipe, tok::caret,
              tok::ampamp, tok::pipepipe, tok::plusequal, tok::minusequal,
              tok::starequal));
}

/// The name at \p I, if it seems to be declared there as a variable or a member
/// with a value.
void Respeller::noteData(size_t I) {
  if (is(I, tok::raw_identifier) && !isWord(I - 1, "return") &&
      Tokens[I - 1].isOneOf(tok::raw_identifier, tok::comma, tok::star,
                            tok::amp, tok::greater) &&
      Tokens[I + 1].isOneOf(tok::equal, tok::semi, tok::l_brace, tok::l_square))
    Data.insert(Tokens[I].getRawIdentifier());
}

/// `X<T>::f<3>(a)` with the word `template` before f, which C++ asks for where
/// X depends on a parameter: `$T` means it with the colons at \p I, and a blank
/// at the line's start makes the room. What is behind `<` must be no type, for
/// of types Clang knows it itself.
void Respeller::sayTemplate(size_t I) {
  if (I == 0 || !Tokens[I - 1].isOneOf(tok::greater, tok::greatergreater) ||
      !is(I + 1, tok::raw_identifier) || !is(I + 2, tok::less) ||
      isWord(I + 1, "template") || InDirective[I] != 0 ||
      Data.contains(Tokens[I + 1].getRawIdentifier()) ||
      !closesArguments(I + 2) || !beginsExpression(I - 1))
    return;
  const unsigned At = offset(I);
  const size_t Line = Text.rfind('\n', At) + 1; // 0 in the first line
  size_t Before = I;
  while (Before != 0 && offset(Before) >= Line)
    --Before;
  // No blank of a literal over several lines, or between lines that are one.
  if ((Text[Line] != ' ' && Text[Line] != '\t') || end(Before) > Line ||
      llvm::StringRef(Text).take_front(Line).rtrim("\r\n").ends_with("\\"))
    return;
  Text.replace(At, 2, "$T ");
  Text.erase(Line, 1);
  Changed = true;
}

/// The name at \p I, if what is behind it shows that a template declares it.
void Respeller::noteTypeParameter(size_t I) {
  if (is(I, tok::raw_identifier) && I + 1 < Tokens.size() &&
      Tokens[I + 1].isOneOf(tok::comma, tok::equal, tok::greater,
                            tok::greatergreater))
    TypeParameters.insert(Tokens[I].getRawIdentifier());
}

/// `__restrict__` at \p I right behind the name of a type parameter: nvcc
/// ignores it where the argument is no pointer; to Clang there is no such
/// function then.
void Respeller::dropRestrict(size_t I) {
  size_t Type = I;
  do {
    if (Type-- == 0)
      return;
  } while (isWord(Type, "const") || isWord(Type, "volatile"));
  if (!is(Type, tok::raw_identifier) ||
      !TypeParameters.contains(Tokens[Type].getRawIdentifier()))
    return;
  Text.replace(offset(I), Tokens[I].getLength(), Tokens[I].getLength(), ' ');
  Changed = true;
}

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
    if (auto Text = withClangSpelling((*Buffer)->getBuffer()))
      return llvm::MemoryBuffer::getMemBufferCopy(
          *Text, (*Buffer)->getBufferIdentifier());
    return Buffer;
  }
  std::error_code close() override { return Under->close(); }

private:
  std::unique_ptr<llvm::vfs::File> Under;
};

class RespelledFileSystem : public llvm::vfs::ProxyFileSystem {
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

/// Whether some line may say `#define NAME #pragma`.
bool definesPragma(llvm::StringRef Source) {
  constexpr std::string_view Pragma = "pragma";
  const std::string_view Text = Source;
  for (size_t At = 0; (At = Text.find(Pragma, At)) != std::string_view::npos;
       At += Pragma.size()) {
    const size_t Line = Source.rfind('\n', At) + 1; // 0 in the first line
    if (Source.slice(Line, At).contains("define"))
      return true;
  }
  return false;
}

/// Whether `>::name<` is somewhere, as in `X<T>::f<3>(a)`.
bool namesMemberTemplate(llvm::StringRef Source) {
  constexpr std::string_view Colons = ">::";
  const std::string_view Text = Source;
  for (size_t At = 0; (At = Text.find(Colons, At)) != std::string_view::npos;) {
    At += Colons.size();
    const size_t First = At;
    while (At < Text.size() && (llvm::isAlnum(Text[At]) || Text[At] == '_'))
      ++At;
    if (At > First && At < Text.size() && Text[At] == '<')
      return true;
  }
  return false;
}

} // namespace

std::optional<std::string> withClangSpelling(llvm::StringRef Source) {
  // Almost no file needs more than this, and every file is asked, also the
  // precompiled ones, which are large: the standard's search is the fast one.
  const auto Has = [&](std::string_view Part) {
    return std::string_view(Source).find(Part) != std::string_view::npos;
  };
  if (Source.starts_with("CPCH"))
    return std::nullopt;
  const bool Spaced = Has(">> >") || Has("<< <");
  const bool Launches = Has("<<<");
  const bool Shared = Has("__shared__") && (Has("extern") || Has("alignas"));
  const bool Assembly = Has("asm") && Has("%");
  const bool Pragmas = definesPragma(Source);
  const bool Restricts = Has("template") && Has("__restrict");
  const bool Members = namesMemberTemplate(Source);
  if (!Spaced && !Launches && !Shared && !Assembly && !Pragmas && !Restricts &&
      !Members)
    return std::nullopt;
  Respeller Words(Source);
  if (!Words.run())
    return std::nullopt;
  return Words.take();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
respelled(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Under) {
  return llvm::makeIntrusiveRefCnt<RespelledFileSystem>(std::move(Under));
}

} // namespace kernelcast
