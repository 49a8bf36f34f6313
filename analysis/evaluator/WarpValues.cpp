//===- WarpValues.cpp - The values of one box -----------------------------===//

#include "analysis/evaluator/WarpValues.h"
#include "analysis/evaluator/LaneFloats.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

WarpValues::WarpValues(const EvaluationPlan &Plan,
                       const LaunchConfiguration &Launch, unsigned Width)
    : Program(Plan.program()), Kernel(Plan.kernel()), Launch(Launch),
      Width(Width), Arithmetic(Points, Width), Slots(Program.Nodes.size()) {
  for (auto [S, N] : zip(Slots, Program.Nodes)) {
    S.Valid = N.Unknowable ? ~LaneMask(0) : 0;
    if (N.Unknowable)
      S.Value.setUnknown(N.Reason);
    else
      S.Value.First.setConstant(0);
  }
  for (SlotId S : Program.Constants)
    setConstant(S, Launch);
}

/// Gives a leaf that the launch fixes its value.
void WarpValues::setConstant(SlotId S, const LaunchConfiguration &Launch) {
  const Expr *E = Program.Nodes[S].Source;
  WarpValue &V = Slots[S].Value.First;
  Slots[S].Valid = ~LaneMask(0);
  const auto SetFloat = [&](double Exact) {
    if (const std::optional<LaneFloat> Held = laneFloat(Exact))
      V.setConstant(Held->packed());
    else
      V.setUnknown(E);
  };
  if (E->op() == Op::Constant) {
    if (E->type().Float)
      SetFloat(E->floatValue());
    else
      V.setConstant(E->value());
    return;
  }
  if (E->op() == Op::Base) {
    // Arrays start at multiples of 256 bytes, far apart, so that lanes that
    // choose between arrays never meet; shared ones start where they lie in a
    // window that does not begin at null, and of which 32 bits see the offset.
    constexpr int64_t SharedMemoryBegin = int64_t(1) << 32;
    uint64_t Array = E->value();
    if (Array < Kernel.Arrays.size() &&
        is_contained(Launch.NullPointers, Kernel.Arrays[Array].Parameter)) {
      V.setConstant(0);
      return;
    }
    V.setConstant(Array < Kernel.Arrays.size() &&
                          Kernel.Arrays[Array].Space == MemorySpace::Shared
                      ? SharedMemoryBegin + Kernel.Arrays[Array].SharedOffset
                      : static_cast<int64_t>((Array + 1) << ArrayShift));
    return;
  }
  V.setUnknown(E);
  for (const ArgumentValue &Argument : Launch.Arguments)
    if (Argument.Name == E->name()) {
      if (E->type().Float) {
        // A parameter holds what is passed for it in its own precision.
        const bool Single = E->type().Bits == 32;
        if (Argument.IsInteger)
          SetFloat(Single ? static_cast<float>(Argument.Integer)
                          : static_cast<double>(Argument.Integer));
        else
          SetFloat(Single ? static_cast<float>(Argument.Value)
                          : Argument.Value);
        continue;
      }
      int64_t Value = Argument.IsInteger ? Argument.Integer
                                         : static_cast<int64_t>(Argument.Value);
      V.setConstant(wrapToType(Value, E->type()));
    }
}

WarpValue WarpValues::coordinate(Coordinate Which, const WarpBox &Warps) const {
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
  return V;
}

void WarpValues::enter(const WarpBox &Warps) {
  Points.Size = NumLaunchVariables;
  copy(Warps.Variables, Points.Variables.begin());
  Divisions.clear();
  Borrowed.clear();
  Owner = Outermost = ++LastOwner;
  for (SlotId S : Program.Coordinates) {
    auto Which = static_cast<Coordinate>(Program.Nodes[S].Source->value());
    assign(S, coordinate(Which, Warps), ~LaneMask(0));
  }
}

void WarpValues::assign(SlotId S, const GroupedValue &V, LaneMask Lanes) {
  Slots[S].Value = V;
  Slots[S].Valid = Lanes;
  Slots[S].Tick = ++Tick;
  Slots[S].Owner = Owner;
}

void WarpValues::assignCounter(LoopId Loop, int64_t First, int64_t Step,
                               unsigned Variable, LaneMask Lanes) {
  SlotId Counter = Program.Counters[Loop];
  if (Counter == None)
    return;
  WarpValue K;
  K.setConstant(First);
  if (Variable != None)
    K.addTerm(Variable, Step, Points);
  assign(Counter, K, Lanes);
}

GroupedValue WarpValues::sureValue(SlotId S, LaneMask Unsure) const {
  GroupedValue V = Slots[S].Value;
  V.forget(Unsure | ~Slots[S].Valid, Program.Nodes[S].Source);
  return V;
}

/// Whether one side of \p E may decide it alone: a select between truth values
/// of which one is a constant has become such.
static bool mayBeDecided(const Expr &E) {
  return (E.op() == Op::And || E.op() == Op::Or) &&
         E.type() == ScalarType::truth();
}

/// Computes \p Node for those of \p Lanes that have what it is made of, which
/// are what \p Lanes is then. False: the box has to be split.
bool WarpValues::compute(const ProgramNode &Node, LaneMask &Lanes,
                         GroupedValue &R) {
  const Expr *E = Node.Source;
  auto Operand = [&](unsigned I) -> const GroupedValue & {
    return of(Node.Operands[I], Lanes);
  };
  if (E->op() != Op::Select && E->op() != Op::Phi &&
      (E->type().Float || E->operand(0)->type().Float)) {
    SmallVector<const GroupedValue *, 3> Operands;
    for (unsigned I = 0; I != E->operands().size(); ++I)
      Operands.push_back(&Operand(I));
    return Arithmetic.floats(*E, Operands, Lanes, SplitsForFloats, R);
  }
  if (mayBeDecided(*E) && (Lanes & ~(Slots[Node.Operands[0]].Valid &
                                     Slots[Node.Operands[1]].Valid)))
    return decide(Node, Lanes, R);
  switch (E->op()) {
  case Op::Phi: // a synonym of its closed form
    R = Operand(0);
    return true;
  case Op::Negate:
  case Op::Not:
  case Op::FloorLog2:
    return Arithmetic.unary(E->op(), E->type(), Operand(0), Lanes, R);
  case Op::Cast:
    return Arithmetic.cast(E->type(), Operand(0), Lanes, R);
  case Op::Select:
    // An arm is made for those lanes alone that choose it: a phi of a side that
    // the others did not take.
    if (!keepChoosers(Node, Lanes))
      return false;
    return Arithmetic.select(Operand(0), Slots[Node.Operands[1]].Value,
                             Slots[Node.Operands[2]].Value, Lanes, R);
  default:
    return Arithmetic.binary(E->op(), E->operand(0)->type(), Operand(0),
                             Operand(1), Lanes, R);
  }
}

/// Leaves of \p Lanes those in which the arm that they choose has been made. Of
/// the lanes that had the select before and do not ask for it now, the arms may
/// still be those of another part of the box.
bool WarpValues::keepChoosers(const ProgramNode &Node, LaneMask &Lanes) {
  const Slot &A = Slots[Node.Operands[1]], &B = Slots[Node.Operands[2]];
  if (!(Lanes & ~(A.Valid & B.Valid)))
    return true;
  WarpValue Storage;
  const WarpValue *Truth =
      Arithmetic.alike(of(Node.Operands[0], Lanes), Lanes, Storage);
  if (!Truth)
    return false;
  const LaneMask True = trueLanes(*Truth, Width);
  Lanes &= Truth->Unknown | (True & A.Valid) | (~True & B.Valid);
  return true;
}

/// Computes \p Node, a truth value, where one side of it has not been made in
/// all \p Lanes: leaves of these those that have both or are decided by one.
bool WarpValues::decide(const ProgramNode &Node, LaneMask &Lanes,
                        GroupedValue &R) {
  std::array<GroupedValue, 2> Sides;
  LaneMask Both = ~LaneMask(0);
  for (unsigned I : {0, 1}) {
    const Slot &Operand = Slots[Node.Operands[I]];
    const Expr *Missing = Node.Source->operand(I);
    Both &= Operand.Valid;
    if (!Operand.Valid) {
      Sides[I].setUnknown(Missing);
      continue;
    }
    Sides[I] = Operand.Value;
    Sides[I].forget(~Operand.Valid, Missing);
  }
  if (!Arithmetic.binary(Node.Source->op(), ScalarType::truth(), Sides[0],
                         Sides[1], Lanes, R))
    return false;
  assert(R.isOneGroup() && "truth values never vary");
  Lanes &= Both | ~R.First.Unknown;
  return true;
}

/// The lanes that have what \p Node is computed from. An expression may be part
/// of an arm of a select that the others do not choose: they have not been
/// where its phis and counters are made.
LaneMask WarpValues::computable(const ProgramNode &Node) const {
  if (mayBeDecided(*Node.Source))
    return Slots[Node.Operands[0]].Valid | Slots[Node.Operands[1]].Valid;
  LaneMask Lanes = ~LaneMask(0);
  bool Condition = Node.Source->op() == Op::Select;
  for (SlotId Operand : Node.Operands) {
    if (Operand != None)
      Lanes &= Slots[Operand].Valid;
    if (Condition)
      break;
  }
  return Lanes;
}

bool WarpValues::update(ArrayRef<SlotId> List, LaneMask Lanes) {
  for (SlotId S : List) {
    const ProgramNode &Node = Program.Nodes[S];
    Slot &Target = Slots[S];
    uint64_t Newest = 0;
    for (SlotId Operand : Node.Operands)
      if (Operand != None)
        Newest = std::max(Newest, Slots[Operand].Tick);
    const LaneMask Before =
        Target.Tick >= Newest && !isForgotten(Target) ? Target.Valid : 0;
    if (Before && !(Lanes & ~Before) && isAlive(Target))
      continue;
    for (SlotId Operand : Node.Operands)
      if (Operand != None && !refresh(Operand))
        return false;
    LaneMask Needed = (Before | Lanes) & computable(Node);
    Target.Valid = Before; // in case the box is split: for each part anew
    Target.Owner = ++LastOwner;
    if (!Needed) {
      Target.Valid = 0;
      continue;
    }
    if (!compute(Node, Needed, Target.Value))
      return false;
    Target.Valid = Needed;
    Target.Owner = ownerOfResult(Node);
    // More lanes make no new value: what was calculated from it still stands.
    if (!Before)
      Target.Tick = Tick;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Parts of the box
//===----------------------------------------------------------------------===//

void WarpValues::openDivision() {
  Divisions.push_back({Owner, Points, 0, Borrowed.size()});
}

void WarpValues::moveTo(const Box &Part, uint64_t Number) {
  Points = Part;
  Owner = Number;
  for (Division &D : Divisions) {
    D.Divided = 0;
    for (unsigned V = 0; V != D.Whole.Size; ++V)
      if (!(Points.Variables[V] == D.Whole.Variables[V]))
        D.Divided |= 1u << V;
  }
}

void WarpValues::enterPart(const Box &Part) { moveTo(Part, ++LastOwner); }

void WarpValues::leavePart() {
  const Division &D = Divisions.back();
  for (; Borrowed.size() > D.Borrowed; Borrowed.pop_back())
    Slots[Borrowed.back().first] = std::move(Borrowed.back().second);
  moveTo(D.Whole, D.Owner);
}

/// What is computed from values of any box alone is one itself.
uint64_t WarpValues::ownerOfResult(const ProgramNode &Node) const {
  return any_of(Node.Operands,
                [&](SlotId S) { return S != None && Slots[S].Owner; })
             ? Owner
             : 0;
}

/// The division of the box that the value of \p S belongs to, if that box is
/// being divided.
const WarpValues::Division *WarpValues::ownerOf(const Slot &S) const {
  for (const Division &D : Divisions)
    if (D.Owner == S.Owner)
      return &D;
  return nullptr;
}

/// refresh() for a value of another box.
bool WarpValues::restore(SlotId S) {
  if (const Division *From = ownerOf(Slots[S]))
    return borrow(S, *From);
  if (isForgotten(Slots[S])) { // the lanes have not been there in this box
    Slots[S].Valid = 0;
    return true;
  }
  return computeAgain(S);
}

/// Takes a value over from the box \p From until the part ends.
bool WarpValues::borrow(SlotId S, const Division &From) {
  Slot &Taken = Slots[S];
  if (!(Taken.Value.varying() & From.Divided))
    return true;
  Borrowed.push_back({S, Taken});
  Taken.Owner = Owner;
  return Taken.Value.rebase(From.Whole, Points) ||
         request({SplitRequest::Kind::Lost, None, 0});
}

/// Computes a value again that only parts had; operands first, without
/// recursion.
bool WarpValues::computeAgain(SlotId Root) {
  SmallVector<SlotId, 8> Stack{Root};
  while (!Stack.empty()) {
    const SlotId S = Stack.back();
    Slot &Target = Slots[S];
    if (!isLeftover(Target)) { // by now: two nodes had it as an operand
      Stack.pop_back();
      continue;
    }
    const ProgramNode &Node = Program.Nodes[S];
    if (Node.Operands[0] == None)
      return request({SplitRequest::Kind::Lost, None, 0});
    const size_t Depth = Stack.size();
    for (SlotId Operand : Node.Operands)
      if (Operand != None && isLeftover(Slots[Operand]))
        Stack.push_back(Operand);
    if (Stack.size() != Depth)
      continue;
    for (SlotId Operand : Node.Operands)
      if (Operand != None && !refresh(Operand))
        return false;
    Stack.pop_back();
    LaneMask Lanes = Target.Valid & computable(Node);
    if (Lanes && !compute(Node, Lanes, Target.Value))
      return false;
    Target.Valid = Lanes;
    Target.Owner = ownerOfResult(Node);
  }
  return true;
}
