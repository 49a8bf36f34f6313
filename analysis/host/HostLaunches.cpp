//===- HostLaunches.cpp - Which kernel, from where, with what -------------===//
//
// For a kernel: every launch whose callee can be it (named, or through a
// variable or parameter that holds it), once per chain of calls that leads to
// the launch. The chains are enumerated from the launch upwards, at most
// MaximumChains of them; beyond that the parameters stay symbols.
//===----------------------------------------------------------------------===//

#include "analysis/host/HostLaunches.h"
#include "analysis/host/FunctionChoices.h"
#include "analysis/host/HandleNames.h"
#include "analysis/host/LaunchConditions.h"
#include "analysis/host/LaunchSite.h"
#include "analysis/host/LoopReader.h"
#include "analysis/host/QueryReader.h"
#include "analysis/host/WrittenMemory.h"
#include "analysis/support/PhaseClock.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

namespace {

constexpr unsigned MaximumChains = 16;
constexpr unsigned MaximumChainDepth = 8;
constexpr unsigned MaximumLaunches = 256; // of one kernel

/// The launches of one kernel.
class Resolver {
public:
  /// \p Written: null where nobody asks what other kernels write.
  Resolver(HostFacts &Facts, const WrittenMemory *Written, bool AsksDevice,
           const clang::FunctionDecl *Kernel, KernelModel &Model)
      : Facts(Facts), Written(Written), AsksDevice(AsksDevice), Kernel(Kernel),
        Model(Model), Values(Facts, *Model.Pool), Memory(Facts),
        Handles(Facts.Context, Values) {}

  void run();

private:
  void chains(const FunctionFacts *In,
              SmallVectorImpl<const FunctionFacts *> &Active,
              std::vector<const Frame *> &Result);
  bool calls(const CallSite &Site, const FunctionFacts *In,
             const Frame *Caller);
  bool isKernel(const clang::FunctionDecl *F) const {
    return F->getCanonicalDecl() == Kernel->getCanonicalDecl();
  }
  bool mayBe(const clang::Expr *Callee, const Frame *F, unsigned Depth);
  bool mayBeVariable(const clang::VarDecl *V, const Frame *F, unsigned Depth);
  VaryingSymbol inLoop(const k::Expr *E, const Frame *F,
                       ArrayRef<const k::Expr *> Known);
  void nameSymbols(LaunchSite &Site, const Frame *F,
                   const DenseMap<const k::Expr *, const k::Expr *> &Fixed);
  void fix(const FunctionChoice &Choice, const Frame *F,
           DenseMap<const k::Expr *, const k::Expr *> &Fixed);
  LaunchSite site(const Launch &L, const Frame *F, const FunctionChoice &Choice,
                  bool &Reached);

  HostFacts &Facts;
  const WrittenMemory *Written;
  const bool AsksDevice; ///< host code does
  const clang::FunctionDecl *Kernel;
  KernelModel &Model;
  HostValues Values;
  Allocations Memory;
  HandleNames Handles;
};

} // namespace

/// Whether \p Site, in \p Caller, may call \p In: a call of a parameter calls
/// what this caller's own call passed.
bool Resolver::calls(const CallSite &Site, const FunctionFacts *In,
                     const Frame *Caller) {
  if (!Site.isThroughParameter())
    return true;
  FunctionChoices Called =
      functionsOf(cast<clang::CallExpr>(Site.Call)->getCallee(), Caller, Values,
                  *Model.Pool);
  return Called.empty() || any_of(Called, [&](const FunctionChoice &C) {
           return C.Function->getCanonicalDecl() ==
                  In->Function->getCanonicalDecl();
         });
}

/// The chains of calls that end in \p In; one open frame where nobody calls
/// it, or too many do.
void Resolver::chains(const FunctionFacts *In,
                      SmallVectorImpl<const FunctionFacts *> &Active,
                      std::vector<const Frame *> &Result) {
  auto It = Facts.Calls.find(In->Function->getCanonicalDecl());
  if (It == Facts.Calls.end() || It->second.size() > MaximumChains ||
      Active.size() >= MaximumChainDepth) {
    Result.push_back(Values.frame(In));
    return;
  }
  // A recursive function is entered with more than its first call's values.
  if (any_of(It->second, [&](const CallSite &Site) {
        return Site.In == In || is_contained(Active, Site.In);
      })) {
    Result.push_back(Values.frame(In));
    return;
  }
  Active.push_back(In);
  std::vector<const Frame *> Found;
  for (const CallSite &Site : It->second) {
    std::vector<const Frame *> Callers;
    chains(Site.In, Active, Callers);
    for (const Frame *Caller : Callers)
      if (calls(Site, In, Caller))
        Found.push_back(Values.frame(In, Site.Call, Caller));
    if (Found.size() > MaximumChains)
      break;
  }
  Active.pop_back();
  if (Found.empty() || Found.size() > MaximumChains)
    Found.assign(1, Values.frame(In));
  Result.insert(Result.end(), Found.begin(), Found.end());
}

/// Whether the function that \p V points to can be the kernel: what it is
/// initialised with, every value that it is assigned, or a call's argument.
bool Resolver::mayBeVariable(const clang::VarDecl *V, const Frame *F,
                             unsigned Depth) {
  if (const auto *P = dyn_cast<clang::ParmVarDecl>(V)) {
    const auto *Owner = dyn_cast<clang::FunctionDecl>(P->getDeclContext());
    unsigned I = P->getFunctionScopeIndex();
    if (F->Call && Owner == F->Facts->Function) {
      const clang::Expr *A = argument(F->Call, I);
      return A && mayBe(A, F->Caller, Depth + 1);
    }
    auto It =
        Owner ? Facts.Calls.find(Owner->getCanonicalDecl()) : Facts.Calls.end();
    return It != Facts.Calls.end() &&
           any_of(ArrayRef(It->second).take_front(64), [&](const CallSite &S) {
             const clang::Expr *A = argument(S.Call, I);
             return A && mayBe(A, S.In == F->Facts ? F : Values.frame(S.In),
                               Depth + 1);
           });
  }
  if (V->getInit() && mayBe(V->getInit(), F, Depth + 1))
    return true;
  auto Assigns = [&](const clang::Stmt *S) {
    const auto *B = dyn_cast<clang::BinaryOperator>(S);
    return B && B->getOpcode() == clang::BO_Assign &&
           mayBe(B->getRHS(), F, Depth + 1);
  };
  auto It = F->Facts->Modified.find(V);
  if (It != F->Facts->Modified.end() &&
      any_of(It->second,
             [&](const Modification &M) { return Assigns(M.Where); }))
    return true;
  auto G = Facts.Definitions.find(V->getCanonicalDecl());
  return G != Facts.Definitions.end() &&
         any_of(G->second,
                [&](const Definition &D) { return Assigns(D.Change.Where); });
}

/// The function that \p Callee names, whatever calls lead to it; null where a
/// value does.
static const clang::FunctionDecl *namedFunction(const clang::Expr *Callee) {
  const auto *R = dyn_cast<clang::DeclRefExpr>(Callee->IgnoreParenCasts());
  return R ? dyn_cast<clang::FunctionDecl>(R->getDecl()) : nullptr;
}

bool Resolver::mayBe(const clang::Expr *Callee, const Frame *F,
                     unsigned Depth) {
  if (!Callee || Depth > 12)
    return false;
  Callee = Callee->IgnoreParenCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(Callee))
    return (U->getOpcode() == clang::UO_AddrOf ||
            U->getOpcode() == clang::UO_Deref) &&
           mayBe(U->getSubExpr(), F, Depth + 1);
  if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(Callee))
    return mayBe(S->getReplacement(), F, Depth + 1);
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(Callee))
    return mayBe(C->getTrueExpr(), F, Depth + 1) ||
           mayBe(C->getFalseExpr(), F, Depth + 1);
  if (const auto *T = dyn_cast<clang::MaterializeTemporaryExpr>(Callee))
    return mayBe(T->getSubExpr(), F, Depth + 1);
  if (const clang::FunctionDecl *Named = namedFunction(Callee))
    return isKernel(Named);
  const auto *R = dyn_cast<clang::DeclRefExpr>(Callee);
  const auto *V = R ? dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  return (V && mayBeVariable(V, F, Depth)) ||
         any_of(functionsOf(Callee, F, Values, *Model.Pool),
                [&](const FunctionChoice &C) { return isKernel(C.Function); });
}

/// Whether \p Body may end the loop around it, or the function.
static bool mayLeave(const clang::Stmt *Body) {
  SmallVector<const clang::Stmt *, 32> Open{Body};
  while (!Open.empty()) {
    const clang::Stmt *S = Open.pop_back_val();
    if (!S || isa<clang::LambdaExpr>(S))
      continue;
    if (isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt,
            clang::CXXThrowExpr>(S))
      return true;
    Open.append(S->child_begin(), S->child_end());
  }
  return false;
}

/// How the loop that changes \p E, a symbol, goes on with it; nothing where it
/// starts with no number, or \p F leads to that loop by another chain of calls
/// than the one that the symbol has its default from. The next value rests on
/// \p E itself alone: whoever tries values knows no others of the round. The
/// condition may rest on what is
/// \p Known of the launch, too.
VaryingSymbol Resolver::inLoop(const k::Expr *E, const Frame *F,
                               ArrayRef<const k::Expr *> Known) {
  const HostSymbol S = *Values.symbol(E); // there may be more of them soon
  VaryingSymbol Result;
  while (F && F != S.LoopFrame)
    F = F->Caller;
  if (!F || !isa<clang::ForStmt, clang::WhileStmt>(S.Loop))
    return Result;
  auto RestsOn = [&](const k::Expr *Root, ArrayRef<const k::Expr *> Allowed) {
    bool Only = true;
    if (Root)
      visitPostOrder(Root, [&](const k::Expr *Node) {
        Only &= !Values.symbol(Node) || is_contained(Allowed, Node);
      });
    return Only ? Root : nullptr;
  };
  const LoopParts Parts = partsOf(S.Loop);
  Values.refill();
  LoopReader Loops(*Model.Pool, Values);
  if (!RestsOn(Loops.first(S.Part, S.Loop, F), {}))
    return Result;
  Result.Next = RestsOn(Loops.next(S.Part, S.Loop, F), E);
  Result.GoesOn = RestsOn(
      Parts.Condition ? Values.integer(Parts.Condition, F) : nullptr, Known);
  Result.EndsEarly = mayLeave(Parts.Body);
  return Result;
}

/// Gives every symbol in \p Site, of the chain \p F, that is not \p Fixed its
/// final name, and lists their defaults. A parameter of the kernel has its name
/// first.
void Resolver::nameSymbols(
    LaunchSite &Site, const Frame *F,
    const DenseMap<const k::Expr *, const k::Expr *> &Fixed) {
  ExpressionPool &Pool = *Model.Pool;
  SmallVector<const k::Expr **, 16> Roots;
  for (unsigned I = 0; I < 3; ++I) {
    Roots.push_back(&Site.Grid[I]);
    Roots.push_back(&Site.Block[I]);
  }
  Roots.push_back(&Site.DynamicShared);
  for (const k::Expr *&A : Site.Arguments)
    Roots.push_back(&A);
  DenseMap<const k::Expr *, const k::Expr *> Rewritten;
  auto Fix = [&](const k::Expr *&Root) {
    if (Root && !Fixed.empty())
      Root = Pool.rewrite(
          Root,
          [&](const k::Expr *Leaf) -> const k::Expr * {
            return Fixed.lookup(Leaf);
          },
          &Rewritten);
  };
  for (const k::Expr **Root : Roots)
    Fix(*Root);
  std::vector<const k::Expr *> Order;
  auto Collect = [&](const k::Expr *Root) {
    if (Root)
      visitPostOrder(Root, [&](const k::Expr *Node) {
        if (Values.symbol(Node) && !is_contained(Order, Node))
          Order.push_back(Node);
      });
  };
  for (const k::Expr **Root : Roots)
    Collect(*Root);
  // A variable that only decides whether the launch is made needs no value.
  const size_t OfLaunch = Order.size();
  for (const LaunchGuard &Guard : Site.Guards)
    Collect(Guard.Condition);
  // Nor does one that only says how much memory there is.
  for (const k::Expr *&Bytes : Site.AllocationBytes) {
    Fix(Bytes);
    Collect(Bytes);
    Roots.push_back(&Bytes);
  }
  MapVector<const k::Expr *, VaryingSymbol> Varying;
  const std::vector<const k::Expr *> Named = Order;
  for (const k::Expr *E : ArrayRef(Named).take_front(OfLaunch))
    if (Values.symbol(E)->Loop)
      Varying[E] = inLoop(E, F, Named);
  // What a query depends on has names, too. Order grows meanwhile.
  for (size_t I = 0; I != Order.size(); ++I)
    if (const std::optional<DeviceQuery> &Query =
            Values.symbol(Order[I])->Query) {
      Collect(Query->Threads);
      Collect(Query->DynamicShared);
    }
  SymbolNames Names;
  DenseMap<const k::Expr *, const k::Expr *> Final;
  for (auto [I, Node] : enumerate(Order)) {
    const HostSymbol &S = *Values.symbol(Node);
    bool Clash = false;
    for (unsigned P = 0; P < Kernel->getNumParams(); ++P)
      if (Kernel->getParamDecl(P)->getName() == S.Name) {
        const k::Expr *A =
            P < Site.Arguments.size() ? Site.Arguments[P] : nullptr;
        while (A && A->op() == Op::Cast)
          A = A->operand(0);
        Clash |= A != Node;
      }
    std::string Name = Names.take(S, Clash);
    Final[Node] = Pool.symbol(Name, Node->type());
    if (S.Default && !S.CommandLine && I < OfLaunch)
      Site.Defaults.push_back({Name, *S.Default});
    if (auto It = Varying.find(Node); It != Varying.end()) {
      It->second.Name = Name;
      Site.Varying.push_back(It->second);
    }
    // What another kernel's occupancy is, this one's launch cannot tell.
    if (S.Query &&
        (!S.Query->Kernel || S.Query->Kernel == Kernel->getCanonicalDecl()))
      Site.Queries.push_back({Name, *S.Query});
  }
  for (VaryingSymbol &V : Site.Varying)
    Roots.append({&V.Next, &V.GoesOn});
  for (LaunchGuard &Guard : Site.Guards)
    Roots.push_back(&Guard.Condition);
  for (auto &[Name, Query] : Site.Queries) {
    Roots.push_back(&Query.Threads);
    Roots.push_back(&Query.DynamicShared);
  }
  DenseMap<const k::Expr *, const k::Expr *> Memo;
  for (const k::Expr **Root : Roots)
    if (*Root)
      *Root = Pool.rewrite(
          *Root,
          [&](const k::Expr *Leaf) -> const k::Expr * {
            return Final.lookup(Leaf);
          },
          &Memo);
}

/// Adds to \p Fixed what the host's variables are where the entry of a table
/// that \p Choice is runs.
void Resolver::fix(const FunctionChoice &Choice, const Frame *F,
                   DenseMap<const k::Expr *, const k::Expr *> &Fixed) {
  const k::Expr *Index = Choice.Index;
  while (Index && Index->op() == Op::Cast)
    Index = Index->operand(0);
  if (!Index || !Values.symbol(Index))
    return;
  ExpressionPool &Pool = *Model.Pool;
  const k::Expr *Entry = Pool.constant(Choice.Entry, Index->type());
  Fixed[Index] = Entry;
  if (!Choice.Loop)
    return;
  Values.forEachSymbol([&](const k::Expr *E, const HostSymbol &S) {
    if (S.Loop != Choice.Loop ||
        S.Part.Variable != Choice.Loop->getLoopVariable())
      return;
    if (const k::Expr *V = Values.inRound(Choice.Loop, Entry, S.Part.Steps, F))
      Fixed[E] = Pool.cast(V, E->type());
  });
}

/// The launch \p L of the chain \p F, of the kernel as \p Choice; \p Reached is
/// false where the branches around it exclude it.
LaunchSite Resolver::site(const Launch &L, const Frame *F,
                          const FunctionChoice &Choice, bool &Reached) {
  Values.refill();
  LaunchSite Site =
      launchSite(L, Kernel, F, Values, Facts, Memory, *Model.Pool);
  for (unsigned I = 0; Written && I < Kernel->getNumParams(); ++I)
    Site.WrittenElsewhere.push_back(Written->elsewhere(L, Kernel, I));
  if (Values.exhausted())
    Site.Note += "; the host code around it is too involved to follow";
  LaunchConditions Around =
      branchesAround(L.Call, F, Values, *Model.Pool, AsksDevice);
  Reached = Around.Reached;
  Site.Guards = std::move(Around.Guards);
  if (!Reached)
    Site.Guards = {{Around.Excluding,
                    Model.Pool->constant(0, ScalarType::integer(1, false)),
                    /*Right=*/true}};
  Site.Chosen = Around.Chosen;
  const LaunchParts Parts = launchParts(L);
  Site.InStream = Parts.Configuration ||
                  (Parts.Stream && !Handles.of(Parts.Stream, F).Name.empty());
  fix(Choice, F, Around.Fixed);
  nameSymbols(Site, F, Around.Fixed);
  return Site;
}

void Resolver::run() {
  auto Same = [](const LaunchSite &A, const LaunchSite &B) {
    return A.Location == B.Location && A.Grid == B.Grid && A.Block == B.Block &&
           A.DynamicShared == B.DynamicShared && A.Arguments == B.Arguments &&
           A.Allocations == B.Allocations && A.InStream == B.InStream;
  };
  std::vector<LaunchSite> Excluded;
  for (const Launch &L : Facts.Launches) {
    const clang::Expr *Callee = launchParts(L).Kernel;
    if (!Callee)
      continue;
    // Templates that choose among hundreds of kernels launch each elsewhere,
    // under many chains of calls.
    if (const clang::FunctionDecl *Named = namedFunction(Callee);
        Named && !isKernel(Named))
      continue;
    SmallVector<const FunctionFacts *, 8> Active;
    std::vector<const Frame *> Frames;
    chains(L.In, Active, Frames);
    for (const Frame *F : Frames) {
      if (!mayBe(Callee, F, 0))
        continue;
      if (Model.Launches.size() + Excluded.size() >= MaximumLaunches) {
        ++Model.LaunchesLeftOut;
        continue;
      }
      FunctionChoices Entries = functionsOf(Callee, F, Values, *Model.Pool);
      erase_if(Entries, [&](const FunctionChoice &C) {
        return !C.Index || !isKernel(C.Function);
      });
      if (Entries.empty()) // no table: the kernel is all that is chosen
        Entries.emplace_back();
      for (const FunctionChoice &Choice : Entries) {
        bool Reached = true;
        LaunchSite Site = this->site(L, F, Choice, Reached);
        std::vector<LaunchSite> &List = Reached ? Model.Launches : Excluded;
        if (none_of(List,
                    [&](const LaunchSite &Other) { return Same(Site, Other); }))
          List.push_back(std::move(Site));
      }
    }
  }
  Model.MayBeLaunchedUnseen =
      Facts.HandedOn.contains(Kernel->getCanonicalDecl());
  // A call from another file may still make a launch that this one excludes;
  // its guard says that this one does.
  if (Model.Launches.empty())
    Model.Launches = std::move(Excluded);
}

struct HostLaunches::Implementation {
  Implementation(clang::ASTContext &Context, const SkippedText &Skipped)
      : Facts(Context, Skipped), AsksDevice(asksDevice(Facts)) {}
  HostFacts Facts;
  const bool AsksDevice; ///< host code does
  std::optional<WrittenMemory> Written;
};

HostLaunches::HostLaunches(clang::ASTContext &Context,
                           const SkippedText &Skipped, bool WithWritten) {
  PhaseScope Timed(Phase::Host);
  Impl = std::make_unique<Implementation>(Context, Skipped);
  if (WithWritten)
    Impl->Written.emplace(Impl->Facts);
}

HostLaunches::~HostLaunches() = default;

void HostLaunches::resolve(const clang::FunctionDecl *Kernel,
                           KernelModel &Model) const {
  PhaseScope Timed(Phase::Host);
  const std::optional<WrittenMemory> &Written = Impl->Written;
  if (Kernel && Model.Pool)
    Resolver(Impl->Facts, Written ? &*Written : nullptr, Impl->AsksDevice,
             Kernel, Model)
        .run();
}

unsigned HostLaunches::size() const { return Impl->Facts.Launches.size(); }
