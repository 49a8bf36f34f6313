//===- HostSymbols.cpp - Names for what host code does not say ------------===//

#include "analysis/host/HostValues.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

unsigned HostValues::number(const Place &P) {
  std::vector<PathStep> Steps(P.Steps.begin(), P.Steps.end());
  return Numbers.try_emplace({P.Variable, std::move(Steps)}, Numbers.size() + 1)
      .first->second;
}

clang::QualType HostValues::typeOf(const Place &P) const {
  clang::QualType T = P.Variable ? P.Variable->getType() : clang::QualType();
  for (const PathStep &Step : P.Steps) {
    if (Step.Field) {
      T = Step.Field->getType();
      continue;
    }
    if (T.isNull())
      return T;
    T = T.getNonReferenceType();
    if (T->isPointerType())
      T = T->getPointeeType();
    else if (const clang::ArrayType *A = Facts.Context.getAsArrayType(T))
      T = A->getElementType();
    else
      return {};
  }
  return T.isNull() ? T : T.getNonReferenceType();
}

/// As the source would write it: params.n, sizes[2], p->n, width.
std::string HostValues::textOf(const Place &P) const {
  std::string Text = P.Variable ? P.Variable->getNameAsString() : "";
  bool Arrow = false;
  for (unsigned I = 0; I < P.Steps.size(); ++I) {
    const PathStep &Step = P.Steps[I];
    if (Step.Field) {
      if (!Text.empty())
        Text += Arrow ? "->" : ".";
      Text += Step.Field->getNameAsString();
    } else if (Step.Element == 0 && I + 1 < P.Steps.size() &&
               P.Steps[I + 1].Field) {
      Arrow = true;
      continue;
    } else {
      Text += "[" + std::to_string(Step.Element) + "]";
    }
    Arrow = false;
  }
  return Text.empty() ? "value" : Text;
}

const HostSymbol *HostValues::symbol(const Expr *E) const {
  auto It = Symbols.find(E);
  return It == Symbols.end() ? nullptr : &It->second;
}

static std::string functionName(const Frame *F, const clang::VarDecl *V) {
  const clang::FunctionDecl *Function = F->Facts->Function;
  if (V)
    Function =
        dyn_cast_or_null<clang::FunctionDecl>(V->getParentFunctionOrMethod());
  return Function ? Function->getNameAsString() : "";
}

const k::Expr *HostValues::unknown(const Place &P, const void *Where,
                                   const Frame *F,
                                   std::optional<int64_t> Default) {
  std::optional<ScalarType> Type = scalar(typeOf(P), Facts.Context);
  if (F->Inlined || !Type || Type->Float)
    return nullptr;
  unsigned Number = number(P);
  const Expr *&Slot = Unknowns[{Number, Where}];
  if (Slot)
    return Slot;
  const clang::SourceManager &Sources = Facts.Context.getSourceManager();
  HostSymbol S;
  S.Name = textOf(P);
  S.Function = functionName(F, P.Variable);
  S.Line = P.Variable
               ? Sources.getExpansionLineNumber(P.Variable->getLocation())
               : 0;
  S.Place = Number;
  S.Default = Default;
  // A name that no source has, until names() gives the final one.
  Slot = Pool.symbol("?" + std::to_string(Unknowns.size()), *Type);
  Symbols[Slot] = std::move(S);
  return Slot;
}

const k::Expr *HostValues::unknownExpression(const clang::Expr *E,
                                             const Frame *F,
                                             std::optional<int64_t> Default) {
  std::optional<ScalarType> Type = scalar(E->getType(), Facts.Context);
  if (F->Inlined || !Type || Type->Float || exhausted())
    return nullptr;
  const Expr *&Slot = Unknowns[{0, E}];
  if (Slot)
    return Slot;
  const clang::SourceManager &Sources = Facts.Context.getSourceManager();
  StringRef Text = clang::Lexer::getSourceText(
      Sources.getExpansionRange(E->getSourceRange()), Sources,
      Facts.Context.getLangOpts());
  HostSymbol S;
  S.Name = Text.size() <= 48 && !Text.contains('\n') ? Text.str() : "";
  S.Function = functionName(F, nullptr);
  S.Line = Sources.getExpansionLineNumber(E->getBeginLoc());
  S.Default = Default;
  if (S.Name.empty())
    S.Name = "value at line " + std::to_string(S.Line);
  Slot = Pool.symbol("?" + std::to_string(Unknowns.size()), *Type);
  Symbols[Slot] = std::move(S);
  return Slot;
}

const k::Expr *HostValues::named(const Expr *V, const Place &P,
                                 const void *Where, const Frame *F) {
  if (!V)
    return unknown(P, Where, F);
  bool Unnamed = false;
  if (!V->isConstant())
    visitPostOrder(V, [&](const Expr *Node) {
      if (const HostSymbol *S = symbol(Node))
        Unnamed |= S->Place == 0;
    });
  std::optional<ScalarType> Type = scalar(typeOf(P), Facts.Context);
  if (!Unnamed || F->Inlined)
    return Type ? convert(V, *Type) : V;
  return unknown(P, Where, F, defaultOf(V));
}

/// Whether \p V is only a name for \p P itself.
bool HostValues::isUnknown(const Expr *V, const Place &P) {
  const HostSymbol *S = symbol(V);
  return S && S->Place == number(P);
}

bool HostValues::fromCommandLine(const Expr *V) {
  bool Found = false;
  visitPostOrder(V, [&](const Expr *Node) {
    if (const HostSymbol *S = symbol(Node))
      Found |= S->CommandLine;
  });
  return Found;
}

std::optional<int64_t> HostValues::defaultOf(const Expr *E) {
  if (!E)
    return std::nullopt;
  if (!E->isConstant())
    E = Pool.rewrite(E, [&](const Expr *Leaf) -> const Expr * {
      const HostSymbol *S = symbol(Leaf);
      return S && S->Default
                 ? Pool.constant(wrapToType(*S->Default, Leaf->type()),
                                 Leaf->type())
                 : nullptr;
    });
  if (E && E->isIntegerConstant())
    return E->value();
  return std::nullopt;
}
