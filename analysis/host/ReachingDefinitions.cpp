//===- ReachingDefinitions.cpp - The change that reaches a use ------------===//

#include "analysis/host/ReachingDefinitions.h"
#include "analysis/host/HostValues.h"
#include "analysis/host/QueryReader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

ReachingDefinitions::ReachingDefinitions(HostValues &Values)
    : Values(Values), Facts(Values.Facts), Pool(Values.Pool),
      Symbols(Values.Symbols), Work(Values.Work) {}

bool kernelcast::host::leaves(const clang::Stmt *S) {
  for (unsigned I = 0; S && I < 64; ++I) {
    if (isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt,
            clang::GotoStmt, clang::CXXThrowExpr>(S))
      return true;
    if (const auto *B = dyn_cast<clang::CompoundStmt>(S)) {
      S = B->body_empty() ? nullptr : B->body_back();
    } else if (const auto *W = dyn_cast<clang::FullExpr>(S)) {
      S = W->getSubExpr();
    } else if (const auto *L = dyn_cast<clang::LabelStmt>(S)) {
      S = L->getSubStmt();
    } else if (const auto *C = dyn_cast<clang::SwitchCase>(S)) {
      S = C->getSubStmt();
    } else if (const auto *I = dyn_cast<clang::IfStmt>(S)) {
      return I->getElse() && leaves(I->getThen()) && leaves(I->getElse());
    } else if (const auto *C = dyn_cast<clang::CallExpr>(S)) {
      const clang::FunctionDecl *F = C->getDirectCallee();
      if (!F)
        return false;
      if (F->isNoReturn())
        return true;
      StringRef Name = F->getIdentifier() ? F->getName() : StringRef();
      return Name == "exit" || Name == "abort" || Name == "_exit";
    } else {
      return false;
    }
  }
  return false;
}

/// Macros wrap statements in do { ... } while (0).
static bool runsOnce(const clang::Stmt *S, const clang::ASTContext &Context) {
  const auto *D = dyn_cast<clang::DoStmt>(S);
  bool Again = true;
  return D && !D->getCond()->isValueDependent() &&
         D->getCond()->EvaluateAsBooleanCondition(Again, Context) && !Again;
}

static bool isLoop(const clang::Stmt *S) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
             clang::CXXForRangeStmt>(S);
}

const k::Expr *ReachingDefinitions::before(const Place &P, const clang::Stmt *S,
                                           const Frame *F) {
  if (!Work.step())
    return nullptr;
  auto Key = std::make_tuple(Symbols.number(P), S, F);
  auto It = Reached.find(Key);
  if (It != Reached.end())
    return It->second;
  auto Deeper = Work.deeper();
  const Expr *V = search(P, S, F);
  if (!Work.exhausted() && !Work.atBottom())
    Reached[Key] = V;
  return V;
}

/// Climbs from \p S to the statement that decides about \p P.
const k::Expr *ReachingDefinitions::search(const Place &P, const clang::Stmt *S,
                                           const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  const clang::Stmt *From = S;
  if (Body.isKept(P))
    return Symbols.ofPlace(P, P.Variable, F);
  if (P.Variable && P.Variable->hasGlobalStorage() &&
      Facts.mayBeLost(P.Variable))
    return Symbols.ofPlace(P, P.Variable, F);
  for (const PathStep &Step : P.Steps)
    if (Facts.mayBeLost(Step.Field))
      return Symbols.ofPlace(P, Step.Field, F);
  // What the object's own functions, called before, may have changed is no
  // longer what the function started with.
  auto atEntry = [&] {
    return !P.Variable && changedByCall(P, nullptr, From, F)
               ? Values.Entry.ofAnyTime(P, F)
               : Values.Entry.atEntry(P, F);
  };
  auto Changes = Body.Modified.find(P.Variable);
  if (Changes == Body.Modified.end())
    return atEntry();
  if (Body.JumpsBack && Changes->second.size() > 1)
    return Symbols.ofPlace(P, P.Variable, F);
  for (const clang::Stmt *Parent = Body.parent(S); Parent;
       S = Parent, Parent = Body.parent(S)) {
    if (const auto *Block = dyn_cast<clang::CompoundStmt>(Parent)) {
      bool InSwitch = isa_and_nonnull<clang::SwitchStmt>(Body.parent(Block));
      const clang::Stmt *Last = nullptr;
      for (const clang::Stmt *Sibling : Block->body()) {
        if (Sibling == S)
          break;
        if (InSwitch && leaves(Sibling)) {
          Last = nullptr; // control came from the switch's head
        } else if (isa<clang::LabelStmt>(Sibling) && Last) {
          return Symbols.ofPlace(P, Sibling, F);
        } else if (InSwitch && isa<clang::SwitchCase>(Sibling) && Last) {
          return Symbols.ofPlace(P, Sibling,
                                 F); // falls through from another case
        }
        if (Body.modifies(Sibling, P))
          Last = Sibling;
        if (const auto *Case = dyn_cast<clang::SwitchCase>(Sibling);
            InSwitch && Case && leaves(Case->getSubStmt()))
          Last = nullptr;
      }
      if (Last && InSwitch && isa<clang::SwitchCase>(S))
        return Symbols.ofPlace(P, S, F);
      if (Last)
        return changedByCall(P, Last, From, F) ? Symbols.ofPlace(P, From, F)
                                               : after(Last, P, F);
    } else if (const auto *D = dyn_cast<clang::DeclStmt>(Parent)) {
      // int a = 4, b = a;
      for (const clang::Decl *Declared : D->decls())
        if (const auto *V = dyn_cast<clang::VarDecl>(Declared);
            V && V == P.Variable && V->getInit() &&
            !Body.contains(V->getInit(), S))
          return after(D, P, F);
    } else if (isLoop(Parent) && !runsOnce(Parent, Facts.Context)) {
      const auto *For = dyn_cast<clang::ForStmt>(Parent);
      if (For && S == For->getInit())
        continue;
      for (const clang::Stmt *Child : Parent->children())
        if (Child && !(For && Child == For->getInit()) &&
            Body.modifies(Child, P))
          return inLoop(Parent, P, F);
      if (For && Body.modifies(For->getInit(), P))
        return after(For->getInit(), P, F);
    } else if (const auto *If = dyn_cast<clang::IfStmt>(Parent)) {
      for (const clang::Stmt *Head :
           {static_cast<const clang::Stmt *>(If->getCond()), If->getInit()})
        if (Head && Head != S && Body.modifies(Head, P))
          return after(Head, P, F);
    }
  }
  return atEntry();
}

/// What \p S, which changes \p P or an object around it, leaves in \p P.
const k::Expr *ReachingDefinitions::after(const clang::Stmt *S, const Place &P,
                                          const Frame *F) {
  if (!S || !Work.step())
    return nullptr;
  // n = n + n; n = n + n; ... asks twice at every step.
  auto Key = std::make_tuple(Symbols.number(P), S, F);
  auto It = Left.find(Key);
  if (It != Left.end())
    return It->second;
  auto Deeper = Work.deeper();
  const Expr *V = follow(S, P, F);
  if (!Work.exhausted())
    Left[Key] = V;
  return V;
}

const k::Expr *ReachingDefinitions::follow(const clang::Stmt *S, const Place &P,
                                           const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  if (const clang::CallExpr *Call = changingCall(S, P, F))
    if (std::optional<DeviceQuery> Query = queryBy(Call, P, Values, F))
      return Symbols.ofQuery(*Query, P, Call, F);
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Declared : D->decls()) {
      const auto *V = dyn_cast<clang::VarDecl>(Declared);
      if (!V || V != P.Variable)
        continue;
      // A static local keeps later changes from the last call.
      auto Changes = Body.Modified.find(V);
      if (V->isStaticLocal() && Changes != Body.Modified.end() &&
          Changes->second.size() > 1)
        return Symbols.ofPlace(P, D, F);
      return Values.named(V->getInit() ? Values.part(V->getInit(), P.Steps, F)
                                       : nullptr,
                          P, D, F);
    }
    return Symbols.ofPlace(P, S,
                           F); // changed inside another variable's initialiser
  }
  if (const auto *B = dyn_cast<clang::CompoundStmt>(S)) {
    for (const clang::Stmt *Child : llvm::reverse(B->body()))
      if (Body.modifies(Child, P))
        return after(Child, P, F);
    return nullptr;
  }
  if (const auto *If = dyn_cast<clang::IfStmt>(S)) {
    if (Body.modifies(If->getCond(), P) ||
        (If->getInit() && Body.modifies(If->getInit(), P)))
      return Symbols.ofPlace(P, S, F);
    const Expr *Condition = Values.value(If->getCond(), F);
    return afterBranch(Condition, If->getThen(), If->getElse(), If, P, F);
  }
  if (runsOnce(S, Facts.Context))
    return after(cast<clang::DoStmt>(S)->getBody(), P, F);
  if (isLoop(S))
    return afterLoop(S, P, F);
  if (const auto *C = dyn_cast<clang::SwitchCase>(S))
    return after(C->getSubStmt(), P, F);
  if (const auto *L = dyn_cast<clang::LabelStmt>(S))
    return after(L->getSubStmt(), P, F);
  if (const auto *A = dyn_cast<clang::AttributedStmt>(S))
    return after(A->getSubStmt(), P, F);
  if (const auto *E = dyn_cast<clang::Expr>(S))
    return Values.named(assigned(E, P, F), P, S, F);
  return Symbols.ofPlace(P, S, F);
}

/// The call that \p S makes in any case and that alone changes \p P there,
/// perhaps inside another one: check(cudaDeviceGetAttribute(&n, ...)). Null if
/// there is none.
const clang::CallExpr *ReachingDefinitions::changingCall(const clang::Stmt *S,
                                                         const Place &P,
                                                         const Frame *F) const {
  if (const auto *If = dyn_cast<clang::IfStmt>(S);
      If && F->Facts->modifies(If->getCond(), P) &&
      !F->Facts->modifies(If->getThen(), P) &&
      !F->Facts->modifies(If->getElse(), P))
    S = If->getCond();
  if (!isa<clang::Expr, clang::DeclStmt>(S))
    return nullptr;
  const FunctionFacts &Body = *F->Facts;
  auto Changes = Body.Modified.find(P.Variable);
  if (Changes == Body.Modified.end())
    return nullptr;
  const clang::Stmt *Change = nullptr;
  for (const Modification &M : Changes->second) {
    if (!overlaps(M.Steps, P.Steps) || !Body.contains(S, M.Where))
      continue;
    if (Change)
      return nullptr;
    Change = M.Where;
  }
  return dyn_cast_or_null<clang::CallExpr>(Change);
}

/// The value that the expression statement \p E gives \p P; null: not known.
const k::Expr *ReachingDefinitions::assigned(const clang::Expr *E,
                                             const Place &P, const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  E = stripped(E);
  auto Inside = [&](const clang::Expr *Target) -> std::optional<Path> {
    std::optional<Place> T = placeOf(Target, Facts.Context);
    if (!T || T->Variable != P.Variable || !covers(T->Steps, P.Steps))
      return std::nullopt;
    return Path(P.Steps.begin() + T->Steps.size(), P.Steps.end());
  };
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      if (std::optional<Path> Rest = Inside(B->getLHS())) {
        if (Body.modifies(B->getRHS(), P))
          return nullptr;
        return B->getOpcode() == clang::BO_Assign
                   ? Values.part(B->getRHS(), *Rest, F)
                   : Values.value(B, F);
      }
    if (B->getOpcode() == clang::BO_Comma || B->isAssignmentOp()) {
      // a = b = 4; or two changes in a row
      if (Body.modifies(B->getRHS(), P))
        return assigned(B->getRHS(), P, F);
      if (B->getOpcode() == clang::BO_Comma && Body.modifies(B->getLHS(), P))
        return assigned(B->getLHS(), P, F);
    }
    return nullptr;
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    if (!U->isIncrementDecrementOp() || !Inside(U->getSubExpr()))
      return nullptr;
    const Expr *V = Values.value(U->getSubExpr(), F);
    if (!V || V->type().Float)
      return nullptr;
    return Pool.binary(U->isIncrementOp() ? Op::Add : Op::Sub, V,
                       Pool.constant(1, V->type()));
  }
  if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E))
    if (O->getOperator() == clang::OO_Equal && O->getNumArgs() == 2)
      if (std::optional<Path> Rest = Inside(O->getArg(0)))
        return Values.part(O->getArg(1), *Rest, F);
  if (isa<clang::CallExpr>(E) && !isa<clang::CXXOperatorCallExpr>(E))
    return Values.Calls.left(cast<clang::CallExpr>(E), P, F);
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E))
    return afterBranch(Values.value(C->getCond(), F), C->getTrueExpr(),
                       C->getFalseExpr(), C, P, F);
  return nullptr;
}

const k::Expr *ReachingDefinitions::afterBranch(
    const Expr *Condition, const clang::Stmt *Then, const clang::Stmt *Else,
    const clang::Stmt *Whole, const Place &P, const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  bool InThen = Body.modifies(Then, P), InElse = Body.modifies(Else, P);
  auto Side = [&](const clang::Stmt *Branch, bool Changes) {
    return Changes ? after(Branch, P, F) : before(P, Whole, F);
  };
  if (Condition && Condition->isIntegerConstant())
    return Condition->value() ? Side(Then, InThen) : Side(Else, InElse);
  if (leaves(Then))
    return Side(Else, InElse);
  if (Else && leaves(Else))
    return Side(Then, InThen);
  const Expr *A = Side(Then, InThen), *B = Side(Else, InElse);
  // A loop's own variable has a value in every iteration.
  auto Known = [&](const Expr *V) {
    return V && (!Symbols.standsFor(V, P) || Symbols.find(V)->Loop);
  };
  bool KnownA = Known(A), KnownB = Known(B);
  if (KnownA && KnownB)
    if (const Expr *Joined = Values.join(Condition, A, B))
      return Joined;
  // Without a command line: the branch that argc = 1 takes, else the one that
  // leaves the variable alone, else the only one that is known.
  std::optional<int64_t> Taken, Default;
  if (Condition)
    Taken = Symbols.defaultOf(Condition);
  if (Taken)
    Default = Symbols.defaultOf(*Taken ? A : B);
  else if (InThen != InElse)
    Default = Symbols.defaultOf(InThen ? B : A);
  else if (KnownA != KnownB)
    Default = Symbols.defaultOf(KnownA ? A : B);
  return Symbols.ofPlace(P, Whole, F, Default);
}

/// Whether a function that is called between \p Change (null: the function's
/// start) and \p Use changes the global or member \p P too, or calls one that
/// does.
bool ReachingDefinitions::changedByCall(const Place &P,
                                        const clang::Stmt *Change,
                                        const clang::Stmt *Use,
                                        const Frame *F) {
  const clang::ValueDecl *Key = P.Variable;
  if (!Key && !P.Steps.empty())
    Key = P.Steps[0].Field;
  if (!Key || (P.Variable && !P.Variable->hasGlobalStorage()))
    return false;
  const auto &Nodes = F->Facts->Nodes;
  auto From = Nodes.find(Change), To = Nodes.find(Use);
  if ((Change && From == Nodes.end()) || To == Nodes.end())
    return false;
  // In a loop that the change is outside of, later calls come before, too.
  unsigned End = To->second.First;
  for (const clang::Stmt *S = Use; S; S = F->Facts->parent(S))
    if (isLoop(S) && !(Change && F->Facts->contains(S, Change)))
      End = std::max(End, Nodes.find(S)->second.Last + 1);
  for (const clang::FunctionDecl *Changer : Facts.changersOf(Key)) {
    auto Calls = Facts.Calls.find(Changer);
    if (Calls == Facts.Calls.end())
      continue;
    for (const CallSite &Site : Calls->second) {
      auto Call = Nodes.find(Site.Call);
      if (Site.In == F->Facts && Call != Nodes.end() &&
          (!Change || Call->second.First > From->second.Last) &&
          Call->second.Last < End)
        return true;
    }
  }
  return false;
}

/// A place that changes from one iteration of \p Loop to the next, seen inside
/// it: a symbol, with the first iteration's value as the default.
const k::Expr *ReachingDefinitions::inLoop(const clang::Stmt *Loop,
                                           const Place &P, const Frame *F) {
  const auto *For = dyn_cast<clang::ForStmt>(Loop);
  const Expr *First = For && F->Facts->modifies(For->getInit(), P)
                          ? after(For->getInit(), P, F)
                          : before(P, Loop, F);
  const Expr *V = Symbols.ofPlace(P, Loop, F, Symbols.defaultOf(First));
  Symbols.markInLoop(V, Loop, P, F);
  return V;
}

/// A loop that changed \p P before. Loops over options (n = atoi(optarg)) leave
/// the value from before as the default; loops that compute with P do not.
const k::Expr *ReachingDefinitions::afterLoop(const clang::Stmt *Loop,
                                              const Place &P, const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  auto It = Body.Modified.find(P.Variable);
  bool Plain = It != Body.Modified.end();
  for (const Modification &M : It->second) {
    if (!Body.contains(Loop, M.Where) || !overlaps(M.Steps, P.Steps))
      continue;
    const auto *B = dyn_cast<clang::BinaryOperator>(M.Where);
    if (!B || B->getOpcode() != clang::BO_Assign ||
        !isa<clang::CallExpr>(B->getRHS()->IgnoreParenCasts()))
      Plain = false;
  }
  std::optional<int64_t> Default;
  if (Plain)
    if (const Expr *V = before(P, Loop, F))
      Default = Symbols.defaultOf(V);
  // Its symbol after the loop is not the one inside.
  const clang::Stmt *Part = Loop;
  for (const clang::Stmt *Child : Loop->children())
    Part = Child ? Child : Part;
  return Symbols.ofPlace(P, Part, F, Default);
}
