//===- SsaForm.cpp - Variables in static single assignment form ---------===//
//
// Reading a variable looks for its definition in the current block, then
// through the predecessors; where several meet, a phi is placed. Blocks whose
// predecessors are not all known yet (loop headers) get an incomplete phi that
// is filled when the last predecessor arrives ("sealing"). Braun et al.,
// "Simple and Efficient Construction of Static Single Assignment Form", 2013.
//
// A pointer that a loop advances is kept as Base + offset with a phi for the
// offset alone, so that the array stays known inside the loop. A pointer that
// comes in with another base has an offset too, as the number that it is.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"

using namespace llvm;

namespace kernelcast {

void KernelLowering::writeSlot(BlockId Block, SlotKey Key, ScalarExpr V) {
  States[Block].Definitions[Key] = V;
}

PhiId KernelLowering::newPhi(BlockId Block, SlotKey Key, ScalarType Type) {
  PhiId Id = Model.Phis.size();
  PhiNode Made;
  Made.Block = Block;
  Made.Type = Type;
  Made.Variable = Model.Arrays[Key.first].Name;
  Model.Phis.push_back(std::move(Made));
  Model.Blocks[Block].Phis.push_back(Id);
  ScalarExpr V = pool().phi(Id, Type);
  writeSlot(Block, Key, V);
  // The base of a pointer, as its value has it on the way in.
  if (Type == ScalarType::pointer() &&
      !Model.Blocks[Block].Predecessors.empty()) {
    ScalarExpr Entry =
        readSlot(Model.Blocks[Block].Predecessors.front(), Key, Type);
    if (ScalarExpr Base = baseOf(Entry)) {
      PhiBase[Id] = Base;
      writeSlot(Block, Key, pool().add(Base, V));
    }
  }
  return Id;
}

void KernelLowering::completePhi(PhiId Phi, SlotKey Key) {
  BlockId Block = Model.Phis[Phi].Block;
  ScalarType Type = Model.Phis[Phi].Type;
  ScalarExpr Base = PhiBase.lookup(Phi);
  ScalarExpr Self = pool().phi(Phi, Type);
  ScalarExpr Same = nullptr;
  bool Trivial = true;
  SmallVector<ScalarExpr, 2> Incoming;
  // Copied: reading may add phis, never predecessors.
  const SmallVector<BlockId, 2> Predecessors(Model.Blocks[Block].Predecessors);
  for (BlockId P : Predecessors) {
    ScalarExpr V = readSlot(P, Key, Type);
    if (Base)
      V = baseOf(V) == Base ? offsetFrom(V, Base) : offsetAcross(V, Base);
    Incoming.push_back(V);
    if (V == Self)
      continue;
    if (Same && Same != V)
      Trivial = false;
    Same = V;
  }
  Model.Phis[Phi].Incoming = Incoming;
  if (Type == ScalarType::pointer() && !Trivial)
    choosesBase(Self);
  if (Trivial && Same) {
    Replaced[Phi] = Same;
    ScalarExpr V = Base ? pool().add(Base, Same) : Same;
    ScalarExpr Old = Base ? pool().add(Base, Self) : Self;
    ScalarExpr &Definition = States[Block].Definitions[Key];
    if (Definition == Old)
      Definition = V;
  }
}

ScalarExpr KernelLowering::readSlot(BlockId Block, SlotKey Key,
                                    ScalarType Type) {
  SmallVector<BlockId, 8> Passed;
  BlockId B = Block;
  ScalarExpr V = nullptr;
  while (!V) {
    auto Found = States[B].Definitions.find(Key);
    if (Found != States[B].Definitions.end()) {
      V = Found->second;
      while (V->op() == Op::Phi && Replaced.count(V->value()))
        V = Replaced[V->value()];
      break;
    }
    if (!States[B].Sealed) {
      PhiId Id = newPhi(B, Key, Type);
      States[B].Incomplete.push_back({Key, Id});
      V = States[B].Definitions[Key];
      break;
    }
    const auto &Predecessors = Model.Blocks[B].Predecessors;
    if (Predecessors.empty()) {
      V = pool().opaque("value of an uninitialised variable", Type);
      writeSlot(B, Key, V);
      break;
    }
    if (Predecessors.size() == 1) {
      Passed.push_back(B);
      B = Predecessors.front();
      continue;
    }
    completePhi(newPhi(B, Key, Type), Key);
    V = States[B].Definitions[Key];
  }
  for (BlockId P : Passed)
    writeSlot(P, Key, V);
  return V;
}

void KernelLowering::seal(BlockId Block) {
  if (States[Block].Sealed)
    return;
  States[Block].Sealed = true;
  auto Incomplete = std::move(States[Block].Incomplete);
  States[Block].Incomplete.clear();
  for (auto &[Key, Phi] : Incomplete)
    completePhi(Phi, Key);
}

/// Phis with a single value become that value; every expression is rewritten;
/// phis that nothing uses leave the blocks.
void KernelLowering::finish() {
  dropElementUses();
  DenseMap<const Expr *, const Expr *> Memo;
  auto Resolve = [&](const Expr *E) -> const Expr * {
    if (!E)
      return nullptr;
    return pool().rewrite(
        E,
        [&](const Expr *Leaf) -> const Expr * {
          return Leaf->op() == Op::Phi ? Replaced.lookup(Leaf->value())
                                       : nullptr;
        },
        &Memo);
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    Memo.clear();
    // Chains of replacements first, so that one rewrite suffices.
    for (auto &[Phi, V] : Replaced) {
      unsigned Steps = 0;
      while (V->op() == Op::Phi && Replaced.count(V->value()) && ++Steps < 1000)
        V = Replaced[V->value()];
    }
    for (PhiId Id = 0; Id < Model.Phis.size(); ++Id) {
      if (Replaced.count(Id))
        continue;
      PhiNode &Phi = Model.Phis[Id];
      const Expr *Self = pool().phi(Id, Phi.Type), *Same = nullptr;
      bool Trivial = !Phi.Incoming.empty();
      for (const Expr *&V : Phi.Incoming) {
        V = Resolve(V);
        if (V == Self)
          continue;
        Trivial &= !Same || Same == V;
        Same = V;
      }
      if (Trivial && Same) {
        Replaced[Id] = Same;
        Changed = true;
      }
    }
    if (!Changed)
      break;
    // Replacements may refer to replaced phis inside larger expressions.
    Memo.clear();
    for (auto &[Phi, V] : Replaced)
      V = Resolve(V);
    Memo.clear();
    if (overBudget())
      return;
  }
  Memo.clear();
  for (BasicBlock &B : Model.Blocks)
    B.Condition = Resolve(B.Condition);
  for (MemoryAccess &A : Model.Accesses) {
    A.Address = Resolve(A.Address);
    // What a loop's pointer leads to may show at the end of the loop.
    if (A.Array != None && A.Address && basesOf(A.Address).size() > 1)
      A.Array = None;
    A.Stored = Resolve(A.Stored);
  }
  // Liveness of phis from what has an effect.
  std::vector<bool> Live(Model.Phis.size());
  SmallVector<PhiId, 32> Work;
  DenseSet<const Expr *> Seen;
  auto Mark = [&](const Expr *Root) {
    SmallVector<const Expr *, 32> Stack;
    if (Root)
      Stack.push_back(Root);
    while (!Stack.empty()) {
      const Expr *E = Stack.pop_back_val();
      if (!Seen.insert(E).second)
        continue;
      if (E->op() == Op::Phi && !Live[E->value()]) {
        Live[E->value()] = true;
        Work.push_back(E->value());
      }
      Stack.append(E->operands().begin(), E->operands().end());
    }
  };
  for (const BasicBlock &B : Model.Blocks)
    Mark(B.Condition);
  for (const MemoryAccess &A : Model.Accesses) {
    Mark(A.Address);
    Mark(A.Stored);
  }
  while (!Work.empty())
    for (const Expr *V : Model.Phis[Work.pop_back_val()].Incoming)
      Mark(V);
  for (BasicBlock &B : Model.Blocks)
    erase_if(B.Phis, [&](PhiId P) { return !Live[P] || Replaced.count(P); });
}

} // namespace kernelcast
