//===- ExpressionProgram.cpp - Slots and lists ----------------------------===//
//
// Two passes. The first walks from everything that control flow and memory
// need down to the leaves, through phis, and marks what rests on data. The
// second makes the lists: for each block, edge and loop the nodes that it needs
// and that no block which dominates it has listed already.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/ExpressionProgram.h"
#include "analysis/evaluator/ChosenAddresses.h"
#include "analysis/evaluator/LaneFloats.h"
#include "analysis/evaluator/UniformOffset.h"
#include "analysis/pdg/FlowGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

bool kernelcast::contains(const KernelModel &Kernel, LoopId Outer,
                          LoopId Inner) {
  if (Outer == None)
    return true;
  while (Inner != None && Inner != Outer)
    Inner = Kernel.Loops[Inner].Parent;
  return Inner == Outer;
}

namespace {

class Compiler {
public:
  Compiler(const KernelModel &Kernel, const Dominance &Dom);
  ExpressionProgram run();

private:
  SlotId slot(const Expr *E);
  void classify(const Expr *Root);
  void classifyNode(ProgramNode &N, ArrayRef<const Expr *> Inputs);
  bool isKnownFloat(const Expr &Phi) const;
  void findNeeded();
  void findCarriedData();
  bool carriesData(const Expr *E);
  std::optional<bool> restsOnData(const Expr *E) const;
  void findCommonConditions();
  void splitAddresses();
  void sortLeaves();

  SlotId collect(const Expr *Root, BlockId At, LoopId Within,
                 ExpressionProgram::List &To);
  bool available(SlotId Node, BlockId At, LoopId Within) const;
  void noteUse(SlotId Leaf, LoopId Within);
  void listEdges(const BasicBlock &B);
  void listBlock(const BasicBlock &B);
  void listOffsets(const BasicBlock &B);

  const KernelModel &Kernel;
  ExpressionProgram P;
  const Dominance &Dom;
  DenseMap<AccessId, AddressParts> Parts;
  DenseMap<AccessId, SmallVector<const Expr *, 4>> Arms;
  DenseMap<BlockId, SmallVector<const Expr *, 4>> Common; ///< conditions
  DenseMap<const Expr *, SlotId> SlotOf;
  std::vector<SmallVector<BlockId, 1>> ListedIn; ///< by slot
  std::vector<unsigned> Visited;                 ///< by slot
  unsigned Visit = 0;
  std::vector<bool> Classified; ///< by slot
  std::vector<SlotId> PhiSlots; ///< by phi; None: not needed
  std::vector<PhiId> PhiQueue;
  DenseSet<PhiId> DataPhis;              ///< phis that may hold data
  DenseMap<const Expr *, bool> Carrying; ///< carriesData(), by expression
  std::vector<bool> PhiQueued;
};

} // namespace

SlotId Compiler::slot(const Expr *E) {
  auto [It, New] = SlotOf.try_emplace(E, P.Nodes.size());
  if (New) {
    P.Nodes.emplace_back().Source = E;
    ListedIn.emplace_back();
    Visited.push_back(0);
    Classified.push_back(false);
  }
  return It->second;
}

/// Operands that are worth a visit: none for what is unknowable anyway.
/// \p Floats: arithmetic of floats is not.
static ArrayRef<const Expr *> inputs(const Expr *E, bool Floats) {
  if (E->isLeaf())
    return {};
  if (E->op() == Op::Call || E->type().Float ||
      any_of(E->operands(),
             [](const Expr *Operand) { return Operand->type().Float; }))
    return Floats && isFloatOperation(*E) ? E->operands()
                                          : ArrayRef<const Expr *>();
  return E->operands();
}

/// Marks what depends on data under \p Root, operands first, without recursion.
void Compiler::classify(const Expr *Root) {
  SmallVector<const Expr *, 32> Stack{Root};
  while (!Stack.empty()) {
    const Expr *E = Stack.back();
    SlotId S = slot(E);
    if (Classified[S]) {
      Stack.pop_back();
      continue;
    }
    ArrayRef<const Expr *> Inputs =
        inputs(E, !Kernel.InexactSums && !Kernel.FastMath);
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
    classifyNode(P.Nodes[S], Inputs);
  }
}

/// Whether float phi \p E is a choice between paths: what a loop adds up and
/// multiplies, iteration by iteration, is not followed.
bool Compiler::isKnownFloat(const Expr &E) const {
  const BasicBlock &Block = Kernel.Blocks[Kernel.Phis[E.value()].Block];
  return !Kernel.InexactSums && !Kernel.FastMath &&
         (E.type().Bits == 32 || E.type().Bits == 64) &&
         (Block.Loop == None || Kernel.Loops[Block.Loop].Header != Block.Id);
}

/// Of a node whose operands are classified.
void Compiler::classifyNode(ProgramNode &N, ArrayRef<const Expr *> Inputs) {
  const Expr *E = N.Source;
  for (auto [I, Operand] : enumerate(Inputs))
    N.Operands[I] = slot(Operand);
  N.Data = E->type().Float || E->op() == Op::Load || E->op() == Op::Opaque ||
           (!E->isLeaf() && Inputs.empty()) ||
           any_of(Inputs, [&](const Expr *Operand) {
             return P.Nodes[slot(Operand)].Data;
           });
  N.Floats = E->type().Float || any_of(Inputs, [&](const Expr *Operand) {
               return P.Nodes[slot(Operand)].Floats;
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
    return;
  case Op::Phi:
    if (E->type().Float && !isKnownFloat(*E))
      Mark(E);
    else if (PhiId Phi = E->value(); !PhiQueued[Phi]) {
      PhiQueued[Phi] = true;
      PhiQueue.push_back(Phi);
    }
    return;
  case Op::Load:
  case Op::Opaque:
    Mark(E);
    return;
  case Op::And:
  case Op::Or:
    if (E->type() == ScalarType::truth())
      return; // false && x is known
    break;
  default:
    break;
  }
  if (Inputs.empty()) {
    Mark(E);
    // A comparison of loaded floats is better explained by the load.
    for (const Expr *Operand : E->operands())
      if (Operand->op() == Op::Load)
        N.Reason = Operand;
    return;
  }
  for (auto [I, Operand] : enumerate(Inputs)) {
    if (E->op() == Op::Select && I > 0)
      break; // the condition may choose the known arm
    if (P.Nodes[slot(Operand)].Unknowable)
      Mark(P.Nodes[slot(Operand)].Reason);
  }
  P.HasFloats |= E->type().Float && !N.Unknowable;
}

/// Whether data have a part in \p E, perhaps by way of a phi.
bool Compiler::carriesData(const Expr *Root) {
  SmallVector<const Expr *, 32> Stack{Root};
  while (!Stack.empty()) {
    const Expr *E = Stack.back();
    if (Carrying.contains(E)) {
      Stack.pop_back();
      continue;
    }
    const size_t Before = Stack.size();
    bool Carries = E->type().Float || E->op() == Op::Load ||
                   E->op() == Op::Opaque || E->op() == Op::Call ||
                   (E->op() == Op::Phi && DataPhis.contains(E->value()));
    for (const Expr *Operand : E->operands())
      if (auto Known = Carrying.find(Operand); Known != Carrying.end())
        Carries |= Known->second;
      else
        Stack.push_back(Operand);
    if (Stack.size() != Before)
      continue;
    Carrying[E] = Carries;
    Stack.pop_back();
  }
  return Carrying.lookup(Root);
}

/// Which phis may hold data: in chains of loops that are longer than rounds are
/// made here, perhaps not all of them.
void Compiler::findCarriedData() {
  constexpr unsigned MaxRounds = 8;
  bool Found = true;
  for (unsigned Round = 0; Round != MaxRounds && Found; ++Round) {
    Found = false;
    Carrying.clear();
    for (PhiId Id : PhiQueue)
      if (!DataPhis.contains(Id) &&
          any_of(Kernel.Phis[Id].Incoming,
                 [&](const Expr *E) { return carriesData(E); }))
        Found |= DataPhis.insert(Id).second;
  }
}

/// Whether \p E rests on data; nothing if it is not evaluated.
std::optional<bool> Compiler::restsOnData(const Expr *E) const {
  auto It = SlotOf.find(E);
  if (It == SlotOf.end() || !Classified[It->second])
    return std::nullopt;
  return P.Nodes[It->second].Data;
}

/// Finds the conditions that rest on data which lanes may have in common.
void Compiler::findCommonConditions() {
  for (const BasicBlock &B : Kernel.Blocks)
    if (B.Condition && P.Nodes[slot(B.Condition)].Data)
      if (auto Deciding = valuesThatDecide(
              Kernel, B.Condition, B.Loop,
              [&](const Expr *E) { return restsOnData(E); }, *P.Pool))
        Common[B.Id] = std::move(*Deciding);
}

/// Divides the addresses that rest on data. The parts are made of expressions
/// that are classified already, so that no further phi is followed for them.
void Compiler::splitAddresses() {
  auto RestsOnData = [&](const Expr *E) { return restsOnData(E); };
  auto MayRestOnData = [&](const Expr *E) -> std::optional<bool> {
    auto It = SlotOf.find(E);
    if (It == SlotOf.end() || !Classified[It->second])
      return std::nullopt;
    return carriesData(E);
  };
  for (const BasicBlock &B : Kernel.Blocks)
    for (const Effect &E : B.Effects) {
      // Rows of other lanes are taken whole or not at all.
      if (E.Access == None || !Kernel.Accesses[E.Access].Address ||
          Kernel.Accesses[E.Access].OwnAddress)
        continue;
      const MemoryAccess &A = Kernel.Accesses[E.Access];
      const bool Rests = P.Nodes[slot(A.Address)].Data;
      if (!Rests && !carriesData(A.Address))
        continue;
      auto Chosen = chosenAddresses(A.Address, RestsOnData, *P.Pool);
      for (const Expr *Arm : Chosen)
        classify(Arm);
      if (!Chosen.empty())
        Arms[E.Access] = std::move(Chosen);
      std::optional<AddressParts> Split;
      if (Rests)
        Split = splitAddress(Kernel, A, RestsOnData, *P.Pool);
      // What a loop carries may be data, too.
      if (!Split || carriesData(Split->Known))
        Split = splitAddress(Kernel, A, MayRestOnData, *P.Pool);
      if (!Split)
        continue;
      classify(Split->Known);
      for (const Expr *Factor : Split->Factors)
        classify(Factor);
      Parts[E.Access] = std::move(*Split);
    }
}

bool Compiler::available(SlotId Node, BlockId At, LoopId Within) const {
  // A few are enough: listing a node once more does no harm.
  return any_of(ArrayRef(ListedIn[Node]).take_back(32), [&](BlockId B) {
    return Dom.dominates(B, At) &&
           contains(Kernel, Kernel.Blocks[B].Loop, Within);
  });
}

/// Appends what \p Root needs and is not available at \p At to \p To.
SlotId Compiler::collect(const Expr *Root, BlockId At, LoopId Within,
                         ExpressionProgram::List &To) {
  SlotId RootSlot = slot(Root);
  SmallVector<std::pair<SlotId, unsigned>, 32> Stack;
  auto Enter = [&](SlotId S) {
    if (Visited[S] == Visit)
      return;
    Visited[S] = Visit;
    const ProgramNode &N = P.Nodes[S];
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
    if (Next < 3 && P.Nodes[S].Operands[Next] != None) {
      Enter(P.Nodes[S].Operands[Next++]);
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
void Compiler::noteUse(SlotId Leaf, LoopId Within) {
  const Expr *E = P.Nodes[Leaf].Source;
  LoopId L = None;
  if (E->op() == Op::Counter)
    L = E->value();
  else if (E->op() == Op::Phi)
    L = Kernel.Blocks[Kernel.Phis[E->value()].Block].Loop;
  for (; L != None && !contains(Kernel, L, Within); L = Kernel.Loops[L].Parent)
    if (!is_contained(P.Escaping[L], Leaf))
      P.Escaping[L].push_back(Leaf);
}

Compiler::Compiler(const KernelModel &Kernel, const Dominance &Dom)
    : Kernel(Kernel), Dom(Dom), PhiQueued(Kernel.Phis.size(), false) {
  size_t NumBlocks = Kernel.Blocks.size(), NumLoops = Kernel.Loops.size();
  P.Pool = std::make_unique<ExpressionPool>();
  P.BlockLists.resize(NumBlocks);
  P.EdgeLists.resize(NumBlocks);
  P.Phis.resize(NumBlocks);
  P.Conditions.assign(NumBlocks, None);
  P.Addresses.assign(Kernel.Accesses.size(), None);
  P.TripCounts.assign(NumLoops, None);
  P.TripLists.resize(NumLoops);
  P.Escaping.resize(NumLoops);
  P.Counters.assign(NumLoops, None);
  PhiSlots.assign(Kernel.Phis.size(), None);
}

/// Everything that is needed, through phis.
void Compiler::findNeeded() {
  for (const BasicBlock &B : Kernel.Blocks) {
    if (B.Condition)
      classify(B.Condition);
    for (const Effect &E : B.Effects)
      if (E.Access != None && Kernel.Accesses[E.Access].computedAddress())
        classify(Kernel.Accesses[E.Access].computedAddress());
  }
  for (const LoopInfo &L : Kernel.Loops)
    if (L.TripCount)
      classify(L.TripCount);
  for (size_t I = 0; I != PhiQueue.size(); ++I) {
    const PhiNode &Phi = Kernel.Phis[PhiQueue[I]];
    if (Phi.ClosedForm)
      classify(Phi.ClosedForm);
    else
      for (const Expr *Incoming : Phi.Incoming)
        classify(Incoming);
  }
}

void Compiler::sortLeaves() {
  // A closed form that uses were not rewritten to is a synonym.
  for (ProgramNode &N : P.Nodes)
    if (N.Source->op() == Op::Phi && !N.Unknowable)
      if (const Expr *Closed = Kernel.Phis[N.Source->value()].ClosedForm)
        N.Operands[0] = slot(Closed);
  for (auto [S, N] : enumerate(P.Nodes)) {
    if (N.Unknowable)
      continue;
    switch (N.Source->op()) {
    case Op::Coordinate:
      P.Coordinates.push_back(S);
      break;
    case Op::Constant:
    case Op::Symbol:
    case Op::Base:
      P.Constants.push_back(S);
      break;
    case Op::Counter:
      P.Counters[N.Source->value()] = S;
      break;
    case Op::Phi:
      PhiSlots[N.Source->value()] = S;
      break;
    default:
      break;
    }
  }
}

/// The block's phis and what they take from each edge. Values that come by an
/// edge are computed for the edge's lanes; those of a latch at the end of the
/// iteration.
void Compiler::listEdges(const BasicBlock &B) {
  bool IsHeader = B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id;
  SmallVector<PhiId, 4> Needed;
  for (PhiId Id : B.Phis)
    if (PhiSlots[Id] != None && !Kernel.Phis[Id].ClosedForm)
      Needed.push_back(Id);
  for (PhiId Id : Needed) {
    ExpressionProgram::NeededPhi &Phi = P.Phis[B.Id].emplace_back();
    Phi.Slot = PhiSlots[Id];
    for (const Expr *Incoming : Kernel.Phis[Id].Incoming)
      Phi.Incoming.push_back(slot(Incoming));
  }
  P.EdgeLists[B.Id].resize(B.Predecessors.size());
  for (auto [I, Pred] : enumerate(B.Predecessors)) {
    bool Back = IsHeader && contains(Kernel, B.Loop, Kernel.Blocks[Pred].Loop);
    LoopId Within = IsHeader && !Back ? Kernel.Loops[B.Loop].Parent : B.Loop;
    ++Visit;
    for (PhiId Id : Needed)
      if (I < Kernel.Phis[Id].Incoming.size())
        collect(Kernel.Phis[Id].Incoming[I], Back ? Pred : B.Id, Within,
                P.EdgeLists[B.Id][I]);
  }
}

void Compiler::listBlock(const BasicBlock &B) {
  ++Visit;
  ExpressionProgram::List &Main = P.BlockLists[B.Id];
  for (const Effect &E : B.Effects)
    if (E.Access != None && Kernel.Accesses[E.Access].computedAddress())
      P.Addresses[E.Access] = collect(
          Kernel.Accesses[E.Access].computedAddress(), B.Id, B.Loop, Main);
  if (B.Condition)
    P.Conditions[B.Id] = collect(B.Condition, B.Id, B.Loop, Main);
  if (auto Of = Common.find(B.Id); Of != Common.end()) {
    SmallVector<SlotId, 4> &Deciding = P.CommonConditions[B.Id];
    for (const Expr *X : Of->second)
      Deciding.push_back(collect(X, B.Id, B.Loop, Main));
  }
  for (SlotId S : Main)
    ListedIn[S].push_back(B.Id);
}

void Compiler::listOffsets(const BasicBlock &B) {
  for (const Effect &E : B.Effects) {
    if (E.Access == None)
      continue;
    if (auto Of = Arms.find(E.Access); Of != Arms.end()) {
      ExpressionProgram::ChosenAddress &Choice = P.Choices[E.Access];
      ++Visit;
      for (const Expr *Arm : Of->second)
        Choice.Arms.push_back(collect(Arm, B.Id, B.Loop, Choice.ArmsList));
    }
    auto It = Parts.find(E.Access);
    if (It == Parts.end())
      continue;
    ExpressionProgram::OffsetAddress &Offset = P.Offsets[E.Access];
    Offset.Common = It->second.Common;
    Offset.Spans = It->second.Spans;
    ++Visit;
    for (const Expr *X : It->second.Deciding)
      Offset.Deciding.push_back(collect(X, B.Id, B.Loop, Offset.DecidingList));
    for (const Expr *X : It->second.Factors)
      Offset.Factors.push_back(collect(X, B.Id, B.Loop, Offset.KnownList));
    Offset.Known = collect(It->second.Known, B.Id, B.Loop, Offset.KnownList);
  }
}

ExpressionProgram Compiler::run() {
  findNeeded();
  findCarriedData();
  findCommonConditions();
  splitAddresses();
  sortLeaves();
  for (const BasicBlock &B : Kernel.Blocks) {
    listEdges(B);
    listBlock(B);
    listOffsets(B);
  }
  for (const LoopInfo &L : Kernel.Loops) {
    if (!L.TripCount)
      continue;
    ++Visit;
    P.TripCounts[L.Id] =
        collect(L.TripCount, L.Header, L.Parent, P.TripLists[L.Id]);
  }
  return std::move(P);
}

ExpressionProgram kernelcast::compileExpressions(const KernelModel &Kernel,
                                                 const Dominance &Dom) {
  return Compiler(Kernel, Dom).run();
}
