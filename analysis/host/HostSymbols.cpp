//===- HostSymbols.cpp - Names for what host code does not say ------------===//

#include "analysis/host/HostSymbols.h"
#include "analysis/host/HostArithmetic.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

unsigned HostSymbols::number(const Place &P) {
  std::vector<PathStep> Steps(P.Steps.begin(), P.Steps.end());
  return Numbers.try_emplace({P.Variable, std::move(Steps)}, Numbers.size() + 1)
      .first->second;
}

const HostSymbol *HostSymbols::find(const Expr *E) const {
  auto It = Symbols.find(E);
  return It == Symbols.end() ? nullptr : &It->second;
}

void HostSymbols::forEach(
    function_ref<void(const Expr *, const HostSymbol &)> Visit) const {
  // inRound() and the like may make new ones meanwhile.
  std::vector<const Expr *> All;
  All.reserve(Unknowns.size());
  for (const auto &[Key, Symbol] : Unknowns)
    All.push_back(Symbol);
  for (const Expr *E : All) {
    const HostSymbol Copy = Symbols.find(E)->second;
    Visit(E, Copy);
  }
}

HostSymbol *HostSymbols::change(const Expr *E) {
  auto It = Symbols.find(E);
  return It == Symbols.end() ? nullptr : &It->second;
}

void HostSymbols::markInLoop(const Expr *E, const clang::Stmt *Loop,
                             const Place &P, const Frame *F) {
  HostSymbol *S = E ? change(E) : nullptr;
  if (!S || S->Loop)
    return;
  S->Loop = Loop;
  S->LoopFrame = F;
  S->Part = P;
}

void HostSymbols::markCommandLine(const Expr *E) {
  if (HostSymbol *S = E ? change(E) : nullptr)
    S->CommandLine = true;
}

static std::string functionName(const Frame *F, const clang::VarDecl *V) {
  const clang::FunctionDecl *Function = F->Facts->Function;
  if (V)
    Function =
        dyn_cast_or_null<clang::FunctionDecl>(V->getParentFunctionOrMethod());
  return Function ? Function->getNameAsString() : "";
}

/// The number that \p P is as a member of the device's properties.
static std::optional<DeviceQuery> propertyIn(const Place &P) {
  size_t At = P.Steps.size();
  while (At > 0 && !P.Steps[At - 1].Field)
    --At;
  if (At == 0 || P.Steps.size() - At > 1)
    return std::nullopt;
  const clang::FieldDecl *Member = P.Steps[At - 1].Field;
  if (Member->getParent()->getName() != "cudaDeviceProp")
    return std::nullopt;
  int64_t Index = At < P.Steps.size() ? P.Steps[At].Element : -1;
  std::optional<DeviceNumber> Number = deviceProperty(Member->getName(), Index);
  if (!Number)
    return std::nullopt;
  return DeviceQuery{*Number};
}

const k::Expr *HostSymbols::ofPlace(const Place &P, const void *Where,
                                    const Frame *F,
                                    std::optional<int64_t> Default) {
  std::optional<ScalarType> Type = scalarType(typeOf(P, Context), Context);
  if (!Type || Type->Float)
    return nullptr;
  // All devices are one: so are their properties.
  if (std::optional<DeviceQuery> Query = propertyIn(P)) {
    const Expr *E = make(P, *Type, nullptr, F, Default);
    Symbols[E].Query = Query;
    return E;
  }
  return F->Inlined ? nullptr : make(P, *Type, Where, F, Default);
}

const k::Expr *HostSymbols::ofQuery(const DeviceQuery &Query, const Place &P,
                                    const clang::Expr *Call, const Frame *F) {
  std::optional<ScalarType> Type = scalarType(typeOf(P, Context), Context);
  if (!Type || Type->Float)
    return nullptr;
  const Expr *E = make(P, *Type, Call, F, std::nullopt);
  Symbols[E].Query = Query;
  return E;
}

const k::Expr *HostSymbols::ofRound(const clang::CXXForRangeStmt *Loop,
                                    const Frame *F) {
  // The range, not its begin: where types depend, only the range has a
  // variable.
  Place P{cast<clang::VarDecl>(Loop->getRangeStmt()->getSingleDecl()), {}};
  const Expr *E = make(P, ScalarType::integer(64, true), Loop, F, 0);
  Symbols[E].Name = "round";
  markInLoop(E, Loop, P, F);
  return E;
}

const k::Expr *HostSymbols::make(const Place &P, ScalarType Type,
                                 const void *Where, const Frame *F,
                                 std::optional<int64_t> Default) {
  unsigned Number = number(P);
  const Expr *&Slot = Unknowns[{Number, Where}];
  if (Slot)
    return Slot;
  const clang::SourceManager &Sources = Context.getSourceManager();
  HostSymbol S;
  S.Name = textOf(P);
  S.Function = functionName(F, P.Variable);
  S.Line = P.Variable
               ? Sources.getExpansionLineNumber(P.Variable->getLocation())
               : 0;
  S.Place = Number;
  S.Default = Default;
  // A name that no source has, until SymbolNames gives the final one.
  Slot = Pool.symbol("?" + std::to_string(Unknowns.size()), Type);
  Symbols[Slot] = std::move(S);
  return Slot;
}

const k::Expr *HostSymbols::ofExpression(const clang::Expr *E, const Frame *F,
                                         std::optional<int64_t> Default) {
  std::optional<ScalarType> Type = scalarType(E->getType(), Context);
  if (F->Inlined || !Type || Type->Float)
    return nullptr;
  const Expr *&Slot = Unknowns[{0, E}];
  if (Slot)
    return Slot;
  const clang::SourceManager &Sources = Context.getSourceManager();
  StringRef Text = clang::Lexer::getSourceText(
      Sources.getExpansionRange(E->getSourceRange()), Sources,
      Context.getLangOpts());
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

bool HostSymbols::standsFor(const Expr *V, const Place &P) {
  const HostSymbol *S = find(V);
  return S && S->Place == number(P);
}

bool HostSymbols::hasUnnamed(const Expr *E) const {
  bool Found = false;
  if (!E->isConstant())
    visitPostOrder(E, [&](const Expr *Node) {
      if (const HostSymbol *S = find(Node))
        Found |= S->Place == 0;
    });
  return Found;
}

bool HostSymbols::fromCommandLine(const Expr *V) const {
  bool Found = false;
  visitPostOrder(V, [&](const Expr *Node) {
    if (const HostSymbol *S = find(Node))
      Found |= S->CommandLine;
  });
  return Found;
}

std::optional<int64_t> HostSymbols::defaultOf(const Expr *E) const {
  if (!E)
    return std::nullopt;
  if (!E->isConstant())
    E = Pool.rewrite(E, [&](const Expr *Leaf) -> const Expr * {
      const HostSymbol *S = find(Leaf);
      return S && S->Default
                 ? Pool.constant(wrapToType(*S->Default, Leaf->type()),
                                 Leaf->type())
                 : nullptr;
    });
  if (E && E->isIntegerConstant())
    return E->value();
  return std::nullopt;
}

std::string SymbolNames::take(const HostSymbol &S, bool Clash) {
  std::string Name = S.Name;
  if (Clash || Taken.count(Name))
    Name = S.Function + "::" + S.Name;
  if (Taken.count(Name))
    Name += "@" + std::to_string(S.Line);
  for (unsigned I = 2; Taken.count(Name); ++I)
    Name = S.Function + "::" + S.Name + "#" + std::to_string(I);
  Taken.insert(Name);
  return Name;
}
