//===- SourceText.cpp - What the reader's source says, and where ----------===//

#include "analysis/ast/SourceText.h"
#include "analysis/support/PreludeRoot.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;

namespace kernelcast {

std::string pathOf(StringRef Name, const clang::SourceManager &Sources) {
  SmallString<256> Path(Name);
  Sources.getFileManager().FixupRelativePath(Path);
  return Path.str().str();
}

SourceSpot SourceText::spot(clang::SourceLocation Location) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  clang::PresumedLoc P =
      Sources.getPresumedLoc(Sources.getExpansionLoc(Location));
  if (P.isInvalid())
    return {};
  return {pathOf(P.getFilename(), Sources), P.getLine(), P.getColumn()};
}

/// The macro whose use in a file leads to \p Location.
static std::string macroAround(clang::SourceLocation Location,
                               const clang::ASTContext &Context) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  while (Location.isMacroID()) {
    clang::SourceLocation Outer =
        Sources.getImmediateExpansionRange(Location).getBegin();
    if (Outer.isFileID())
      return clang::Lexer::getImmediateMacroName(Location, Sources,
                                                 Context.getLangOpts())
          .str();
    Location = Outer;
  }
  return "";
}

TextRange SourceText::range(clang::SourceRange Range) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  if (Range.isInvalid())
    return {};
  clang::CharSourceRange Used = Sources.getExpansionRange(Range);
  clang::SourceLocation Behind =
      Used.isTokenRange()
          ? clang::Lexer::getLocForEndOfToken(Used.getEnd(), 0, Sources,
                                              Context.getLangOpts())
          : Used.getEnd();
  clang::PresumedLoc From = Sources.getPresumedLoc(Used.getBegin());
  clang::PresumedLoc To = Sources.getPresumedLoc(Behind);
  if (From.isInvalid() || To.isInvalid() || From.getFileID() != To.getFileID())
    return {};
  TextRange Result{From.getLine(), From.getColumn(), To.getLine(),
                   To.getColumn(), ""};
  Result.Macro = macroAround(Range.getBegin(), Context);
  if (Result.Macro.empty())
    Result.Macro = macroAround(Range.getEnd(), Context);
  return Result;
}

ChangeObstacle SourceText::obstacleAt(clang::SourceLocation Location) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  if (Location.isMacroID())
    return ChangeObstacle::FromMacro;
  clang::PresumedLoc Said = Sources.getPresumedLoc(Location);
  clang::PresumedLoc Is = Sources.getPresumedLoc(Location, false);
  if (Said.isInvalid() || Is.isInvalid() || !Sources.isInMainFile(Location) ||
      Said.getLine() != Is.getLine() ||
      StringRef(Said.getFilename()) != Is.getFilename())
    return ChangeObstacle::NotInMainFile;
  return ChangeObstacle::None;
}

TextRange SourceText::insertion(clang::SourceLocation Location,
                                bool Behind) const {
  if (obstacleAt(Location) != ChangeObstacle::None)
    return {};
  const clang::SourceManager &Sources = Context.getSourceManager();
  if (Behind)
    Location = clang::Lexer::getLocForEndOfToken(Location, 0, Sources,
                                                 Context.getLangOpts());
  clang::PresumedLoc At = Sources.getPresumedLoc(Location);
  if (Location.isInvalid() || At.isInvalid())
    return {};
  return {At.getLine(), At.getColumn(), At.getLine(), At.getColumn(), ""};
}

clang::SourceLocation
SourceText::beforeMacro(clang::SourceLocation Location) const {
  clang::SourceLocation Use;
  return Location.isMacroID() && clang::Lexer::isAtStartOfMacroExpansion(
                                     Location, Context.getSourceManager(),
                                     Context.getLangOpts(), &Use)
             ? Use
             : Location;
}

TextRange SourceText::replaceable(clang::SourceRange Range) const {
  if (obstacleAt(Range.getBegin()) != ChangeObstacle::None ||
      obstacleAt(Range.getEnd()) != ChangeObstacle::None)
    return {};
  return range(Range);
}

bool SourceText::isBlank(clang::SourceLocation Location) const {
  bool Invalid = false;
  const char *Text =
      Context.getSourceManager().getCharacterData(Location, &Invalid);
  return !Invalid && clang::isWhitespace(*Text);
}

std::optional<std::string>
SourceText::blanksBefore(clang::SourceLocation Location) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  const auto [File, Offset] = Sources.getDecomposedLoc(Location);
  const StringRef Before = Sources.getBufferData(File).take_front(Offset);
  const StringRef Line = Before.substr(Before.rfind('\n') + 1);
  if (!Line.ltrim(" \t").empty())
    return std::nullopt;
  return Line.str();
}

bool SourceText::contains(clang::SourceRange Range, StringRef Word) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  return clang::Lexer::getSourceText(Sources.getExpansionRange(Range), Sources,
                                     Context.getLangOpts())
      .contains(Word);
}

std::string SourceText::text(const clang::Stmt *S) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  auto Range = Sources.getExpansionRange(S->getSourceRange());
  bool Invalid = false;
  StringRef Text = clang::Lexer::getSourceText(Range, Sources,
                                               Context.getLangOpts(), &Invalid);
  if (Invalid)
    return "";
  std::string Result;
  for (char C : Text) {
    if (Result.size() >= 120) {
      Result += "...";
      break;
    }
    bool Space = clang::isWhitespace(C);
    if (!Space)
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return Result;
}

bool SourceText::isPrelude(clang::SourceLocation Location) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  return kernelcast::isPrelude(
      Sources.getFilename(Sources.getExpansionLoc(Location)));
}

bool SourceText::isUserCode(clang::SourceLocation Location) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  clang::SourceLocation Where = Sources.getExpansionLoc(Location);
  return Where.isValid() && !Sources.isInSystemHeader(Where) &&
         !isPrelude(Where);
}

} // namespace kernelcast
