//===- InlinedCalls.cpp - The functions that are being inlined ------------===//

#include "analysis/ast/InlinedCalls.h"

using namespace llvm;

namespace kernelcast {

unsigned InlinedCalls::depth() const {
  unsigned Depth = 0;
  for (const InlinedFrame *F = Top; F; F = F->Caller)
    ++Depth;
  return Depth;
}

bool InlinedCalls::isActive(const clang::FunctionDecl *Function) const {
  for (const InlinedFrame *F = Top; F; F = F->Caller)
    if (F->Function->getCanonicalDecl() == Function->getCanonicalDecl())
      return true;
  return false;
}

ScalarExpr InlinedCalls::addressOf(const clang::VarDecl *Variable) const {
  for (const InlinedFrame *F = Top; F; F = F->Caller)
    if (auto It = F->Addresses.find(Variable); It != F->Addresses.end())
      return It->second;
  return nullptr;
}

const clang::Expr *InlinedCalls::inSource(const clang::Expr *Site) const {
  for (const InlinedFrame *F = Top; F && F->Call; F = F->Caller) {
    if (!Source.isPrelude(Site->getBeginLoc()))
      break;
    Site = F->Call;
  }
  return Site;
}

std::string InlinedCalls::text() const {
  std::string Calls;
  for (const InlinedFrame *F = Top; F && !F->CallText.empty(); F = F->Caller)
    Calls += (Calls.empty() ? "" : ", ") + F->CallText;
  return Calls;
}

} // namespace kernelcast
