//===- TextRecord.cpp - What is left of a text after its macros -----------===//

#include "analysis/frontend/TextRecord.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace kernelcast {

/// Notes which macros are looked at.
class MacroWatch : public PPCallbacks {
public:
  MacroWatch(TextRecord &Record, Preprocessor &Source)
      : Record(Record), Source(Source) {}

  void MacroExpands(const Token &Name, const MacroDefinition &Definition,
                    SourceRange, const MacroArgs *) override {
    asked(Name);
    const MacroInfo *Macro = Definition.getMacroInfo();
    if (!Record.InPragma || !Macro)
      return;
    for (const Token &Each : Macro->tokens())
      Record.add(Source.getSpelling(Each));
  }
  void Defined(const Token &Name, const MacroDefinition &,
               SourceRange) override {
    asked(Name);
  }
  void Ifdef(SourceLocation, const Token &Name,
             const MacroDefinition &) override {
    asked(Name);
  }
  void Ifndef(SourceLocation, const Token &Name,
              const MacroDefinition &) override {
    asked(Name);
  }
  void Elifdef(SourceLocation, const Token &Name,
               const MacroDefinition &) override {
    asked(Name);
  }
  void Elifndef(SourceLocation, const Token &Name,
                const MacroDefinition &) override {
    asked(Name);
  }
  void PragmaDirective(SourceLocation Where, PragmaIntroducerKind) override {
    Record.InPragma = true;
    // The text of the source there: what macros do not change.
    bool Invalid = false;
    const char *Text = Source.getSourceManager().getCharacterData(
        Source.getSourceManager().getSpellingLoc(Where), &Invalid);
    if (!Invalid)
      Record.add(
          llvm::StringRef(Text).take_until([](char C) { return C == '\n'; }));
  }

private:
  void asked(const Token &Name) {
    if (const IdentifierInfo *Identifier = Name.getIdentifierInfo())
      Record.Macros.insert(Identifier->getName());
  }

  TextRecord &Record;
  Preprocessor &Source;
};

void TextRecord::watch(Preprocessor &Source) {
  Source.addPPCallbacks(std::make_unique<MacroWatch>(*this, Source));
  add("attempt");
}

void TextRecord::add(const Preprocessor &Source, const Token &Token) {
  InPragma = false;
  // Annotations follow from the tokens that they stand for.
  if (Token.isAnnotation()) {
    add(Token.getName());
    return;
  }
  llvm::SmallString<64> Buffer;
  add(Source.getSpelling(Token, Buffer));
}

void TextRecord::add(llvm::StringRef Bytes) {
  Pending += Bytes;
  Pending.push_back('\0');
  if (Pending.size() < 4000)
    return;
  Hash = text().Tokens;
  Pending.clear();
}

PreprocessedText TextRecord::text() const {
  llvm::SmallString<4096> All(
      llvm::StringRef(reinterpret_cast<const char *>(&Hash), sizeof(Hash)));
  All += Pending;
  PreprocessedText Result;
  Result.Tokens = contentHash(All);
  for (const auto &Each : Macros)
    Result.MacrosAsked.push_back(Each.getKey().str());
  llvm::sort(Result.MacrosAsked);
  return Result;
}

} // namespace kernelcast
