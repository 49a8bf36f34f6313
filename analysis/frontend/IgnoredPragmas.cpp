//===- IgnoredPragmas.cpp - Pragmas that nvcc takes for nothing -----------===//

#include "analysis/frontend/IgnoredPragmas.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace kernelcast {
namespace {

/// Most files have no pragma about loops, and need no walk.
class UnrollWatch : public PPCallbacks {
public:
  UnrollWatch(bool &Seen, const SourceManager &Sources)
      : Seen(Seen), Sources(Sources) {}
  void PragmaDirective(SourceLocation Where,
                       PragmaIntroducerKind Introducer) override {
    if (Introducer != PIK_HashPragma) {
      Seen = true;
      return;
    }
    constexpr size_t WordsBefore = 64; ///< `#`, `pragma` and what is between
    Seen |= llvm::StringRef(Sources.getCharacterData(Where))
                .take_front(WordsBefore)
                .contains("unroll");
  }

private:
  bool &Seen;
  const SourceManager &Sources;
};

class PragmaVisitor : public RecursiveASTVisitor<PragmaVisitor> {
public:
  explicit PragmaVisitor(ASTContext &Context) : Context(Context) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitAttributedStmt(AttributedStmt *S) {
    for (const Attr *const &Each : S->getAttrs())
      if (isIgnored(Each))
        // A statement has as many attributes as it was made with: the place is
        // taken by one that says nothing to a compiler.
        const_cast<const Attr *&>(Each) =
            SuppressAttr::CreateImplicit(Context, nullptr, 0);
    return true;
  }

private:
  ASTContext &Context;

  bool isIgnored(const Attr *A) const {
    const auto *Hint = dyn_cast<LoopHintAttr>(A);
    if (!Hint || Hint->getOption() != LoopHintAttr::Unroll ||
        Hint->getState() != LoopHintAttr::Disable || !Hint->getValue() ||
        Hint->getValue()->isValueDependent())
      return false;
    clang::Expr::EvalResult Count;
    return Hint->getValue()->EvaluateAsInt(Count, Context) &&
           Count.Val.getInt().isZero();
  }
};

} // namespace

void IgnoredPragmas::watch(Preprocessor &Source) {
  Source.addPPCallbacks(
      std::make_unique<UnrollWatch>(HasUnroll, Source.getSourceManager()));
}

void IgnoredPragmas::dropFrom(Decl *Root) {
  if (HasUnroll)
    PragmaVisitor(Root->getASTContext()).TraverseDecl(Root);
}

} // namespace kernelcast
