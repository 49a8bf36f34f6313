//===- CallChains.cpp - Function bodies and the calls to them -------------===//

#include "analysis/host/CallChains.h"
#include "clang/AST/ExprCXX.h"

using namespace llvm;
using namespace kernelcast::host;

const clang::Expr *kernelcast::host::argument(const clang::Expr *Call,
                                              unsigned I) {
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(Call))
    return I < K->getNumArgs() ? K->getArg(I) : nullptr;
  const auto *C = cast<clang::CallExpr>(Call);
  if (isa<clang::CXXOperatorCallExpr>(C) &&
      isa_and_nonnull<clang::CXXMethodDecl>(C->getDirectCallee()))
    ++I;
  return I < C->getNumArgs() ? C->getArg(I) : nullptr;
}

const Frame *CallChains::enter(const FunctionFacts *Function,
                               const clang::Expr *Call, const Frame *Caller,
                               bool Inlined) {
  const Frame *&F = FrameOf[{Function, Call, Caller, Inlined}];
  if (!F) {
    Frames.push_back({Function, Call, Caller,
                      Inlined || (Caller && Caller->Inlined),
                      Caller ? Caller->Depth + 1 : 0});
    F = &Frames.back();
  }
  return F;
}
