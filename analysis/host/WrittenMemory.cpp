//===- WrittenMemory.cpp - What kernels may write, by its names -----------===//

#include "analysis/host/WrittenMemory.h"
#include "analysis/host/CallChains.h"
#include "analysis/host/LaunchSite.h"
#include "analysis/host/WrittenParameters.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

/// Names, and expressions for each of them, that are looked at for a pointer.
static constexpr size_t MostNames = 64, MostExpressions = 256;

using Names = SetVector<const clang::ValueDecl *>;

static bool isOfMemory(clang::QualType Type) {
  Type = Type.getNonReferenceType();
  return Type->isPointerType() || Type->isArrayType() || Type->isRecordType();
}

/// Adds to \p To the variables and members that \p E takes its memory from.
static void addNames(const clang::Expr *E, Names &To) {
  SmallVector<const clang::Stmt *, 8> Left = {E};
  for (size_t I = 0; !Left.empty() && I != MostExpressions; ++I) {
    const auto *Each = dyn_cast_or_null<clang::Expr>(Left.pop_back_val());
    if (!Each)
      continue;
    Each = Each->IgnoreParenCasts();
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Each);
    const auto *Member = dyn_cast<clang::MemberExpr>(Each);
    const clang::ValueDecl *D = Name     ? Name->getDecl()
                                : Member ? Member->getMemberDecl()
                                         : nullptr;
    if (isa_and_nonnull<clang::VarDecl, clang::FieldDecl>(D)) {
      if (isOfMemory(D->getType()))
        To.insert(cast<clang::ValueDecl>(D->getCanonicalDecl()));
      continue;
    }
    append_range(Left, Each->children());
  }
}

/// Adds to \p To the names of what \p Change gives its target.
static void addAssigned(const Modification &Change, Names &To) {
  if (const auto *Set = dyn_cast<clang::BinaryOperator>(Change.Where);
      Set && Set->getOpcode() == clang::BO_Assign)
    addNames(Set->getRHS(), To);
  const auto *Call = dyn_cast<clang::CallExpr>(Change.Where);
  const clang::FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (Callee && Callee->getIdentifier() && Callee->getName() == "swap")
    for (const clang::Expr *Each : Call->arguments())
      addNames(Each, To);
}

/// Adds to \p To what \p Name may have its memory from.
void WrittenMemory::addSources(const clang::ValueDecl *Name, Names &To) const {
  const auto *Variable = dyn_cast<clang::VarDecl>(Name);
  const clang::FunctionDecl *Owner =
      Variable ? dyn_cast<clang::FunctionDecl>(Variable->getDeclContext())
               : nullptr;
  if (const auto *Parameter = dyn_cast_or_null<clang::ParmVarDecl>(Variable);
      Parameter && Owner) {
    if (auto Calls = Facts.Calls.find(Owner->getCanonicalDecl());
        Calls != Facts.Calls.end())
      for (const CallSite &Site : ArrayRef(Calls->second).take_front(MostNames))
        if (const clang::Expr *Given =
                argument(Site.Call, Parameter->getFunctionScopeIndex()))
          addNames(Given, To);
  } else if (Variable && Variable->getInit() &&
             !Variable->getType()->isRecordType()) {
    addNames(Variable->getInit(), To);
  }
  const FunctionFacts *Body = Owner ? Facts.of(Owner) : nullptr;
  if (Body)
    if (auto Changes = Body->Modified.find(Variable);
        Changes != Body->Modified.end())
      for (const Modification &Change : Changes->second)
        addAssigned(Change, To);
  if (auto Changes = Facts.Definitions.find(Name);
      Changes != Facts.Definitions.end())
    for (const Definition &Each :
         ArrayRef(Changes->second).take_front(MostNames))
      addAssigned(Each.Change, To);
}

Names WrittenMemory::namesOf(const clang::Expr *Pointer) const {
  Names Result;
  addNames(Pointer, Result);
  for (size_t I = 0; I != Result.size() && I != MostNames; ++I)
    addSources(Result[I], Result);
  return Result;
}

/// The declaration that all instances of \p Kernel's template share.
static const clang::FunctionDecl *written(const clang::FunctionDecl *Kernel) {
  if (const clang::FunctionDecl *Pattern =
          Kernel->getTemplateInstantiationPattern())
    Kernel = Pattern;
  return Kernel->getCanonicalDecl();
}

/// The kernel, or a pointer to one, that \p L names.
static const clang::Expr *launched(const Launch &L) {
  const clang::Expr *E = launchParts(L).Kernel->IgnoreParenCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    E = U->getSubExpr()->IgnoreParenCasts();
  return E;
}

WrittenMemory::WrittenMemory(HostFacts &Facts) : Facts(Facts) {
  for (const Launch &L : Facts.Launches) {
    const clang::Expr *Callee = launched(L);
    clang::QualType Type = Callee->getType();
    if (const auto *Pointer = Type->getAs<clang::PointerType>())
      Type = Pointer->getPointeeType();
    const auto *Function = Type->getAs<clang::FunctionProtoType>();
    if (!Function)
      continue;
    const auto *Name = dyn_cast<clang::DeclRefExpr>(Callee);
    const auto *Kernel =
        Name ? dyn_cast<clang::FunctionDecl>(Name->getDecl()) : nullptr;
    for (auto [I, Parameter] : enumerate(Function->param_types())) {
      const clang::Expr *Given = launchArgument(L, I);
      if (!Given || !Parameter->isPointerType() ||
          Parameter->getPointeeType().isConstQualified() ||
          (Kernel && !mayWrite(Kernel, I)))
        continue;
      const Writer By = {Kernel ? ::written(Kernel) : nullptr, I};
      for (const clang::ValueDecl *Each : namesOf(Given))
        // Of two, one is not the parameter that is asked about.
        if (SmallVector<Writer, 2> &Known = Writers[Each];
            Known.size() < 2 && !is_contained(Known, By))
          Known.push_back(By);
    }
  }
}

bool WrittenMemory::elsewhere(const Launch &L,
                              const clang::FunctionDecl *Kernel,
                              unsigned Parameter) const {
  const clang::Expr *Given = launchArgument(L, Parameter);
  if (!Given || !isOfMemory(Given->getType()))
    return false;
  const Writer Here = {::written(Kernel), Parameter};
  return any_of(namesOf(Given), [&](const clang::ValueDecl *Each) {
    auto Found = Writers.find(Each);
    return Found != Writers.end() &&
           any_of(Found->second, [&](const Writer &By) { return By != Here; });
  });
}
