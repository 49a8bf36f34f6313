//===- DeviceCalls.cpp - Which host code concerns the device --------------===//

#include "analysis/host/DeviceCalls.h"
#include "analysis/host/ActionReader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast::host;

const clang::FunctionDecl *kernelcast::host::calleeOf(const clang::Expr *Call) {
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(Call))
    return K->getConstructor();
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  return C && !isa<clang::CUDAKernelCallExpr>(C) ? C->getDirectCallee()
                                                 : nullptr;
}

bool kernelcast::host::isThroughPointer(const clang::Expr *Call) {
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  return C && !isa<clang::CUDAKernelCallExpr>(C) && !C->getDirectCallee() &&
         C->getCallee()->getType()->isFunctionPointerType();
}

bool DeviceCalls::mayBeThrough(const clang::Expr *Call) {
  clang::QualType Type =
      cast<clang::CallExpr>(Call)->getCallee()->getType()->getPointeeType();
  return any_of(Facts.HandedOn, [&](const clang::FunctionDecl *F) {
    if (F->hasAttr<clang::CUDAGlobalAttr>() ||
        !Facts.Context.hasSameFunctionTypeIgnoringExceptionSpec(
            F->getType(), Type.getUnqualifiedType()))
      return false;
    const FunctionFacts *Body = Facts.of(F);
    return Body && in(*Body);
  });
}

bool kernelcast::host::isSystem(const clang::FunctionDecl *F,
                                const clang::ASTContext &Context) {
  return Context.getSourceManager().isInSystemHeader(
      Context.getSourceManager().getExpansionLoc(F->getLocation()));
}

bool DeviceCalls::in(const FunctionFacts &Body) {
  auto It = Concerns.find(&Body);
  if (It != Concerns.end())
    return !It->second.empty();
  if (!Visiting.insert(&Body).second)
    return false; // a recursive call adds nothing new
  std::vector<unsigned> Found;
  for (const auto &[S, Node] : Body.Nodes) {
    if (!isa<clang::CallExpr, clang::CXXConstructExpr>(S))
      continue;
    const auto *Call = cast<clang::Expr>(S);
    bool Does = isDeviceCall(Call);
    const clang::FunctionDecl *Callee = Does ? nullptr : calleeOf(Call);
    if (Callee && !isSystem(Callee, Facts.Context))
      if (const FunctionFacts *Inner = Facts.of(Callee))
        Does = in(*Inner);
    if (!Does && isThroughPointer(Call))
      Does = mayBeThrough(Call);
    if (!Does)
      Does = any_of(overriders(Callee),
                    [&](const FunctionFacts *F) { return in(*F); });
    if (Does)
      Found.push_back(Node.First);
  }
  llvm::sort(Found);
  Visiting.erase(&Body);
  return !(Concerns[&Body] = std::move(Found)).empty();
}

bool DeviceCalls::in(const clang::Stmt *S, const FunctionFacts &Body) {
  if (!S || !in(Body))
    return false;
  auto Node = Body.Nodes.find(S);
  if (Node == Body.Nodes.end())
    return false;
  const std::vector<unsigned> &Numbers = Concerns[&Body];
  auto It = llvm::lower_bound(Numbers, Node->second.First);
  return It != Numbers.end() && *It <= Node->second.Last;
}

std::vector<const FunctionFacts *>
DeviceCalls::overriders(const clang::FunctionDecl *Callee) const {
  std::vector<const FunctionFacts *> Found;
  const auto *Method = dyn_cast_or_null<clang::CXXMethodDecl>(Callee);
  if (!Method || !Method->isVirtual())
    return Found;
  auto Overrides = [&](const clang::CXXMethodDecl *M) {
    SmallVector<const clang::CXXMethodDecl *, 8> Open{M};
    while (!Open.empty()) {
      const clang::CXXMethodDecl *One = Open.pop_back_val();
      if (One->getCanonicalDecl() == Method->getCanonicalDecl())
        return true;
      append_range(Open, One->overridden_methods());
    }
    return false;
  };
  for (const FunctionFacts *Body : Facts.walked())
    if (const auto *M = dyn_cast<clang::CXXMethodDecl>(Body->Function);
        M && M->isVirtual() && Overrides(M))
      Found.push_back(Body);
  return Found;
}

bool DeviceCalls::isCalled(const clang::LambdaExpr *Lambda) const {
  const clang::CXXMethodDecl *Operator = Lambda->getCallOperator();
  if (Facts.Calls.contains(Operator->getCanonicalDecl()))
    return true;
  const clang::FunctionTemplateDecl *Generic =
      Operator->getDescribedFunctionTemplate();
  return Generic &&
         any_of(Generic->specializations(), [&](const clang::FunctionDecl *F) {
           return Facts.Calls.contains(F->getCanonicalDecl());
         });
}
