//===- DroppedStatements.cpp - Code that left no statement ----------------===//

#include "analysis/frontend/DroppedStatements.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace kernelcast {
namespace {

/// A lexer that stands at \p From in its file.
Lexer lexerAt(SourceLocation From, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Offset] = Sources.getDecomposedLoc(From);
  llvm::StringRef Text = Sources.getBufferData(File);
  return Lexer(Sources.getLocForStartOfFile(File), Context.getLangOpts(),
               Text.begin(), Text.begin() + Offset, Text.end());
}

/// Reads the words of one file from a place on, as they are written.
class Words {
public:
  Words(SourceLocation From, const ASTContext &Context)
      : Context(Context), Source(lexerAt(From, Context)) {
    next();
  }

  /// The first word before \p End that means something on its own.
  SourceLocation firstBefore(SourceLocation End) {
    while (!Word.is(tok::eof) && Word.getLocation() < End) {
      if (Word.is(tok::hash) && Word.isAtStartOfLine())
        skipLine();
      else if (Word.is(tok::raw_identifier) && isMacro())
        skipMacro();
      else if (Word.isOneOf(tok::raw_identifier, tok::numeric_constant))
        return Word.getLocation();
      else
        next();
    }
    return {};
  }

private:
  void next() { Source.LexFromRawLexer(Word); }
  void skipLine() {
    do
      next();
    while (!Word.is(tok::eof) && !Word.isAtStartOfLine());
  }
  bool isMacro() const {
    return Context.Idents.get(Word.getRawIdentifier()).hadMacroDefinition();
  }
  void skipMacro() {
    next();
    if (Word.isNot(tok::l_paren))
      return;
    for (unsigned Depth = 0; !Word.is(tok::eof); next()) {
      if (Word.is(tok::l_paren))
        ++Depth;
      else if (Word.is(tok::r_paren) && --Depth == 0)
        return next();
    }
  }

  const ASTContext &Context;
  Lexer Source;
  Token Word;
};

/// Whether an initializer is written behind \p Variable, which has none.
bool hasLostInitializer(const VarDecl *Variable, const ASTContext &Context) {
  if (Variable->hasInit() || Variable->getEndLoc().isMacroID())
    return false;
  std::optional<Token> Next = Lexer::findNextToken(
      Variable->getEndLoc(), Context.getSourceManager(), Context.getLangOpts());
  return Next && Next->isOneOf(tok::equal, tok::l_brace, tok::l_paren);
}

} // namespace

SourceLocation droppedStatement(const Stmt *S, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  // The body of an `if` that was dropped is an empty statement without a `;`.
  if (const auto *Empty = dyn_cast<NullStmt>(S)) {
    SourceLocation Place = Empty->getSemiLoc();
    bool IsWritten = Place.isInvalid() || Place.isMacroID() ||
                     *Sources.getCharacterData(Place) == ';';
    return IsWritten ? SourceLocation() : Place;
  }
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && hasLostInitializer(Variable, Context))
        return Variable->getLocation();
    return {};
  }
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block || Block->getLBracLoc().isMacroID() ||
      Block->getRBracLoc().isMacroID())
    return {};
  auto Behind = [&](SourceLocation Last) {
    return Lexer::getLocForEndOfToken(Sources.getExpansionRange(Last).getEnd(),
                                      0, Sources, Context.getLangOpts());
  };
  SourceLocation From = Behind(Block->getLBracLoc());
  for (const Stmt *Inner : Block->body()) {
    SourceLocation Begin = Sources.getExpansionLoc(Inner->getBeginLoc());
    if (From.isValid() && Begin.isValid() && From < Begin)
      if (SourceLocation Lost = Words(From, Context).firstBefore(Begin);
          Lost.isValid())
        return Lost;
    From = Behind(Inner->getEndLoc());
  }
  return From.isValid() ? Words(From, Context).firstBefore(Block->getRBracLoc())
                        : SourceLocation();
}

} // namespace kernelcast
