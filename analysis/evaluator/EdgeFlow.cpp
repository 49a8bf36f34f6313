//===- EdgeFlow.cpp - What comes over the edges of the flow graph ---------===//

#include "analysis/evaluator/EdgeFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

LaneSet EdgeFlow::edge(const BasicBlock &To, unsigned Predecessor) const {
  BlockId From = To.Predecessors[Predecessor];
  uint8_t Outcomes = Plan.edgesInto(To.Id)[Predecessor].Outcomes;
  LaneSet R;
  for (unsigned I = 0; I != 2; ++I)
    if (Outcomes >> I & 1)
      R = unite(R, Out[From][I]);
  return R;
}

LaneSet EdgeFlow::incoming(const BasicBlock &Block, bool Back) const {
  LaneSet R;
  for (auto [I, Edge] : enumerate(Plan.edgesInto(Block.Id)))
    if (Edge.Back == Back)
      R = unite(R, edge(Block, I));
  return R;
}

/// Takes over the value that \p Lanes bring to a phi; \p Filled have one.
bool EdgeFlow::addPhi(SlotId Phi, GroupedValue &To, LaneMask Filled,
                      const GroupedValue &Incoming, LaneMask Lanes) {
  LaneMask Both = Filled & Lanes;
  if (!Both)
    return Values.arithmetic().merge(To, Filled, Incoming, Lanes);
  // A lane that may come by two edges has two values.
  const Expr *Why = Plan.program().Nodes[Phi].Source;
  GroupedValue Unsure = Incoming;
  if (Incoming.varies() || To.varies()) {
    Unsure.setUnknown(Why);
  } else { // hence one group each
    LaneMask Differ = 0;
    for (LaneMask Left = Both; Left; Left &= Left - 1) {
      unsigned L = countr_zero(Left);
      if ((To.First.Unknown >> L & 1) ||
          To.First.lane(L) != Incoming.First.lane(L))
        Differ |= LaneMask(1) << L;
    }
    Unsure.forget(Differ, Why);
  }
  return Values.arithmetic().merge(To, Filled, Unsure, Lanes);
}

bool EdgeFlow::mergePhis(const BasicBlock &Block, bool Back,
                         std::vector<GroupedValue> &Result) {
  const ExpressionProgram &Program = Plan.program();
  ArrayRef<ExpressionProgram::NeededPhi> Phis = Program.Phis[Block.Id];
  Result.resize(Phis.size());
  if (Phis.empty())
    return true;
  for (GroupedValue &V : Result)
    V.setUnknown(nullptr);
  LaneMask Filled = 0;
  for (auto [I, Edge] : enumerate(Plan.edgesInto(Block.Id))) {
    if (Edge.Back != Back)
      continue;
    LaneMask Lanes = edge(Block, I).May;
    if (!Lanes)
      continue;
    if (!Values.update(Program.EdgeLists[Block.Id][I], Lanes))
      return false;
    for (auto [V, Phi] : zip(Result, Phis))
      if (I < Phi.Incoming.size() &&
          (!Values.refresh(Phi.Incoming[I]) ||
           !addPhi(Phi.Slot, V, Filled, Values.of(Phi.Incoming[I], Lanes),
                   Lanes)))
        return false;
    Filled |= Lanes;
  }
  return true;
}

bool EdgeFlow::joinPhis(const BasicBlock &Block) {
  ArrayRef<ExpressionProgram::NeededPhi> Phis = Plan.program().Phis[Block.Id];
  if (Phis.empty())
    return true;
  if (!mergePhis(Block, false, Joined))
    return false;
  LaneMask Lanes = incoming(Block, false).May;
  for (auto [V, Phi] : zip(Joined, Phis))
    Values.assign(Phi.Slot, V, Lanes);
  return true;
}
