//===- Allocations.cpp - Pointers to memory of their own ------------------===//

#include "analysis/host/Allocations.h"
#include "analysis/host/DeviceCalls.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

/// Whether \p S puts the address of new memory into the pointer that its first
/// argument leads to.
static bool allocates(const clang::Stmt *S, const clang::ASTContext &Context) {
  const auto *Call = dyn_cast_or_null<clang::CallExpr>(S);
  const clang::FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() && isSystem(Callee, Context) &&
         StringSwitch<bool>(Callee->getName())
             .Cases("cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", true)
             .Cases("cudaMallocPitch", "cudaMallocHost", "cudaHostAlloc", true)
             .Default(false);
}

/// The bytes that \p Allocating asks for; null where they are no one argument.
static const clang::Expr *askedFor(const clang::CallExpr *Allocating) {
  return Allocating->getDirectCallee()->getName() != "cudaMallocPitch" &&
                 Allocating->getNumArgs() > 1
             ? Allocating->getArg(1)
             : nullptr;
}

static bool isNullConstant(const clang::Expr *E,
                           const clang::ASTContext &Context) {
  return E->IgnoreParenCasts()->isNullPointerConstant(
             const_cast<clang::ASTContext &>(Context),
             clang::Expr::NPC_ValueDependentIsNotNull) !=
         clang::Expr::NPCK_NotNull;
}

/// Whether \p Change leaves \p Variable null or with an allocation of its own,
/// or changes only what it points to.
bool Allocations::isAllocation(const Modification &Change,
                               const clang::VarDecl *Variable) const {
  if (!Change.Steps.empty())
    return true;
  if (isa<clang::DeclStmt>(Change.Where))
    return !Variable->getInit() ||
           isNullConstant(Variable->getInit(), Facts.Context);
  if (const auto *Set = dyn_cast<clang::BinaryOperator>(Change.Where))
    return Set->getOpcode() == clang::BO_Assign &&
           isNullConstant(Set->getRHS(), Facts.Context);
  if (!allocates(Change.Where, Facts.Context))
    return false;
  const clang::Expr *Target =
      cast<clang::CallExpr>(Change.Where)->getArg(0)->IgnoreParenCasts();
  const auto *Address = dyn_cast<clang::UnaryOperator>(Target);
  const auto *Name = Address && Address->getOpcode() == clang::UO_AddrOf
                         ? dyn_cast<clang::DeclRefExpr>(
                               Address->getSubExpr()->IgnoreParenCasts())
                         : nullptr;
  return Name && Name->getDecl() == Variable;
}

/// The allocation that \p Variable of \p F is the only one with, but for its
/// number.
std::optional<Allocation> Allocations::ownOf(const clang::VarDecl *Variable,
                                             const Frame *F) const {
  if (!Variable->getType()->isPointerType() || Facts.mayBeLost(Variable))
    return std::nullopt;
  Allocation Own;
  unsigned Calls = 0;
  auto isOwn = [&](const Modification &M, const FunctionFacts *In) {
    if (!isAllocation(M, Variable))
      return false;
    if (M.Steps.empty() && allocates(M.Where, Facts.Context)) {
      Own.Bytes =
          ++Calls == 1 ? askedFor(cast<clang::CallExpr>(M.Where)) : nullptr;
      Own.In = In;
    }
    return true;
  };
  if (!Variable->hasGlobalStorage()) {
    auto Changes = F->Facts->Modified.find(Variable);
    const bool IsOwn =
        !F->Facts->isKept(Variable) && Changes != F->Facts->Modified.end() &&
        all_of(Changes->second,
               [&](const Modification &M) { return isOwn(M, F->Facts); });
    return IsOwn ? std::optional(Own) : std::nullopt;
  }
  // Code that is not seen may set what other files can name.
  if (Variable->isExternallyVisible() ||
      any_of(Facts.walked(),
             [&](const FunctionFacts *Each) { return Each->isKept(Variable); }))
    return std::nullopt;
  auto Changes = Facts.Definitions.find(Variable->getCanonicalDecl());
  const bool IsOwn = (!Variable->getInit() ||
                      isNullConstant(Variable->getInit(), Facts.Context)) &&
                     Changes != Facts.Definitions.end() &&
                     all_of(Changes->second, [&](const Definition &D) {
                       return isOwn(D.Change, D.In);
                     });
  return IsOwn ? std::optional(Own) : std::nullopt;
}

/// What the call that led to \p F passes as \p Parameter; null where that is
/// not known, or not what it holds in the end.
static const clang::Expr *passedAs(const clang::ParmVarDecl *Parameter,
                                   const Frame *F) {
  auto Changes = F->Facts->Modified.find(Parameter);
  const bool Kept = Changes == F->Facts->Modified.end() ||
                    all_of(Changes->second, [](const Modification &M) {
                      return !M.Steps.empty();
                    });
  if (!Kept || !F->Call || F->Facts->isKept(Parameter) ||
      Parameter->getDeclContext() != F->Facts->Function)
    return nullptr;
  return argument(F->Call, Parameter->getFunctionScopeIndex());
}

std::optional<Allocation> Allocations::of(const clang::Expr *Pointer,
                                          const Frame *F) {
  constexpr unsigned MostSteps = 64;
  for (unsigned Step = 0; Pointer && F && Step != MostSteps; ++Step) {
    Pointer = Pointer->IgnoreParenCasts();
    if (const auto *Sum = dyn_cast<clang::BinaryOperator>(Pointer);
        Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
      Pointer = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                          : Sum->getRHS();
      continue;
    }
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Pointer);
    const auto *Variable =
        Name ? dyn_cast<clang::VarDecl>(Name->getDecl()) : nullptr;
    if (!Variable)
      return std::nullopt;
    const auto *Parameter = dyn_cast<clang::ParmVarDecl>(Variable);
    if (!Parameter) {
      std::optional<Allocation> Own = ownOf(Variable, F);
      if (Own)
        Own->Number =
            Numbers.try_emplace(Variable, Numbers.size()).first->second;
      return Own;
    }
    Pointer = passedAs(Parameter, F);
    F = F->Caller;
  }
  return std::nullopt;
}

bool Allocations::isNull(const clang::Expr *Pointer, const Frame *F) const {
  constexpr unsigned MostSteps = 64;
  for (unsigned Step = 0; Pointer && F && Step != MostSteps; ++Step) {
    if (const auto *Default = dyn_cast<clang::CXXDefaultArgExpr>(Pointer))
      Pointer = Default->getExpr();
    Pointer = stripped(Pointer)->IgnoreParenCasts();
    if (isNullConstant(Pointer, Facts.Context))
      return true;
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Pointer);
    const auto *Variable =
        Name ? dyn_cast<clang::VarDecl>(Name->getDecl()) : nullptr;
    if (!Variable)
      return false;
    if (const auto *Parameter = dyn_cast<clang::ParmVarDecl>(Variable)) {
      Pointer = passedAs(Parameter, F);
      F = F->Caller;
      continue;
    }
    // A local variable that nothing but its declaration sets.
    auto Changes = F->Facts->Modified.find(Variable);
    if (Variable->hasGlobalStorage() || !Variable->getInit() ||
        Changes == F->Facts->Modified.end() || Changes->second.size() != 1 ||
        F->Facts->isKept(Variable))
      return false;
    Pointer = Variable->getInit();
  }
  return false;
}
