//===- ExpressionProgram.cpp - Slots and lists ----------------------------===//

#include "analysis/evaluator/ExpressionProgram.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

bool ExpressionProgram::contains(LoopId Outer, LoopId Inner) const {
  if (Outer == None)
    return true;
  while (Inner != None && Inner != Outer)
    Inner = Kernel.Loops[Inner].Parent;
  return Inner == Outer;
}

SlotId ExpressionProgram::slot(const Expr *E) {
  auto [It, New] = SlotOf.try_emplace(E, Nodes.size());
  if (New) {
    Nodes.emplace_back().Source = E;
    ListedIn.emplace_back();
    Visited.push_back(0);
    Classified.push_back(false);
  }
  return It->second;
}

/// Operands that are worth a visit: none for what is unknowable anyway.
static ArrayRef<const Expr *> inputs(const Expr *E) {
  if (E->isLeaf() || E->op() == Op::Call || E->type().Float)
    return {};
  for (const Expr *Operand : E->operands())
    if (Operand->type().Float)
      return {};
  return E->operands();
}

/// Marks what depends on data under \p Root, operands first, without recursion.
void ExpressionProgram::classify(const Expr *Root) {
  SmallVector<const Expr *, 32> Stack{Root};
  while (!Stack.empty()) {
    const Expr *E = Stack.back();
    SlotId S = slot(E);
    if (Classified[S]) {
      Stack.pop_back();
      continue;
    }
    ArrayRef<const Expr *> Inputs = inputs(E);
    bool Ready = true;
    for (const Expr *Operand : Inputs)
      if (!Classified[slot(Operand)]) {
        Stack.push_back(Operand);
        Ready = false;
      }
    if (!Ready)
      continue;
    Stack.pop_back();
    Classified[S] = true;
    ProgramNode &N = Nodes[S];
    for (auto [I, Operand] : enumerate(Inputs))
      N.Operands[I] = slot(Operand);
    N.Data = E->type().Float || E->op() == Op::Load || E->op() == Op::Opaque ||
             (!E->isLeaf() && Inputs.empty()) ||
             any_of(Inputs, [&](const Expr *Operand) {
               return Nodes[slot(Operand)].Data;
             });
    auto Mark = [&](const Expr *Why) {
      N.Unknowable = true;
      N.Reason = Why;
    };
    switch (E->op()) {
    case Op::Constant:
    case Op::Symbol:
    case Op::Coordinate:
    case Op::Base:
    case Op::Counter:
      if (E->type().Float)
        Mark(E);
      break;
    case Op::Phi:
      if (E->type().Float)
        Mark(E);
      else if (PhiId P = E->value(); !PhiQueued[P]) {
        PhiQueued[P] = true;
        PhiQueue.push_back(P);
      }
      break;
    case Op::Load:
    case Op::Opaque:
      Mark(E);
      break;
    case Op::And:
    case Op::Or:
      if (E->type() == ScalarType::truth())
        break; // false && x is known
      [[fallthrough]];
    default:
      if (Inputs.empty()) {
        Mark(E);
        // A comparison of loaded floats is better explained by the load.
        for (const Expr *Operand : E->operands())
          if (Operand->op() == Op::Load)
            N.Reason = Operand;
        break;
      }
      for (auto [I, Operand] : enumerate(Inputs)) {
        if (E->op() == Op::Select && I > 0)
          break; // the condition may choose the known arm
        if (Nodes[slot(Operand)].Unknowable)
          Mark(Nodes[slot(Operand)].Reason);
      }
    }
  }
}

/// Divides the addresses that rest on data. The parts are made of expressions
/// that are classified already, so that no further phi is followed for them.
void ExpressionProgram::splitAddresses() {
  auto RestsOnData = [&](const Expr *E) -> std::optional<bool> {
    auto It = SlotOf.find(E);
    if (It == SlotOf.end() || !Classified[It->second])
      return std::nullopt;
    return Nodes[It->second].Data;
  };
  for (const BasicBlock &B : Kernel.Blocks)
    for (const Effect &E : B.Effects) {
      if (E.Access == None || !Kernel.Accesses[E.Access].Address)
        continue;
      const MemoryAccess &A = Kernel.Accesses[E.Access];
      if (!Nodes[slot(A.Address)].Data)
        continue;
      std::optional<AddressParts> Split =
          splitAddress(Kernel, A, RestsOnData, Pool);
      if (!Split)
        continue;
      classify(Split->Known);
      for (const Expr *Factor : Split->Factors)
        classify(Factor);
      Parts[E.Access] = std::move(*Split);
    }
}

bool ExpressionProgram::available(SlotId Node, BlockId At,
                                  LoopId Within) const {
  // A few are enough: listing a node once more does no harm.
  return any_of(ArrayRef(ListedIn[Node]).take_back(32), [&](BlockId B) {
    return Dom.dominates(B, At) && contains(Kernel.Blocks[B].Loop, Within);
  });
}

/// Appends what \p Root needs and is not available at \p At to \p To.
SlotId ExpressionProgram::collect(const Expr *Root, BlockId At, LoopId Within,
                                  List &To) {
  SlotId RootSlot = slot(Root);
  SmallVector<std::pair<SlotId, unsigned>, 32> Stack;
  auto Enter = [&](SlotId S) {
    if (Visited[S] == Visit)
      return;
    Visited[S] = Visit;
    const ProgramNode &N = Nodes[S];
    if (N.Unknowable)
      return;
    if (N.Source->isLeaf() && N.Operands[0] == None) {
      noteUse(S, Within);
      return;
    }
    if (available(S, At, Within))
      return;
    Stack.push_back({S, 0});
  };
  Enter(RootSlot);
  while (!Stack.empty()) {
    auto &[S, Next] = Stack.back();
    if (Next < 3 && Nodes[S].Operands[Next] != None) {
      Enter(Nodes[S].Operands[Next++]);
      continue;
    }
    SlotId Done = S;
    Stack.pop_back();
    To.push_back(Done);
  }
  return RootSlot;
}

/// A counter or phi that is used after its loop keeps the value that each lane
/// left the loop with.
void ExpressionProgram::noteUse(SlotId Leaf, LoopId Within) {
  const Expr *E = Nodes[Leaf].Source;
  LoopId L = None;
  if (E->op() == Op::Counter)
    L = E->value();
  else if (E->op() == Op::Phi)
    L = Kernel.Blocks[Kernel.Phis[E->value()].Block].Loop;
  for (; L != None && !contains(L, Within); L = Kernel.Loops[L].Parent)
    if (!is_contained(Escaping[L], Leaf))
      Escaping[L].push_back(Leaf);
}

ExpressionProgram::ExpressionProgram(const KernelModel &Kernel,
                                     const Dominance &Dom)
    : Kernel(Kernel), Dom(Dom), PhiQueued(Kernel.Phis.size(), false) {
  size_t NumBlocks = Kernel.Blocks.size(), NumLoops = Kernel.Loops.size();
  BlockLists.resize(NumBlocks);
  EdgeLists.resize(NumBlocks);
  Phis.resize(NumBlocks);
  Conditions.assign(NumBlocks, None);
  Addresses.assign(Kernel.Accesses.size(), None);
  TripCounts.assign(NumLoops, None);
  TripLists.resize(NumLoops);
  Escaping.resize(NumLoops);
  Counters.assign(NumLoops, None);

  // Everything that is needed, through phis.
  for (const BasicBlock &B : Kernel.Blocks) {
    if (B.Condition)
      classify(B.Condition);
    for (const Effect &E : B.Effects)
      if (E.Access != None && Kernel.Accesses[E.Access].Address)
        classify(Kernel.Accesses[E.Access].Address);
  }
  for (const LoopInfo &L : Kernel.Loops)
    if (L.TripCount)
      classify(L.TripCount);
  for (size_t I = 0; I != PhiQueue.size(); ++I) {
    const PhiNode &P = Kernel.Phis[PhiQueue[I]];
    if (P.ClosedForm)
      classify(P.ClosedForm);
    else
      for (const Expr *Incoming : P.Incoming)
        classify(Incoming);
  }
  splitAddresses();
  // A closed form that uses were not rewritten to is a synonym.
  for (ProgramNode &N : Nodes)
    if (N.Source->op() == Op::Phi && !N.Unknowable)
      if (const Expr *Closed = Kernel.Phis[N.Source->value()].ClosedForm)
        N.Operands[0] = slot(Closed);
  PhiSlots.assign(Kernel.Phis.size(), None);
  for (auto [S, N] : enumerate(Nodes)) {
    if (N.Unknowable)
      continue;
    switch (N.Source->op()) {
    case Op::Coordinate:
      Coordinates.push_back(S);
      break;
    case Op::Constant:
    case Op::Symbol:
    case Op::Base:
      Constants.push_back(S);
      break;
    case Op::Counter:
      Counters[N.Source->value()] = S;
      break;
    case Op::Phi:
      PhiSlots[N.Source->value()] = S;
      break;
    default:
      break;
    }
  }

  for (const BasicBlock &B : Kernel.Blocks) {
    bool IsHeader = B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id;
    for (PhiId P : B.Phis) {
      if (PhiSlots[P] == None || Kernel.Phis[P].ClosedForm)
        continue;
      NeededPhi &Phi = Phis[B.Id].emplace_back();
      Phi.Slot = PhiSlots[P];
      for (const Expr *Incoming : Kernel.Phis[P].Incoming)
        Phi.Incoming.push_back(slot(Incoming));
    }
    // Values that come by an edge are computed for the edge's lanes; those of
    // a latch at the end of the iteration.
    EdgeLists[B.Id].resize(B.Predecessors.size());
    for (auto [I, Pred] : enumerate(B.Predecessors)) {
      bool Back = IsHeader && contains(B.Loop, Kernel.Blocks[Pred].Loop);
      LoopId Within = IsHeader && !Back ? Kernel.Loops[B.Loop].Parent : B.Loop;
      ++Visit;
      for (PhiId P : B.Phis)
        if (PhiSlots[P] != None && !Kernel.Phis[P].ClosedForm &&
            I < Kernel.Phis[P].Incoming.size())
          collect(Kernel.Phis[P].Incoming[I], Back ? Pred : B.Id, Within,
                  EdgeLists[B.Id][I]);
    }
    ++Visit;
    List &Main = BlockLists[B.Id];
    for (const Effect &E : B.Effects)
      if (E.Access != None && Kernel.Accesses[E.Access].Address)
        Addresses[E.Access] =
            collect(Kernel.Accesses[E.Access].Address, B.Id, B.Loop, Main);
    if (B.Condition)
      Conditions[B.Id] = collect(B.Condition, B.Id, B.Loop, Main);
    for (SlotId S : Main)
      ListedIn[S].push_back(B.Id);
    for (const Effect &E : B.Effects) {
      if (E.Access == None)
        continue;
      auto It = Parts.find(E.Access);
      if (It == Parts.end())
        continue;
      OffsetAddress &Offset = Offsets[E.Access];
      ++Visit;
      for (const Expr *X : It->second.Shared)
        Offset.Shared.push_back(collect(X, B.Id, B.Loop, Offset.SharedList));
      for (const Expr *X : It->second.Factors)
        Offset.Factors.push_back(collect(X, B.Id, B.Loop, Offset.KnownList));
      Offset.Known = collect(It->second.Known, B.Id, B.Loop, Offset.KnownList);
    }
  }
  for (const LoopInfo &L : Kernel.Loops) {
    if (!L.TripCount)
      continue;
    ++Visit;
    TripCounts[L.Id] =
        collect(L.TripCount, L.Header, L.Parent, TripLists[L.Id]);
  }
}
