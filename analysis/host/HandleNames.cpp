//===- HandleNames.cpp - Which stream, event or kernel a handle is --------===//

#include "analysis/host/HandleNames.h"
#include "analysis/host/LaunchSite.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

std::string HandleNames::unique(const clang::ValueDecl *D) {
  std::string &Name = Names[cast<clang::ValueDecl>(D->getCanonicalDecl())];
  if (!Name.empty())
    return Name;
  Name = D->getNameAsString();
  for (unsigned I = 2; !Taken.insert(Name).second; ++I)
    Name = D->getNameAsString() + "#" + std::to_string(I);
  return Name;
}

HandleName HandleNames::of(const clang::Expr *E, const Frame *F,
                           unsigned Depth) {
  HandleName Result;
  if (!E || isa<clang::CXXDefaultArgExpr>(E))
    return Result;
  const clang::Expr *Whole = E;
  E = stripped(E)->IgnoreParenCasts();
  if (isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(E))
    return Result;
  if (const auto *L = dyn_cast<clang::IntegerLiteral>(E)) {
    if (L->getValue() == 2) // cudaStreamPerThread
      Result.Name = "per-thread";
    return Result;
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U &&
      (U->getOpcode() == clang::UO_AddrOf || U->getOpcode() == clang::UO_Deref))
    return of(U->getSubExpr(), F, Depth + 1);
  const clang::Expr *Base = nullptr, *Index = nullptr;
  if (const auto *A = dyn_cast<clang::ArraySubscriptExpr>(E)) {
    Base = A->getBase();
    Index = A->getIdx();
  } else if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E);
             O && O->getOperator() == clang::OO_Subscript &&
             O->getNumArgs() == 2) {
    Base = O->getArg(0);
    Index = O->getArg(1);
  }
  if (Base && Depth < 12) {
    Result = of(Base, F, Depth + 1);
    const k::Expr *V = Values.value(Index, F);
    Result.Indexes.push_back(V);
    Result.Certain &= V != nullptr;
    return Result;
  }
  if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    Result.Name = unique(M->getMemberDecl());
    const clang::Expr *Object = stripped(M->getBase())->IgnoreParenCasts();
    if (!isa<clang::CXXThisExpr>(Object) && Depth < 12) {
      HandleName Outer = of(Object, F, Depth + 1);
      Result.Name = Outer.Name + "." + Result.Name;
      Result.Indexes = Outer.Indexes;
      Result.Certain = Outer.Certain;
    }
    return Result;
  }
  const auto *R = dyn_cast<clang::DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  if (V && Depth < 12) {
    if (const auto *P = dyn_cast<clang::ParmVarDecl>(V);
        P && F->Call && P->getDeclContext() == F->Facts->Function)
      if (const clang::Expr *A = argument(F->Call, P->getFunctionScopeIndex()))
        return of(A, F->Caller, Depth + 1);
    // Another name for a stream, or 0.
    auto Changes = F->Facts->Modified.find(V);
    bool Once =
        Changes == F->Facts->Modified.end() || Changes->second.size() < 2;
    if (const clang::Expr *Init = V->getInit(); Init && Once) {
      const clang::Expr *Bare = stripped(Init)->IgnoreParenCasts();
      if (isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr,
              clang::IntegerLiteral, clang::CXXNullPtrLiteralExpr,
              clang::GNUNullExpr, clang::CXXOperatorCallExpr>(Bare))
        return of(Init, F, Depth + 1);
    }
    Result.Name = unique(V);
    return Result;
  }
  Result.Name = sourceText(Whole, Context);
  Result.Certain = false;
  return Result;
}
