//===- Races.cpp - What findings about races have in common ---------------===//

#include "tool/lint/Races.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::string kernelcast::calleesText(const MemoryAccess &Access) {
  return Access.Callees.empty() ? "" : " in " + Access.Callees;
}

bool kernelcast::whoAndWhereIsGuessed(const LintLaunch &Launch, AccessId Id) {
  const TouchedBytes &Bytes = Launch.threads().touched(Id);
  return Launch.restsOnGuess(Bytes.Address) ||
         any_of(Bytes.Conditions,
                [&](const auto &C) { return Launch.restsOnGuess(C.first); }) ||
         any_of(Bytes.Counters, [&](const auto &C) {
           return C.second && Launch.restsOnGuess(C.second);
         });
}
