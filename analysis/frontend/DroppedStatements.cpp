//===- DroppedStatements.cpp - Code that left no statement ----------------===//

#include "analysis/frontend/DroppedStatements.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
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
  Words(SourceLocation From, const ASTContext &Context,
        const SkippedText &Skipped)
      : Context(Context), Skipped(Skipped), Source(lexerAt(From, Context)) {
    next();
  }

  /// The first word before \p End that means something on its own.
  SourceLocation firstBefore(SourceLocation End) {
    while (!Word.is(tok::eof) && Word.getLocation() < End) {
      if (Word.is(tok::hash) && Word.isAtStartOfLine())
        skipDirective();
      else if (Word.is(tok::raw_identifier) && isMacro())
        skipMacro();
      else if (Word.isOneOf(tok::raw_identifier, tok::numeric_constant))
        return Word.getLocation();
      else
        next();
    }
    return {};
  }

  /// Adds the names before \p End, or before the end of the statement where
  /// that is not valid, that may be changed or called.
  void addChanged(SourceLocation End, std::vector<llvm::StringRef> &Names) {
    tok::TokenKind Before = tok::unknown;
    for (unsigned Depth = 0; !Word.is(tok::eof);) {
      if (End.isValid() ? !(Word.getLocation() < End)
                        : Depth == 0 && Word.isOneOf(tok::semi, tok::r_brace))
        return;
      if (Word.is(tok::hash) && Word.isAtStartOfLine()) {
        skipDirective();
        continue;
      }
      Depth += Word.isOneOf(tok::l_brace, tok::l_paren);
      Depth -= Depth && Word.isOneOf(tok::r_brace, tok::r_paren);
      const Token Here = Word;
      next();
      if (Here.is(tok::raw_identifier) && mayChange(Before, Word.getKind()))
        Names.push_back(Here.getRawIdentifier());
      Before = Here.getKind();
    }
  }

private:
  /// Whether a name between these two words may be changed or called.
  static bool mayChange(tok::TokenKind Before, tok::TokenKind Behind) {
    switch (Behind) {
    case tok::equal:
    case tok::plusequal:
    case tok::minusequal:
    case tok::starequal:
    case tok::slashequal:
    case tok::percentequal:
    case tok::lesslessequal:
    case tok::greatergreaterequal:
    case tok::ampequal:
    case tok::pipeequal:
    case tok::caretequal:
    case tok::plusplus:
    case tok::minusminus:
    case tok::l_paren:
    case tok::l_square:
    case tok::l_brace:
    case tok::period:
    case tok::arrow:
      return true;
    case tok::comma:
    case tok::r_paren:
      if (Before == tok::l_paren || Before == tok::comma)
        return true;
      break;
    default:
      break;
    }
    return Before == tok::plusplus || Before == tok::minusminus ||
           Before == tok::amp || Before == tok::greatergreater;
  }

  void next() { Source.LexFromRawLexer(Word); }
  /// With what it keeps from the compiler.
  void skipDirective() {
    if (auto End = Skipped.endOf(
            Context.getSourceManager().getDecomposedLoc(Word.getLocation())))
      Source.seek(*End, /*IsAtStartOfLine=*/false);
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
  const SkippedText &Skipped;
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

/// Calls \p Use with the places before and behind each stretch between the
/// statements of \p Block, until it returns true.
static void betweenStatements(
    const CompoundStmt *Block, const ASTContext &Context,
    llvm::function_ref<bool(SourceLocation, SourceLocation)> Use) {
  const SourceManager &Sources = Context.getSourceManager();
  if (Block->getLBracLoc().isMacroID() || Block->getRBracLoc().isMacroID())
    return;
  auto Behind = [&](SourceLocation Last) {
    return Lexer::getLocForEndOfToken(Sources.getExpansionRange(Last).getEnd(),
                                      0, Sources, Context.getLangOpts());
  };
  SourceLocation From = Behind(Block->getLBracLoc());
  for (const Stmt *Inner : Block->body()) {
    SourceLocation Begin = Sources.getExpansionLoc(Inner->getBeginLoc());
    if (From.isValid() && Begin.isValid() && From < Begin && Use(From, Begin))
      return;
    From = Behind(Inner->getEndLoc());
  }
  if (From.isValid())
    Use(From, Block->getRBracLoc());
}

SourceLocation droppedStatement(const Stmt *S, const ASTContext &Context,
                                const SkippedText &Skipped) {
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
  SourceLocation Lost;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    betweenStatements(Block, Context,
                      [&](SourceLocation From, SourceLocation End) {
                        Lost = Words(From, Context, Skipped).firstBefore(End);
                        return Lost.isValid();
                      });
  return Lost;
}

const Stmt *discardedSide(const Stmt *S, const ASTContext &Context) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || !If->isConstexpr() || !If->getCond() ||
      If->getCond()->isValueDependent() || If->getCond()->containsErrors())
    return nullptr;
  std::optional<const Stmt *> Compiled = If->getNondiscardedCase(Context);
  if (!Compiled)
    return nullptr;
  return *Compiled == If->getThen() ? If->getElse() : If->getThen();
}

std::vector<llvm::StringRef> namesChangedIn(const Stmt *S,
                                            const ASTContext &Context,
                                            const SkippedText &Skipped) {
  std::vector<llvm::StringRef> Names;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    betweenStatements(
        Block, Context, [&](SourceLocation From, SourceLocation End) {
          if (Words(From, Context, Skipped).firstBefore(End).isValid())
            Words(From, Context, Skipped).addChanged(End, Names);
          return false;
        });
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    // `missing::read(n);` is taken for the declaration of another n.
    for (const Decl *D : Declaration->decls()) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (!Variable || !Variable->getIdentifier())
        continue;
      const bool Lost = hasLostInitializer(Variable, Context);
      if (Lost || Variable->isInvalidDecl())
        Names.push_back(Variable->getName());
      if (Lost)
        Words(Variable->getEndLoc(), Context, Skipped).addChanged({}, Names);
    }
  } else if (SourceLocation Lost = droppedStatement(S, Context, Skipped);
             Lost.isValid()) {
    Words(Lost, Context, Skipped).addChanged({}, Names);
  }
  return Names;
}

std::vector<llvm::StringRef> namesChangedIn(SourceRange Range,
                                            const ASTContext &Context,
                                            const SkippedText &Skipped) {
  std::vector<llvm::StringRef> Names;
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation From = Sources.getExpansionLoc(Range.getBegin());
  const SourceLocation End = Sources.getExpansionLoc(Range.getEnd());
  if (From.isValid() && Sources.isWrittenInSameFile(From, End))
    Words(From, Context, Skipped).addChanged(End, Names);
  return Names;
}

} // namespace kernelcast
