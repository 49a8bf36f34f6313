//===- HostReferences.cpp - Functions that run without being called -------===//
//
// A thread, a callback, an algorithm with a lambda, a table of functions: code
// that concerns the device runs, and no call here says when. It is named, so
// that whoever adds up times knows that something is missing. Virtual functions
// are entered where only one can be meant.
//===----------------------------------------------------------------------===//

#include "analysis/host/HostWalk.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

/// What a virtual call may run: the bodies here of \p Method and of what
/// overrides it.
std::vector<const FunctionFacts *>
HostWalk::overriders(const clang::FunctionDecl *Callee) {
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

/// Whether a call here runs \p Lambda.
bool HostWalk::isCalled(const clang::LambdaExpr *Lambda) const {
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

/// Functions that are handed on instead of called, and that no call entered.
void HostWalk::handedOn(Steps &To) {
  DenseSet<const FunctionFacts *> Told;
  for (const FunctionFacts *Body : Facts.walked())
    for (const auto &[S, Node] : Body->Nodes) {
      const auto *R = dyn_cast<clang::DeclRefExpr>(S);
      const auto *F = R ? dyn_cast<clang::FunctionDecl>(R->getDecl()) : nullptr;
      if (!F || F->hasAttr<clang::CUDAGlobalAttr>())
        continue;
      const FunctionFacts *Named = Facts.of(F);
      if (Named && !Entered.contains(Named) && Told.insert(Named).second &&
          is_contained(Facts.walked(), Named) && concerns(*Named))
        HandedOn.push_back(Named);
    }
  llvm::sort(HandedOn, [](const FunctionFacts *A, const FunctionFacts *B) {
    return A->Function->getLocation().getRawEncoding() <
           B->Function->getLocation().getRawEncoding();
  });
  for (const FunctionFacts *Body : HandedOn)
    unmodelled(Body->Function->getBody(), Body->Function->getNameAsString(),
               "it is run through a pointer, a thread or the like, which is "
               "not followed",
               To);
}

/// Functions of other files that this one calls, by name.
void HostWalk::elsewhere() {
  const clang::SourceManager &Sources = Facts.Context.getSourceManager();
  std::set<std::string> Names;
  for (const auto &[F, Sites] : Facts.Calls) {
    const clang::FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) && !F->isImplicit() && !F->getBuiltinID() &&
        !F->isPureVirtual() && F->getLocation().isValid() &&
        !Sources.isInSystemHeader(Sources.getExpansionLoc(F->getLocation())) &&
        !F->hasAttr<clang::CUDAGlobalAttr>())
      Names.insert(F->getQualifiedNameAsString());
  }
  Program.Elsewhere.assign(Names.begin(), Names.end());
}
