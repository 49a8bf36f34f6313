//===- HostProgram.cpp - What host code asks of the device ----------------===//

#include "analysis/host/program/HostProgram.h"

using namespace llvm;
using namespace kernelcast;

HostStep kernelcast::unmodelledStep(SourceSpot Location, StringRef Callee,
                                    StringRef Why) {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = std::move(Location);
  Step.Action.Callee = Callee.str();
  Step.Action.Note = Why.str();
  return Step;
}

void kernelcast::forEachExpression(const HostStep &Step,
                                   function_ref<void(const Expr *)> Visit) {
  auto Some = [&](const Expr *E) {
    if (E)
      Visit(E);
  };
  const HostAction &A = Step.Action;
  Some(A.Bytes);
  Some(A.Pass.Elements);
  for (const Expr *Index : A.Stream.Indexes)
    Some(Index);
  for (const Expr *Index : A.Event.Indexes)
    Some(Index);
  for (unsigned I = 0; I != 3; ++I) {
    Some(A.Site.Grid[I]);
    Some(A.Site.Block[I]);
  }
  Some(A.Site.DynamicShared);
  for (const Expr *Argument : A.Site.Arguments)
    Some(Argument);
  Some(Step.Condition);
  Some(Step.Trips);
  for (const LoopValue &V : Step.Values) {
    Some(V.First);
    Some(V.Next);
  }
  for (const HostStep &Inner : Step.Body)
    forEachExpression(Inner, Visit);
  for (const HostStep &Inner : Step.Otherwise)
    forEachExpression(Inner, Visit);
}
