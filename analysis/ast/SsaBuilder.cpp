//===- SsaBuilder.cpp - Variables in static single assignment form --------===//

#include "analysis/ast/SsaBuilder.h"

using namespace llvm;

namespace kernelcast {

SsaBuilder::BlockState &SsaBuilder::state(BlockId Block) {
  if (Block >= States.size())
    States.resize(Model.Blocks.size());
  BlockState &S = States[Block];
  if (S.Begun == 0) {
    S.Begun = ++Now;
    S.Row = Rows.size();
    Rows.emplace_back();
    Rows.back().First = Rows.back().Last = Block;
  }
  return S;
}

/// Makes \p Block, which has just been sealed, the next of its only
/// predecessor's row, if that has no next one and nothing is known of \p Block.
void SsaBuilder::joinRow(BlockId Block) {
  BlockState &S = state(Block);
  const auto &Predecessors = Model.Blocks[Block].Predecessors;
  if (Predecessors.size() != 1 || Rows[S.Row].Last != Block ||
      !Rows[S.Row].Definitions.empty())
    return;
  const BlockState &Above = state(Predecessors.front());
  Row &Joined = Rows[Above.Row];
  if (Above.Row == S.Row || Joined.Last != Predecessors.front())
    return;
  S.Row = Above.Row;
  S.Place = Above.Place + 1;
  Joined.Last = Block;
}

/// One of 64 bits. Most rows on the way to a definition have none of the
/// variable, which their filter tells without a look at the table.
static uint64_t filterBit(SsaVariable Variable) {
  return uint64_t(1) << ((Variable.first * 7 + Variable.second) % 64);
}

/// What \p Block's row has noted of \p Variable up to the end of the block, or
/// null.
ScalarExpr *SsaBuilder::definition(BlockId Block, SsaVariable Variable) {
  const BlockState &S = state(Block);
  Row &R = Rows[S.Row];
  if (!(R.Filter & filterBit(Variable)))
    return nullptr;
  const auto Found = R.Definitions.find(Variable);
  if (Found == R.Definitions.end())
    return nullptr;
  auto *After = upper_bound(
      Found->second, S.Place,
      [](unsigned Place, const Definition &D) { return Place < D.Place; });
  return After == Found->second.begin() ? nullptr : &std::prev(After)->Value;
}

void SsaBuilder::note(BlockId Block, SsaVariable Variable, ScalarExpr V) {
  const BlockState &S = state(Block);
  Row &R = Rows[S.Row];
  R.Filter |= filterBit(Variable);
  SmallVector<Definition, 1> &Known = R.Definitions[Variable];
  auto *At =
      lower_bound(Known, S.Place, [](const Definition &D, unsigned Place) {
        return D.Place < Place;
      });
  if (At != Known.end() && At->Place == S.Place) {
    At->Value = V;
    return;
  }
  ++Noted;
  Known.insert(At, {S.Place, V});
}

void SsaBuilder::write(BlockId Block, SsaVariable Variable, ScalarExpr V) {
  note(Block, Variable, V);
  BlockState &S = state(Block);
  // Times tell nothing of blocks that are come back to.
  InOrder &= !S.Left;
  if (S.Written != 0 && Last != Block)
    S.Written = UINT_MAX;
  Last = Block;
  ++Now;
  if (S.Written != UINT_MAX)
    S.Written = Now;
  Writes[Variable].push_back(Now);
}

/// The nearest block that dominates all of \p Blocks, or None. Ways lead up
/// through blocks whose predecessors are all known, and no others.
BlockId SsaBuilder::commonDominator(ArrayRef<BlockId> Blocks) {
  if (Blocks.empty())
    return None;
  BlockId A = Blocks.front();
  for (BlockId B : Blocks.drop_front())
    while (A != B) {
      // A dominator has begun before the blocks that it dominates.
      BlockId &Later = States[A].Begun > States[B].Begun ? A : B;
      const BlockId Up = States[Later].Dominator;
      if (Up == None || States[Up].Begun >= States[Later].Begun)
        return None;
      Later = Up;
    }
  return A;
}

/// Whether \p Variable has the value in \p Block, which is sealed, that it has
/// at the end of the block's dominator.
bool SsaBuilder::passes(BlockId Block, SsaVariable Variable) {
  const BlockState &Below = States[Block];
  if (Below.Dominator == None || !InOrder)
    return false;
  const BlockState &Above = States[Below.Dominator];
  if (Above.Written == UINT_MAX)
    return false;
  const auto Found = Writes.find(Variable);
  if (Found == Writes.end())
    return true;
  const unsigned Since = std::max(Above.Begun, Above.Written);
  const auto *Next = upper_bound(Found->second, Since);
  return Next == Found->second.end() || *Next > Below.Closed;
}

/// What \p Variable holds where \p Block is entered first, if that is known by
/// now. Makes no phis, so that no loop is met twice.
ScalarExpr SsaBuilder::onTheWayIn(BlockId Block, SsaVariable Variable) {
  for (size_t Steps = Model.Blocks.size(); Steps != 0; --Steps) {
    if (Model.Blocks[Block].Predecessors.empty())
      return nullptr;
    Block = Model.Blocks[Block].Predecessors.front();
    const ScalarExpr *Found = definition(Block, Variable);
    if (!Found)
      continue;
    ScalarExpr V = *Found;
    while (V->op() == Op::Phi && Replaced.count(V->value()))
      V = Replaced[V->value()];
    return V;
  }
  return nullptr;
}

PhiId SsaBuilder::newPhi(BlockId Block, SsaVariable Variable, ScalarType Type) {
  PhiId Id = Model.Phis.size();
  PhiNode Made;
  Made.Block = Block;
  Made.Type = Type;
  Made.Variable = Model.Arrays[Variable.first].Name;
  Model.Phis.push_back(std::move(Made));
  Model.Blocks[Block].Phis.push_back(Id);
  ScalarExpr V = Model.Pool->phi(Id, Type);
  if (Type == ScalarType::pointer())
    if (ScalarExpr Entry = onTheWayIn(Block, Variable)) {
      // Nobody may see a pointer that is going to be a distance. Of another it
      // is good to know early where it may lead.
      if (ScalarExpr Base = baseOf(Entry)) {
        PhiBase[Id] = Base;
        V = Model.Pool->add(Base, V);
      } else {
        Model.Phis[Id].Incoming = {Entry};
      }
    }
  note(Block, Variable, V);
  return Id;
}

void SsaBuilder::completePhi(PhiId Phi, SsaVariable Variable) {
  ExpressionPool &Pool = *Model.Pool;
  BlockId Block = Model.Phis[Phi].Block;
  ScalarType Type = Model.Phis[Phi].Type;
  ScalarExpr Base = PhiBase.lookup(Phi);
  ScalarExpr Self = Pool.phi(Phi, Type);
  ScalarExpr Same = nullptr;
  bool Trivial = true;
  SmallVector<ScalarExpr, 2> Incoming;
  // Copied: reading may add phis, never predecessors.
  const SmallVector<BlockId, 2> Predecessors(Model.Blocks[Block].Predecessors);
  for (BlockId P : Predecessors) {
    ScalarExpr V = read(P, Variable, Type);
    if (Base)
      V = baseOf(V) == Base ? offsetFrom(Pool, V, Base)
                            : Pointers.offsetAcross(V, Base);
    Incoming.push_back(V);
    if (V == Self)
      continue;
    if (Same && Same != V)
      Trivial = false;
    Same = V;
  }
  Model.Phis[Phi].Incoming = Incoming;
  if (Type == ScalarType::pointer() && !Trivial)
    Pointers.choosesBase(Self);
  if (Trivial && Same) {
    Replaced[Phi] = Same;
    ScalarExpr V = Base ? Pool.add(Base, Same) : Same;
    ScalarExpr Old = Base ? Pool.add(Base, Self) : Self;
    ScalarExpr *Known = definition(Block, Variable);
    if (Known && *Known == Old)
      *Known = V;
  }
}

/// The branch whose two ways do nothing but meet in \p Block.
std::optional<SsaBuilder::Meeting> SsaBuilder::meeting(BlockId Block) const {
  constexpr unsigned LongestWay = 64;
  const auto &Predecessors = Model.Blocks[Block].Predecessors;
  if (Predecessors.size() != 2)
    return std::nullopt;
  std::array<BlockId, 2> Decides{None, None};
  std::array<bool, 2> WhenTrue{};
  for (unsigned Way = 0; Way != 2; ++Way) {
    BlockId To = Block, From = Predecessors[Way];
    for (unsigned Length = 0; Length != LongestWay; ++Length) {
      const BasicBlock &B = Model.Blocks[From];
      if (B.Successors.size() == 2 && B.Condition && From != Block &&
          B.Successors[0] != B.Successors[1]) {
        Decides[Way] = From;
        WhenTrue[Way] = B.Successors[0] == To;
        break;
      }
      if (B.Successors.size() != 1 || B.Predecessors.size() != 1)
        break;
      To = From;
      From = B.Predecessors.front();
    }
  }
  if (Decides[0] == None || Decides[0] != Decides[1] ||
      WhenTrue[0] == WhenTrue[1])
    return std::nullopt;
  return Meeting{Model.Blocks[Decides[0]].Condition,
                 Predecessors[WhenTrue[0] ? 0 : 1],
                 Predecessors[WhenTrue[0] ? 1 : 0]};
}

/// The pointer that an if has set to another object, as the choice that it is;
/// null where both lead to one object, or the ways are not so plain.
ScalarExpr SsaBuilder::chosenPointer(BlockId Block, SsaVariable Variable) {
  std::optional<Meeting> Ways = meeting(Block);
  if (!Ways || !Choosing.insert({Block, Variable}).second)
    return nullptr;
  ScalarExpr Then = read(Ways->WhenTrue, Variable, ScalarType::pointer());
  ScalarExpr Otherwise = read(Ways->WhenFalse, Variable, ScalarType::pointer());
  Choosing.erase({Block, Variable});
  ScalarExpr A = baseOf(Then), B = baseOf(Otherwise);
  if (!A || !B || A == B)
    return nullptr;
  return Model.Pool->select(Ways->Condition, Then, Otherwise);
}

/// \p V, or what has replaced it in the end.
ScalarExpr SsaBuilder::replaced(ScalarExpr V) {
  SmallVector<PhiId, 8> Walked;
  while (V->op() == Op::Phi) {
    const auto Next = Replaced.find(V->value());
    if (Next == Replaced.end())
      break;
    Walked.push_back(V->value());
    V = Next->second;
  }
  for (PhiId Phi : Walked)
    Replaced[Phi] = V;
  return V;
}

ScalarExpr SsaBuilder::read(BlockId Block, SsaVariable Variable,
                            ScalarType Type) {
  // The first of so many rows on the way notes what is found: all of them would
  // be most of the memory, and with fewer the way is walked again.
  constexpr unsigned Stride = 16;
  SmallVector<BlockId, 8> Passed;
  unsigned Steps = 0;
  BlockId B = Block;
  ScalarExpr V = nullptr;
  while (!V) {
    if (ScalarExpr *Found = definition(B, Variable)) {
      // Chains of replaced phis are walked once.
      V = *Found = replaced(*Found);
      break;
    }
    B = Rows[state(B).Row].First;
    if (!state(B).Sealed) {
      PhiId Id = newPhi(B, Variable, Type);
      state(B).Incomplete.push_back({Variable, Id});
      V = *definition(B, Variable);
      break;
    }
    const auto &Predecessors = Model.Blocks[B].Predecessors;
    if (Predecessors.empty()) {
      V = uninitialised(*Model.Pool, Type);
      note(B, Variable, V);
      break;
    }
    if (Predecessors.size() == 1 || passes(B, Variable)) {
      if (Steps++ % Stride == 0)
        Passed.push_back(B);
      B = Predecessors.size() == 1 ? Predecessors.front() : state(B).Dominator;
      continue;
    }
    if (Type == ScalarType::pointer())
      V = chosenPointer(B, Variable);
    if (V) {
      note(B, Variable, V);
      break;
    }
    // Looking for a choice may have come by here.
    if (!definition(B, Variable))
      completePhi(newPhi(B, Variable, Type), Variable);
    V = *definition(B, Variable);
  }
  for (BlockId P : Passed)
    note(P, Variable, V);
  return V;
}

void SsaBuilder::seal(BlockId Block) {
  if (state(Block).Sealed)
    return;
  BlockState &S = state(Block);
  S.Sealed = true;
  S.Closed = Now;
  for (BlockId P : Model.Blocks[Block].Predecessors)
    state(P).Left = true;
  S.Dominator = commonDominator(Model.Blocks[Block].Predecessors);
  joinRow(Block);
  auto Incomplete = std::move(state(Block).Incomplete);
  state(Block).Incomplete.clear();
  for (auto &[Variable, Phi] : Incomplete)
    completePhi(Phi, Variable);
}

/// \p E with what has replaced phis in their place.
ScalarExpr SsaBuilder::resolved(ScalarExpr E, Rewriting &Memo) {
  if (!E)
    return nullptr;
  return Model.Pool->rewrite(
      E,
      [&](const Expr *Leaf) -> const Expr * {
        return Leaf->op() == Op::Phi ? Replaced.lookup(Leaf->value()) : nullptr;
      },
      &Memo);
}

/// One round: replaces phis that have become trivial through others that were
/// replaced. False if there were none.
bool SsaBuilder::replaceTrivialPhis() {
  Rewriting Memo;
  bool Changed = false;
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
    const Expr *Self = Model.Pool->phi(Id, Phi.Type), *Same = nullptr;
    bool Trivial = !Phi.Incoming.empty();
    for (const Expr *&V : Phi.Incoming) {
      V = resolved(V, Memo);
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
    return false;
  // Replacements may refer to replaced phis inside larger expressions.
  Memo.clear();
  for (auto &[Phi, V] : Replaced)
    V = resolved(V, Memo);
  return true;
}

bool SsaBuilder::finish(function_ref<bool()> GiveUp) {
  while (replaceTrivialPhis())
    if (GiveUp())
      return false;
  Rewriting Memo;
  for (BasicBlock &B : Model.Blocks)
    B.Condition = resolved(B.Condition, Memo);
  for (MemoryAccess &A : Model.Accesses) {
    A.Address = resolved(A.Address, Memo);
    A.Stored = resolved(A.Stored, Memo);
  }
  for (SlowOperation &S : Model.SlowOperations)
    S.Value = resolved(S.Value, Memo);
  for (RowIndex &Row : Model.RowIndices)
    Row.Index = resolved(Row.Index, Memo);
  dropDeadPhis();
  return true;
}

/// What has an effect is alive, and so is what it is computed from.
void SsaBuilder::dropDeadPhis() {
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
