//===- CudaSwitches.cpp - Macros that turn a program's CUDA on ------------===//

#include "analysis/frontend/CudaSwitches.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace kernelcast {

bool isCudaSwitch(llvm::StringRef Macro) {
  auto [Rest, Last] = Macro.rsplit('_');
  llvm::StringRef Before = Rest.contains('_') ? Rest.rsplit('_').second : Rest;
  auto IsDevice = [](llvm::StringRef Word) {
    return Word == "CUDA" || Word == "GPU";
  };
  if (IsDevice(Last))
    return Before == "WITH" || Before == "USE" || Before == "HAVE" ||
           Before == "HAS" || Before == "ENABLE";
  return IsDevice(Before) && (Last == "ENABLED" || Last == "ENABLE");
}

class CudaSwitches::Watcher : public PPCallbacks {
public:
  Watcher(CudaSwitches &Into, Preprocessor &Source)
      : Into(Into), Source(Source) {}

  void Ifdef(SourceLocation, const Token &Name,
             const MacroDefinition &) override {
    ask(Name);
  }
  void Ifndef(SourceLocation, const Token &Name,
              const MacroDefinition &) override {
    ask(Name);
  }
  void Elifdef(SourceLocation, const Token &Name,
               const MacroDefinition &) override {
    ask(Name);
  }
  void Elifndef(SourceLocation, const Token &Name,
                const MacroDefinition &) override {
    ask(Name);
  }
  void If(SourceLocation, SourceRange Condition, ConditionValueKind) override {
    askAll(Condition);
  }
  void Elif(SourceLocation, SourceRange Condition, ConditionValueKind,
            SourceLocation) override {
    askAll(Condition);
  }
  void MacroDefined(const Token &Name, const MacroDirective *) override {
    settle(Name);
  }
  void MacroUndefined(const Token &Name, const MacroDefinition &,
                      const MacroDirective *) override {
    settle(Name);
  }

private:
  void ask(llvm::StringRef Name) {
    constexpr size_t Most = 64;
    if (isCudaSwitch(Name) && Into.Asked.size() != Most &&
        !Source.isMacroDefined(Name) && !llvm::is_contained(Into.Asked, Name))
      Into.Asked.push_back(Name.str());
  }
  void ask(const Token &Name) {
    if (const IdentifierInfo *Identifier = Name.getIdentifierInfo())
      ask(Identifier->getName());
  }
  void askAll(SourceRange Condition) {
    llvm::StringRef Text =
        Lexer::getSourceText(CharSourceRange::getTokenRange(Condition),
                             Source.getSourceManager(), Source.getLangOpts());
    auto IsLetter = [](char C) { return llvm::isAlnum(C) || C == '_'; };
    while (!(Text = Text.drop_until(IsLetter)).empty()) {
      ask(Text.take_while(IsLetter));
      Text = Text.drop_while(IsLetter);
    }
  }
  void settle(const Token &Name) {
    const IdentifierInfo *Identifier = Name.getIdentifierInfo();
    if (Identifier && isCudaSwitch(Identifier->getName()))
      Into.Defined.insert(Identifier->getName());
  }

  CudaSwitches &Into;
  Preprocessor &Source;
};

void CudaSwitches::watch(Preprocessor &Source) {
  Source.addPPCallbacks(std::make_unique<Watcher>(*this, Source));
}

std::vector<std::string> CudaSwitches::undefined() const {
  std::vector<std::string> Result;
  for (const std::string &Name : Asked)
    if (!Defined.contains(Name))
      Result.push_back(Name);
  return Result;
}

} // namespace kernelcast
