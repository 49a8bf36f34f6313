//===- EntryValues.cpp - What a place holds when a function starts --------===//

#include "analysis/host/EntryValues.h"
#include "analysis/host/ContainerSizes.h"
#include "analysis/host/HostValues.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

EntryValues::EntryValues(HostValues &Values)
    : Values(Values), Facts(Values.Facts), Pool(Values.Pool),
      Arithmetic(Values.Arithmetic), Symbols(Values.Symbols),
      Chains(Values.Chains), Work(Values.Work) {}

const k::Expr *EntryValues::atEntry(const Place &P, const Frame *F) {
  if (!Work.step())
    return nullptr;
  std::pair Key(Symbols.number(P), F);
  auto It = Entered.find(Key);
  if (It != Entered.end())
    return It->second;
  const Expr *V = entering(P, F);
  if (!Work.exhausted())
    Entered[Key] = V;
  return V;
}

const k::Expr *EntryValues::entering(const Place &P, const Frame *F) {
  if (!P.Variable)
    return ofObject(P, F);
  if (P.Variable->hasGlobalStorage())
    return global(P, F);
  if (isa<clang::ParmVarDecl>(P.Variable) &&
      P.Variable->getDeclContext() == F->Facts->Function)
    return parameter(P, F);
  // A variable that a lambda captured, seen from the lambda's own body.
  const auto *Outer = dyn_cast_or_null<clang::FunctionDecl>(
      P.Variable->getParentFunctionOrMethod());
  const FunctionFacts *Facts = this->Facts.of(Outer);
  if (Facts && Facts != F->Facts && F->Depth < MaximumCallDepth) {
    // The call of that function that led here, or any.
    const Frame *Made = F->Caller;
    while (Made && Made->Facts != Facts)
      Made = Made->Caller;
    if (!Made)
      Made = Chains.enter(Facts);
    auto It = Facts->Modified.find(P.Variable);
    unsigned Changes = It == Facts->Modified.end() ? 0 : It->second.size();
    if (isa<clang::ParmVarDecl>(P.Variable) && Changes == 0)
      return parameter(P, Made);
    if (!isa<clang::ParmVarDecl>(P.Variable) && Changes == 1 &&
        P.Variable->getInit())
      return Values.named(Values.part(P.Variable->getInit(), P.Steps, Made), P,
                          P.Variable, Made);
  }
  // The parameter of a lambda inside this function.
  if (isa<clang::ParmVarDecl>(P.Variable) && Outer != F->Facts->Function)
    return parameter(P, F);
  return Symbols.ofPlace(P, P.Variable, F);
}

const k::Expr *EntryValues::parameter(const Place &P, const Frame *F) {
  const auto *Parameter = cast<clang::ParmVarDecl>(P.Variable);
  const auto *Owner =
      dyn_cast<clang::FunctionDecl>(Parameter->getDeclContext());
  if (!Owner)
    return Symbols.ofPlace(P, Parameter, F);
  unsigned I = Parameter->getFunctionScopeIndex();
  if (F->Call && Owner == F->Facts->Function) {
    const clang::Expr *A = argument(F->Call, I);
    const Expr *V = A ? Values.part(A, P.Steps, F->Caller) : nullptr;
    std::optional<ScalarType> Type =
        scalarType(typeOf(P, Facts.Context), Facts.Context);
    if (V && Type)
      return Arithmetic.convert(V, *Type);
    return Symbols.ofPlace(P, Parameter, F);
  }
  // Any call: the value that they agree on.
  auto It = Facts.Calls.find(Owner->getCanonicalDecl());
  const Expr *Agreed = nullptr;
  if (It != Facts.Calls.end() && It->second.size() <= 16 &&
      F->Depth < MaximumCallDepth) {
    for (const CallSite &Site : It->second) {
      const clang::Expr *A = argument(Site.Call, I);
      const Expr *V = nullptr;
      if (A && Site.In != F->Facts)
        V = Values.part(A, P.Steps, Chains.enter(Site.In));
      else if (A && Owner != F->Facts->Function)
        V = Values.part(A, P.Steps, F); // a lambda's call beside its body
      if (!V || (Agreed && V != Agreed)) {
        Agreed = nullptr;
        break;
      }
      Agreed = V;
    }
    if (std::optional<ScalarType> Type =
            scalarType(typeOf(P, Facts.Context), Facts.Context);
        Agreed && Type)
      return Arithmetic.convert(Agreed, *Type);
  }
  std::optional<int64_t> Default;
  bool Main = Owner->isMain() && I == 0;
  if (Main)
    Default = 1;
  const Expr *V = Symbols.ofPlace(P, Parameter, F, Default);
  if (Main)
    Symbols.markCommandLine(V);
  return V;
}

/// The value of \p P from \p Init or the only change that the file makes to
/// \p Key; \p Inside is the path of P within it.
const k::Expr *EntryValues::onlyDefinition(const clang::ValueDecl *Key,
                                           const clang::Expr *Init,
                                           const Place &P,
                                           ArrayRef<PathStep> Inside,
                                           const Frame *F) {
  if (Facts.mayBeLost(Key))
    return Symbols.ofPlace(P, Key, F);
  SmallVector<const Definition *, 2> Changes;
  auto It =
      Facts.Definitions.find(cast<clang::ValueDecl>(Key->getCanonicalDecl()));
  if (It != Facts.Definitions.end())
    for (const Definition &D : It->second)
      if (overlaps(D.Change.Steps, Inside))
        Changes.push_back(&D);
  const Expr *Initial =
      Init ? Values.part(Init, Inside, Chains.enter(F->Facts)) : nullptr;
  if (Changes.empty() && Initial)
    return Values.named(Initial, P, Key, F);
  if (Changes.size() == 1 && F->Depth < MaximumCallDepth &&
      (!Init || (Initial && Initial->isConstant(0)))) {
    const Definition &D = *Changes[0];
    const Frame *There = Chains.enter(D.In);
    const Expr *V = nullptr;
    if (covers(D.Change.Steps, Inside)) {
      ArrayRef<PathStep> Rest = Inside.drop_front(D.Change.Steps.size());
      const auto *E = dyn_cast<clang::Expr>(D.Change.Where);
      const auto *B = dyn_cast_or_null<clang::BinaryOperator>(E);
      const auto *O = dyn_cast_or_null<clang::CXXOperatorCallExpr>(E);
      if (B && B->getOpcode() == clang::BO_Assign)
        V = Values.part(B->getRHS(), Rest, There);
      else if (O && O->getOperator() == clang::OO_Equal && O->getNumArgs() == 2)
        V = Values.part(O->getArg(1), Rest, There);
      else if (const auto *M = dyn_cast_or_null<clang::CXXMemberCallExpr>(E);
               M && Rest.size() == 1 && Rest[0].isSize())
        V = sizeLeft(M, There, Values, Pool);
      else if (E && !D.In->parent(E) && !B && !isa<clang::CallExpr>(E))
        V = Values.part(E, Rest, There); // a constructor's member initialiser
    }
    return Values.named(V, P, Key, F);
  }
  std::optional<int64_t> Default;
  if (Initial)
    Default = Symbols.defaultOf(Initial);
  if (Default && *Default <= 0)
    Default.reset();
  return Symbols.ofPlace(P, Key, F, Default);
}

const k::Expr *EntryValues::global(const Place &P, const Frame *F) {
  const clang::Expr *Init = P.Variable->getAnyInitializer();
  return onlyDefinition(P.Variable, Init, P, P.Steps, F);
}

bool EntryValues::isSetOnce(const clang::VarDecl *V, const Frame *F) const {
  if (F->Facts->isKept(V) || (V->hasGlobalStorage() && Facts.mayBeLost(V)))
    return false;
  auto Changes = F->Facts->Modified.find(V);
  unsigned Changed =
      Changes == F->Facts->Modified.end() ? 0 : Changes->second.size();
  if (!V->hasGlobalStorage())
    return Changed <= 1;
  return Changed <= (V->isStaticLocal() ? 1 : 0) &&
         !Facts.Definitions.contains(
             cast<clang::ValueDecl>(V->getCanonicalDecl()));
}

/// The list in braces that \p Table is, or null.
static const clang::InitListExpr *listOf(const clang::Expr *Table) {
  const auto *L = dyn_cast<clang::CXXStdInitializerListExpr>(stripped(Table));
  return L ? dyn_cast<clang::InitListExpr>(stripped(L->getSubExpr())) : nullptr;
}

std::optional<uint64_t> EntryValues::elements(const clang::Expr *Table) const {
  if (!Table)
    return std::nullopt;
  if (const clang::InitListExpr *List = listOf(Table))
    return List->getNumInits();
  const clang::ConstantArrayType *Type =
      Facts.Context.getAsConstantArrayType(stripped(Table)->getType());
  return Type ? std::optional(Type->getZExtSize()) : std::nullopt;
}

const k::Expr *EntryValues::element(const clang::Expr *Table, const Expr *Index,
                                    ArrayRef<PathStep> Steps, const Frame *F) {
  std::optional<uint64_t> Count = elements(Table);
  if (!Count || *Count == 0 || *Count > MaximumElements || !Index ||
      Index->type().Float)
    return nullptr;
  const clang::Expr *Init = listOf(Table);
  if (const auto *R = dyn_cast<clang::DeclRefExpr>(stripped(Table)))
    if (const auto *V = dyn_cast<clang::VarDecl>(R->getDecl());
        V && isSetOnce(V, F))
      Init = V->getAnyInitializer();
  if (!Init)
    return nullptr;
  const Expr *Chosen = nullptr;
  for (uint64_t I = *Count; I-- > 0;) {
    Path Inside{PathStep{nullptr, static_cast<int64_t>(I)}};
    Inside.append(Steps.begin(), Steps.end());
    const Expr *V = Values.part(Init, Inside, F);
    if (!V || !V->isConstant() || V->type().Float)
      return nullptr;
    Chosen =
        Chosen ? Pool.select(Pool.binary(Op::Equal, Index,
                                         Pool.constant(static_cast<int64_t>(I),
                                                       Index->type())),
                             V, Chosen)
               : V;
  }
  return Chosen;
}

/// A member of the object that the function is called on.
const k::Expr *EntryValues::ofObject(const Place &P, const Frame *F) {
  if (P.Steps.empty() || !P.Steps[0].Field)
    return nullptr;
  if (F->Call) {
    const clang::Expr *Object = nullptr;
    if (const auto *M = dyn_cast<clang::CXXMemberCallExpr>(F->Call))
      Object = M->getImplicitObjectArgument();
    else if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(F->Call);
             O && O->getNumArgs() > 0)
      Object = O->getArg(0);
    if (Object) {
      const clang::Expr *Bare = stripped(Object);
      Path Steps;
      if (Object->getType()->isPointerType() && !isa<clang::CXXThisExpr>(Bare))
        Steps.push_back({nullptr, 0});
      Steps.append(P.Steps);
      const Expr *V = Values.part(Bare, Steps, F->Caller);
      if (V && !Symbols.standsFor(V, P) &&
          !(Symbols.find(V) && !Symbols.find(V)->Default))
        return V;
    }
    if (const auto *K = dyn_cast<clang::CXXConstructExpr>(F->Call))
      if (const auto *Constructor =
              dyn_cast<clang::CXXConstructorDecl>(F->Facts->Function);
          Constructor && K)
        for (const clang::CXXCtorInitializer *I : Constructor->inits())
          if (I->isAnyMemberInitializer() && I->getMember() == P.Steps[0].Field)
            return Values.part(I->getInit(), ArrayRef(P.Steps).drop_front(), F);
  }
  return ofAnyTime(P, F);
}
const k::Expr *EntryValues::ofAnyTime(const Place &P, const Frame *F) {
  if (P.Steps.empty() || !P.Steps[0].Field)
    return nullptr;
  const clang::FieldDecl *Field = P.Steps[0].Field;
  return onlyDefinition(Field, Field->getInClassInitializer(), P,
                        ArrayRef(P.Steps).drop_front(), F);
}
