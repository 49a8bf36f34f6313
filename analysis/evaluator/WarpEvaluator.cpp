//===- WarpEvaluator.cpp - Blocks, masks and values -----------------------===//

#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

LaneSet kernelcast::unite(const LaneSet &A, const LaneSet &B) {
  if (A.empty())
    return B;
  if (B.empty())
    return A;
  LaneSet R;
  R.Must = A.Must | B.Must;
  R.May = A.May | B.May;
  if (LaneMask Open = R.May & ~R.Must) {
    double Expected = A.Probability * popcount(A.May & Open) +
                      B.Probability * popcount(B.May & Open);
    R.Probability = std::min(1.0, Expected / popcount(Open));
  }
  return R;
}

WarpEvaluator::WarpEvaluator(const EvaluationPlan &Plan,
                             const LaunchConfiguration &Launch,
                             const GpuSpec &Gpu,
                             const EvaluationOptions &Options)
    : Recorder(Plan.Kernel), AssumedBranches(Plan.Kernel.Blocks.size()),
      AssumedLoops(Plan.Kernel.Loops.size()),
      OutlastedLoops(Plan.Kernel.Loops.size()), Kernel(Plan.Kernel),
      Launch(Launch), Gpu(Gpu), Options(Options), Program(Plan.Program),
      Regions(Plan.Regions), Outcomes(Plan.Outcomes),
      Width(std::clamp(Gpu.WarpSize, 1u, MaxLanes)), Arithmetic(Points, Width),
      Slots(Program.Nodes.size()), Out(Kernel.Blocks.size()),
      ItemLanes(Regions.size()), LastCosts(Kernel.Accesses.size()) {
  Frames.reserve(Kernel.Loops.size() + 1);
  for (auto [Lanes, Region] : zip(ItemLanes, Regions))
    Lanes.resize(Region.Items.size());
  for (auto [S, N] : enumerate(Program.Nodes)) {
    Slots[S].Valid = N.Unknowable ? ~LaneMask(0) : 0;
    if (N.Unknowable)
      Slots[S].Value.setUnknown(N.Reason);
    else
      Slots[S].Value.First.setConstant(0);
  }
  for (SlotId S : Program.Constants) {
    const Expr *E = Program.Nodes[S].Source;
    WarpValue &V = Slots[S].Value.First;
    Slots[S].Valid = ~LaneMask(0);
    switch (E->op()) {
    case Op::Constant:
      V.setConstant(E->value());
      break;
    case Op::Base: {
      // Arrays start at multiples of 256 bytes, far apart, so that lanes that
      // choose between arrays never meet; shared ones start where they lie.
      uint64_t Array = E->value();
      V.setConstant(Array < Kernel.Arrays.size() &&
                            Kernel.Arrays[Array].Space == MemorySpace::Shared
                        ? Kernel.Arrays[Array].SharedOffset
                        : static_cast<int64_t>((Array + 1) << 40));
      break;
    }
    default: {
      V.setUnknown(E);
      for (const ArgumentValue &Argument : Launch.Arguments)
        if (Argument.Name == E->name()) {
          int64_t Value = Argument.IsInteger
                              ? Argument.Integer
                              : static_cast<int64_t>(Argument.Value);
          V.setConstant(wrapToType(Value, E->type()));
        }
    }
    }
  }
}

bool WarpEvaluator::fail(SplitRequest::Kind Kind) {
  Arithmetic.split() = {Kind, 0, 0};
  return false;
}

bool WarpEvaluator::step(size_t Work) {
  // A huge block alone shall not use up the budget: it can only be run whole.
  Steps += 1 + std::min<size_t>(Work / 8, 200);
  return Steps <= StepLimit || fail(SplitRequest::Kind::Budget);
}

void WarpEvaluator::assign(SlotId S, const GroupedValue &V, LaneMask Lanes) {
  Slots[S].Value = V;
  Slots[S].Valid = Lanes;
  Slots[S].Tick = ++Tick;
}

bool WarpEvaluator::evaluate(const WarpBox &Warps) {
  Points.Size = NumLaunchVariables;
  std::copy(Warps.Variables.begin(), Warps.Variables.end(),
            Points.Variables.begin());
  Recorder.cutBack({});
  Frames.clear();
  AssumedDepth = 0;
  Scale = 1;
  Cause = None;
  for (SlotId S : Program.Coordinates) {
    auto Which = static_cast<Coordinate>(Program.Nodes[S].Source->value());
    auto D = static_cast<unsigned>(Which) % 3;
    WarpValue V;
    V.setConstant(0);
    if (Which <= Coordinate::ThreadZ) {
      V.Uniform = false;
      for (unsigned L = 0; L != Width; ++L)
        V.Lane[L] = Warps.Lane[D][L];
      for (unsigned F = 0; F != 3; ++F) {
        const BoxVariable &Variable = Warps.Variables[VariableWarpX + F];
        int64_t Factor = Warps.Factor[D][F];
        for (unsigned L = 0; Factor && L != Width; ++L)
          V.Lane[L] += Factor * Variable.Low;
        V.addTerm(VariableWarpX + F, Factor * Variable.Step, Points);
      }
      V.Uniform = all_of(ArrayRef(V.Lane, Width),
                         [&](int64_t X) { return X == V.Lane[0]; });
    } else if (Which <= Coordinate::BlockZ) {
      const BoxVariable &Variable = Warps.Variables[VariableBlockX + D];
      V.setConstant(Variable.Low);
      V.addTerm(VariableBlockX + D, Variable.Step, Points);
    } else if (Which <= Coordinate::BlockSizeZ) {
      V.setConstant(Launch.Block[D]);
    } else if (Which <= Coordinate::GridSizeZ) {
      V.setConstant(Launch.Grid[D]);
    } else if (Which == Coordinate::WarpSize) {
      V.setConstant(Width);
    }
    assign(S, V, ~LaneMask(0));
  }
  if (Kernel.Blocks.empty())
    return true;
  std::fill(Out.begin(), Out.end(), std::array<LaneSet, 2>());
  return Kernel.Irreducible ? runIrreducible(Warps.Present)
                            : runRegion(0, LaneSet::of(Warps.Present));
}

/// Control flow without loops that could be told: each block may run, once in
/// the estimate, any number of times in the bounds.
bool WarpEvaluator::runIrreducible(LaneMask Present) {
  WarpValue Anything;
  AssumedDepth = 1;
  for (const BasicBlock &B : Kernel.Blocks) {
    for (const ExpressionProgram::NeededPhi &Phi : Program.Phis[B.Id]) {
      Anything.setUnknown(Program.Nodes[Phi.Slot].Source);
      assign(Phi.Slot, Anything, ~LaneMask(0));
    }
    LaneSet Lanes = LaneSet::of(Present);
    if (B.Id != 0)
      Lanes.Must = 0;
    if (!runBlock(B, Lanes))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool WarpEvaluator::compute(const ProgramNode &Node, LaneMask Lanes,
                            GroupedValue &R) {
  const Expr *E = Node.Source;
  auto Operand = [&](unsigned I) -> const GroupedValue & {
    return Slots[Node.Operands[I]].of(Lanes);
  };
  switch (E->op()) {
  case Op::Phi: // a synonym of its closed form
    R = Operand(0);
    return true;
  case Op::Negate:
  case Op::Not:
  case Op::FloorLog2:
    return Arithmetic.unary(E->op(), E->type(), Operand(0), Lanes, R);
  case Op::Cast:
    return Arithmetic.cast(E->operand(0)->type(), E->type(), Operand(0), Lanes,
                           R);
  case Op::Select:
    // An arm is made for those lanes alone that choose it: a phi of a side that
    // the others did not take.
    return Arithmetic.select(Operand(0), Slots[Node.Operands[1]].Value,
                             Slots[Node.Operands[2]].Value, Lanes, R);
  default:
    return Arithmetic.binary(E->op(), E->operand(0)->type(), Operand(0),
                             Operand(1), Lanes, R);
  }
}

/// Brings the nodes of \p List up to date for \p Lanes. The operands are so by
/// then: they come before in the list or in that of a block that dominates.
bool WarpEvaluator::update(ArrayRef<SlotId> List, LaneMask Lanes) {
  for (SlotId S : List) {
    const ProgramNode &Node = Program.Nodes[S];
    Slot &Target = Slots[S];
    uint64_t Newest = 0;
    for (SlotId Operand : Node.Operands)
      if (Operand != None)
        Newest = std::max(Newest, Slots[Operand].Tick);
    bool Current = Target.Valid && Target.Tick >= Newest;
    if (Current && !(Lanes & ~Target.Valid))
      continue;
    LaneMask Needed = Current ? Target.Valid | Lanes : Lanes;
    Target.Valid = 0; // in case the box is given up
    if (!compute(Node, Needed, Target.Value))
      return false;
    Target.Valid = Needed;
    // More lanes make no new value: what was calculated from it still stands.
    if (!Current)
      Target.Tick = Tick;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LaneSet WarpEvaluator::edge(const BasicBlock &To, unsigned Predecessor) const {
  BlockId From = To.Predecessors[Predecessor];
  uint8_t Mask = Outcomes[To.Id][Predecessor];
  LaneSet R;
  for (unsigned I = 0; I != 2; ++I)
    if (Mask >> I & 1)
      R = unite(R, Out[From][I]);
  return R;
}

/// Lanes that come by the latches (\p Back) or from before.
LaneSet WarpEvaluator::incoming(const BasicBlock &B, bool Back) const {
  bool IsHeader = B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id;
  LaneSet R;
  for (unsigned I = 0; I != B.Predecessors.size(); ++I) {
    bool FromInside =
        IsHeader &&
        Program.contains(B.Loop, Kernel.Blocks[B.Predecessors[I]].Loop);
    if (FromInside == Back)
      R = unite(R, edge(B, I));
  }
  return R;
}

bool WarpEvaluator::runRegion(unsigned Region, const LaneSet &Entry) {
  ArrayRef<FlowItem> Items = Regions[Region].Items;
  std::vector<LaneSet> &Lanes = ItemLanes[Region];
  for (unsigned I = 0; I != Items.size(); ++I) {
    const FlowItem &Item = Items[I];
    const BasicBlock &First =
        Kernel.Blocks[Item.IsLoop ? Kernel.Loops[Item.Id].Header : Item.Id];
    if (I == 0)
      Lanes[I] = Entry;
    else if (Item.Reunites != None)
      Lanes[I] = Lanes[Item.Reunites];
    else
      Lanes[I] = incoming(First, false);
    if (Item.IsLoop ? !runLoop(Kernel.Loops[Item.Id], Lanes[I])
                    : !runBlock(First, Lanes[I]))
      return false;
  }
  return true;
}

/// The values that \p B's phis get over its latch edges or its other edges.
bool WarpEvaluator::mergeIncoming(const BasicBlock &B, bool Back,
                                  std::vector<GroupedValue> &Values) {
  ArrayRef<ExpressionProgram::NeededPhi> Phis = Program.Phis[B.Id];
  Values.resize(Phis.size());
  if (Phis.empty())
    return true;
  bool IsHeader = B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id;
  LaneMask Filled = 0;
  for (GroupedValue &V : Values)
    V.setUnknown(nullptr);
  for (unsigned I = 0; I != B.Predecessors.size(); ++I) {
    bool FromInside =
        IsHeader &&
        Program.contains(B.Loop, Kernel.Blocks[B.Predecessors[I]].Loop);
    if (FromInside != Back)
      continue;
    LaneMask Lanes = edge(B, I).May;
    if (!Lanes)
      continue;
    if (!update(Program.EdgeLists[B.Id][I], Lanes))
      return false;
    for (auto [V, Phi] : zip(Values, Phis)) {
      if (I >= Phi.Incoming.size())
        continue;
      const GroupedValue &Incoming = Slots[Phi.Incoming[I]].of(Lanes);
      // A lane that may come by two edges has two values.
      if (LaneMask Both = Filled & Lanes) {
        const Expr *Why = Program.Nodes[Phi.Slot].Source;
        GroupedValue Unsure = Incoming;
        if (Incoming.varies() || V.varies()) {
          Unsure.setUnknown(Why);
        } else { // hence one group each
          LaneMask Differ = 0;
          for (LaneMask Left = Both; Left; Left &= Left - 1) {
            unsigned L = countr_zero(Left);
            if ((V.First.Unknown >> L & 1) ||
                V.First.lane(L) != Incoming.First.lane(L))
              Differ |= LaneMask(1) << L;
          }
          Unsure.forget(Differ, Why);
        }
        if (!Arithmetic.merge(V, Filled, Unsure, Lanes))
          return false;
      } else if (!Arithmetic.merge(V, Filled, Incoming, Lanes)) {
        return false;
      }
    }
    Filled |= Lanes;
  }
  return true;
}

bool WarpEvaluator::joinPhis(const BasicBlock &B) {
  if (Program.Phis[B.Id].empty())
    return true;
  std::vector<GroupedValue> Values;
  if (!mergeIncoming(B, false, Values))
    return false;
  LaneMask Lanes = incoming(B, false).May;
  for (auto [V, Phi] : zip(Values, Program.Phis[B.Id]))
    assign(Phi.Slot, V, Lanes);
  return true;
}

bool WarpEvaluator::runBlock(const BasicBlock &B, const LaneSet &Lanes) {
  Out[B.Id] = {};
  if (Lanes.empty())
    return true;
  if (!step(Program.BlockLists[B.Id].size() + 8 * B.Effects.size()))
    return false;
  double Volume = Points.volume() * Scale;
  Recorder.Blocks.push_back(
      {B.Id, Lanes.any() * Volume, Lanes.lanes() * Volume, AssumedDepth != 0});
  bool IsHeader = B.Loop != None && Kernel.Loops[B.Loop].Header == B.Id;
  if (!IsHeader && !Kernel.Irreducible && !joinPhis(B))
    return false;
  if (!update(Program.BlockLists[B.Id], Lanes.May))
    return false;
  for (const Effect &E : B.Effects)
    if (E.Access != None && !recordAccess(E.Access, Lanes))
      return false;
  branch(B, Lanes);
  return true;
}
