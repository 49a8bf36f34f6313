//===- KernelStrings.cpp - Kernels in the strings of host code ------------===//
//
// The file is read word by word, without its macros. Literals in a row are one
// string. Its characters are copied to where they stand in the file:
//
//   "int i; // first\n"        the quotes and \n become blanks; the file's own
//   "i = \"x\"[0];\n"          line ends stand for the string's
//
// A character behind an escape stands one column early, until the next blank
// makes up for it.
//===----------------------------------------------------------------------===//
#include "analysis/frontend/KernelStrings.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kernelcast {
namespace {

/// Offsets of one literal's characters, without its quotes.
struct Piece {
  size_t Begin, End;
  bool IsRaw;
};

/// Copies the characters of literals into a text of blanks.
class Unquoter {
public:
  explicit Unquoter(llvm::StringRef Source) : Source(Source), Text(Source) {
    for (char &C : Text)
      if (!isVerticalWhitespace(C))
        C = ' ';
  }

  void add(const Piece &Next) {
    Out = Next.Begin;
    Debt = 0;
    // The quotes between two pieces part what they join.
    Joined = Any && !LineEnded;
    if (Joined && (Next.IsRaw || AfterRaw))
      fail("a raw literal goes on in the next literal");
    Any = true;
    AfterRaw = Next.IsRaw;
    if (Next.IsRaw)
      return addRaw(Next);
    for (size_t I = Next.Begin; I < Next.End && Why.empty();)
      I = addCharacter(I, Next.End);
  }

  /// The text, unless why() says why there is none.
  std::string take() { return std::move(Text); }
  const std::string &why() const { return Why; }

private:
  llvm::StringRef Source;
  std::string Text;
  std::string Why;
  size_t Out = 0;    ///< where the next character goes
  unsigned Debt = 0; ///< by how many columns it comes early
  bool Any = false, AfterRaw = false;
  bool Joined = false;    ///< the next character follows one of another piece
  bool LineEnded = false; ///< what came last was a line end
  char Last = 0;          ///< the last character
  char Quote = 0;         ///< the quote that is open in the kernel's text
  bool Escaped = false;   ///< behind a backslash inside of it
  // Of the kernel's current line:
  bool Blank = true; ///< so far
  bool Directive = false;
  size_t Comment = 0; ///< where `//` is in Text; 0: nowhere

  void fail(const char *Reason) {
    if (Why.empty())
      Why = Reason;
  }

  void addRaw(const Piece &Next) {
    for (size_t I = Next.Begin; I != Next.End; ++I)
      Text[I] = Source[I];
    llvm::StringRef Content = Source.slice(Next.Begin, Next.End);
    LineEnded = Content.ends_with("\n");
    Last = Content.empty() ? Last : Content.back();
  }

  void endLine() {
    if (Comment && Last == '\\')
      fail("a comment ends in a backslash and goes on in the next line");
    // The line may go on in the file: what the comment held must not. The
    // file's own line ends in it stay, or all that follows would be a line off.
    if (Comment)
      std::replace_if(
          Text.begin() + Comment, Text.begin() + Out,
          [](char C) { return !isVerticalWhitespace(C); }, ' ');
    Blank = LineEnded = true;
    Directive = Directive && Last == '\\';
    Comment = 0;
    Quote = 0;
    Last = '\n';
  }

  /// The file's line ends between two characters of the string.
  void passLineEnd() {
    if (!LineEnded && (Directive || Comment))
      fail("a directive or comment goes on in the file's next line");
  }

  void put(char C, size_t Width) {
    if (Joined) {
      passLineEnd();
      if (isAsciiIdentifierContinue(C) && isAsciiIdentifierContinue(Last))
        fail("a word goes on in the next literal");
      Joined = false;
    }
    if (Blank && C == '#') {
      Directive = true;
      if (!isLineBlankBefore(Out))
        fail("a directive begins in the middle of the file's line");
    }
    track(C);
    if (!isHorizontalWhitespace(C))
      Blank = false;
    LineEnded = false;
    Last = C;
    Text[Out++] = C;
    Debt += Width - 1;
    for (; Debt && C == ' ' && !Quote; --Debt)
      Text[Out++] = ' ';
  }

  /// Follows the kernel's own quotes and comments.
  void track(char C) {
    if (Comment)
      return;
    if (Quote) {
      if (Escaped)
        Escaped = false;
      else if (C == '\\')
        Escaped = true;
      else if (C == Quote)
        Quote = 0;
    } else if (C == '"' || C == '\'') {
      Quote = C;
    } else if (C == '/' && Last == '/' && !LineEnded) {
      Comment = Out - 1;
    }
  }

  /// Adds what stands at \p I and returns what follows it.
  size_t addCharacter(size_t I, size_t End) {
    char C = Source[I];
    if (C != '\\') {
      put(C, 1);
      return I + 1;
    }
    char Next = I + 1 < End ? Source[I + 1] : '\\';
    // A backslash at the end of the file's line: the literal goes on.
    if (isVerticalWhitespace(Next)) {
      passLineEnd();
      size_t After = I + 2;
      if (Next == '\r' && After < End && Source[After] == '\n')
        ++After;
      Out = After;
      Debt = 0;
      return After;
    }
    switch (Next) {
    case 'n':
      // Only the file's own line end ends a directive.
      if (Directive && !lineEndsBehind(I + 2))
        fail("a directive ends in the middle of the file's line");
      endLine();
      Out += 2;
      break;
    case 'r':
      Out += 2;
      break;
    case 't':
      put(' ', 2);
      break;
    case '\\':
    case '"':
    case '\'':
    case '?':
      put(Next, 2);
      break;
    default:
      fail("an escape other than \\n, \\t, \\\", \\' and \\\\");
      break;
    }
    return I + 2;
  }

  /// Whether no more of the string comes before the line's end.
  bool lineEndsBehind(size_t I) const {
    llvm::StringRef Rest = Source.drop_front(I).take_until(
        [](char C) { return isVerticalWhitespace(C); });
    while (Rest.consume_front("\\n"))
      ;
    // What follows the closing quote is a blank, but for another literal.
    return Rest.trim() == "\\" ||
           (Rest.consume_front("\"") && !Rest.contains('"'));
  }
  bool isLineBlankBefore(size_t I) const {
    llvm::StringRef Before = llvm::StringRef(Text).take_front(I);
    return Before.drop_front(Before.find_last_of("\r\n") + 1).trim().empty();
  }
};

class StringFinder {
public:
  explicit StringFinder(llvm::StringRef Source) : Source(Source) {
    LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = true;
    Options.LineComment = true;
    Lexer Words(SourceLocation::getFromRawEncoding(1), Options, Source.begin(),
                Source.begin(), Source.end());
    Token Word;
    do {
      Words.LexFromRawLexer(Word);
      Tokens.push_back(Word);
    } while (Word.isNot(tok::eof));
  }

  std::vector<KernelString> find() const {
    std::vector<KernelString> Found;
    for (size_t I = 0; I < Tokens.size();) {
      size_t First = I;
      while (tok::isStringLiteral(Tokens[I].getKind()))
        ++I;
      if (I == First)
        ++I;
      else if (auto String = kernelString(First, I))
        Found.push_back(std::move(*String));
    }
    return Found;
  }

private:
  llvm::StringRef Source;
  std::vector<Token> Tokens;

  size_t offset(const Token &Word) const {
    return Word.getLocation().getRawEncoding() - 1;
  }
  llvm::StringRef spelling(const Token &Word) const {
    return Source.substr(offset(Word), Word.getLength());
  }

  Piece piece(const Token &Word) const {
    llvm::StringRef Text = spelling(Word);
    size_t Quote = Text.find('"');
    bool IsRaw = Quote && Text[Quote - 1] == 'R';
    // Behind the last quote may be a suffix, as in "..."_cl.
    size_t Begin = Quote + 1, End = Text.rfind('"');
    if (IsRaw) {
      size_t Bracket = Text.find('(', Quote);
      End -= Bracket - Quote; // the delimiter and the bracket
      Begin = Bracket + 1;
    }
    return {offset(Word) + Begin, offset(Word) + End, IsRaw};
  }

  /// Whether \p Word stands in \p Text, a literal's, before a body.
  static bool hasWord(llvm::StringRef Text, llvm::StringRef Word) {
    const size_t LastBody = Text.rfind('{');
    if (LastBody == llvm::StringRef::npos)
      return false;
    for (size_t At = Text.find(Word); At < LastBody;
         At = Text.find(Word, At + 1)) {
      llvm::StringRef Before = Text.take_front(At);
      llvm::StringRef Behind = Text.drop_front(At + Word.size());
      // The n of \n is not a part of what follows it.
      bool Begins = Before.empty() ||
                    !isAsciiIdentifierContinue(Before.back()) ||
                    Before.drop_back().ends_with("\\");
      bool Ends = Behind.empty() || !isAsciiIdentifierContinue(Behind.front());
      if (Begins && Ends)
        return true;
    }
    return false;
  }

  /// What \p Text is in, if there is a kernel in it.
  static std::optional<Language> languageIn(llvm::StringRef Text) {
    if (hasWord(Text, "__global__"))
      return Language::Cuda;
    if (hasWord(Text, "__kernel") || hasWord(Text, "kernel void"))
      return Language::OpenCL;
    return std::nullopt;
  }

  std::optional<KernelString> kernelString(size_t First, size_t End) const {
    size_t Begin = offset(Tokens[First]);
    size_t Behind = offset(Tokens[End - 1]) + Tokens[End - 1].getLength();
    std::optional<Language> Lang = languageIn(Source.slice(Begin, Behind));
    if (!Lang)
      return std::nullopt;
    KernelString Result;
    Result.Lang = *Lang;
    Result.Line = 1 + Source.take_front(Begin).count('\n');
    size_t LineBegin = Source.take_front(Begin).rfind('\n');
    Result.Column =
        LineBegin == llvm::StringRef::npos ? Begin + 1 : Begin - LineBegin;
    if (isJoinedTo(First ? Tokens[First - 1] : Tokens.back()) ||
        isJoinedTo(Tokens[End])) {
      Result.WhyNot = "more than literals make it up";
      return Result;
    }
    Unquoter Copy(Source);
    for (size_t I = First; I != End; ++I)
      Copy.add(piece(Tokens[I]));
    Result.WhyNot = Copy.why();
    if (Result.WhyNot.empty())
      Result.Text = Copy.take();
    return Result;
  }

  /// Whether a word beside a string adds to it.
  static bool isJoinedTo(const Token &Word) {
    if (Word.is(tok::raw_identifier))
      return Word.getRawIdentifier() != "return";
    return Word.isOneOf(tok::plus, tok::plusequal, tok::lessless, tok::hash,
                        tok::hashhash);
  }
};

} // namespace

std::vector<KernelString> kernelStringsOf(llvm::StringRef Source) {
  return StringFinder(Source).find();
}

} // namespace kernelcast
