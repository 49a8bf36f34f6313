//===- AccessEvaluator.cpp - One access over a box ------------------------===//

#include "analysis/evaluator/AccessEvaluator.h"
#include "analysis/access/Coalescing.h"
#include "analysis/access/L1Passes.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

AccessEvaluator::AccessEvaluator(const EvaluationPlan &Plan, const GpuSpec &Gpu,
                                 WarpValues &Values, EvaluationState &State,
                                 FactJournal &Journal)
    : Plan(Plan), Kernel(Plan.kernel()), Gpu(Gpu), Values(Values), State(State),
      Journal(Journal), Costs(Kernel, Gpu, Values.width(), State.Steps) {}

bool AccessEvaluator::servesHalfWarpsApart(const MemoryAccess &A) const {
  return A.Space == MemorySpace::Shared ? Gpu.Banks == BankRule::HalfWarp16
                                        : movesTransactions(Gpu);
}

/// The sectors that \p Lanes of \p Bytes each fill in one execution.
static Estimate fewestSectors(const LaneSet &Lanes, unsigned Bytes) {
  auto filledBy = [&](double Count) {
    return idealTraffic(CoalescingRule::Sectors, Count, Bytes).Sectors;
  };
  const Estimate Any = Lanes.any(), Active = Lanes.lanes();
  if (!(Any.High > 0))
    return {};
  return {Any.Value > 0 ? Any.Value * filledBy(Active.Value / Any.Value) : 0,
          Any.Low > 0 ? filledBy(Active.Low) : 0, filledBy(Active.High)};
}

/// The addresses of the lanes \p Active where 32 lanes share the rows of the
/// first \p Rows of them, which \p Own has: each its part of 16 bytes.
static WarpValue ofOtherLanes(const WarpValue &Own, unsigned Rows,
                              LaneMask Active, unsigned Width,
                              const Expr *Unknown) {
  WarpValue R = Own;
  R.spread();
  R.Unknown = 0;
  for (unsigned L = 0; L != Width; ++L) {
    const unsigned InPart = L % 32, From = L - InPart + InPart % Rows;
    const LaneMask Bit = LaneMask(1) << From;
    R.Lane[L] = Own.lane(From) + int64_t(InPart / Rows * Rows / 2);
    if (Own.Unknown & Bit || !(Active & Bit))
      R.Unknown |= LaneMask(1) << L;
  }
  if (!R.Reason)
    R.Reason = Unknown;
  return R;
}

bool AccessEvaluator::evaluate(AccessId Id, const LaneSet &Lanes) {
  const ExpressionProgram &Program = Plan.program();
  const MemoryAccess &A = Kernel.Accesses[Id];
  AccessEvent E;
  E.Access = Id;
  E.Counts[AccessEvent::Warps] = Lanes.any() * executions();
  E.Counts[AccessEvent::Lanes] = Lanes.lanes() * executions();
  E.Counts[AccessEvent::FewestSectors] =
      fewestSectors(Lanes, A.instructionBytes()) * executions();
  E.Unbounded = State.AssumedDepth != 0;
  if (Lanes.Must != Lanes.May || E.Unbounded)
    E.Cause = State.Cause;

  SlotId S = Program.Addresses[Id];
  WarpValue Storage;
  const WarpValue *Address = &Storage;
  if (S == None)
    Storage.setUnknown(A.Address);
  else if (Program.Nodes[S].Unknowable)
    Storage.setUnknown(Program.Nodes[S].Reason);
  else
    Address = Values.alike(S, Lanes.May, Storage);
  if (!Address)
    return false;
  WarpValue Rows;
  if (A.OwnAddress) {
    Rows = ofOtherLanes(*Address, A.RowLanes, Lanes.May, Values.width(),
                        A.Address);
    Address = &Rows;
  }
  LaneMask Guessed = Lanes.May & Address->Unknown;
  CommonOffsets Offsets;
  WarpValue KnownPart;
  if (Guessed) {
    E.Reason = Address->Reason ? Address->Reason : A.Address;
    E.Start = AddressStart::Scattered;
    auto Parts = Program.Offsets.find(Id);
    if (Parts != Program.Offsets.end() && Parts->second.Common &&
        !commonOffsets(Values, Parts->second, Lanes.May,
                       servesHalfWarpsApart(A), KnownPart, Offsets))
      return false;
    if (!Offsets.Groups.empty()) {
      Address = &KnownPart;
      Guessed = 0;
      E.Start = Offsets.Groups.size() == 1 ? AddressStart::Common
                                           : AddressStart::InGroups;
    }
  }
  LaneMask Known = Lanes.May & ~Guessed;
  if (Offsets.Groups.empty() && Known)
    Offsets.Groups.push_back(Known);
  if (Known)
    addKnown(E, *Address, Lanes, Offsets);
  if (Guessed)
    addGuessed(E, Lanes, Guessed, Known);
  else if (!E.Reason && Offsets.Groups.size() == 1 &&
           A.Space == MemorySpace::Global)
    recordPattern(Id, E.Counts[AccessEvent::Sectors].Value / executions(),
                  *Address, Known);
  if (Guessed == Lanes.May)
    if (auto Parts = Program.Offsets.find(Id);
        Parts != Program.Offsets.end() && !addRows(E, Lanes, Parts->second))
      return false;
  if (Guessed == Lanes.May)
    if (auto Choice = Program.Choices.find(Id);
        Choice != Program.Choices.end() && !addChosen(E, Lanes, Choice->second))
      return false;
  Journal.add(E);
  return true;
}

/// Notes how far the addresses of neighbouring lanes lie apart, if that is the
/// same for all of them and lanes between which others are idle lie as far
/// apart as that makes. Lanes without any neighbour have no such distance.
static void noteStride(AccessEvent &E, const WarpValue &Address,
                       LaneMask Known) {
  LaneMask Neighbours = Known & (Known >> 1);
  if (Neighbours) {
    const unsigned L = countr_zero(Neighbours);
    const int64_t Stride = Address.lane(L + 1) - Address.lane(L);
    bool Same = true;
    unsigned Before = countr_zero(Known);
    for (LaneMask Left = Known & (Known - 1); Left && Same; Left &= Left - 1) {
      const unsigned Lane = countr_zero(Left);
      int64_t Expected = 0;
      Same =
          !__builtin_mul_overflow(Stride, int64_t(Lane - Before), &Expected) &&
          Address.lane(Lane) - Address.lane(Before) == Expected;
      Before = Lane;
    }
    E.HasStride = true;
    if (Same)
      E.LaneStride = Stride;
    else
      E.LaneStride.reset();
  }
  if (E.Start == AddressStart::Scattered)
    E.LaneStride.reset();
}

/// The costs of lanes with known addresses, up to an offset for each group.
void AccessEvaluator::addKnown(AccessEvent &E, const WarpValue &Address,
                               const LaneSet &Lanes,
                               const CommonOffsets &Offsets) {
  if (Offsets.Groups.size() == 1)
    noteStride(E, Address, Offsets.Groups.front());
  else
    E.HasStride = true;
  AccessCost Cost = Costs.overBox(E.Access, Address, Lanes, Offsets,
                                  Values.points(), State.Scale);
  for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I)
    E.Counts[I] = Cost.Counts[I];
  E.MaxDegree = Cost.Degree;
}

/// Where the lanes \p Lanes go over the whole box.
void AccessEvaluator::recordPattern(AccessId Id, double Sectors,
                                    const WarpValue &Address, LaneMask Lanes) {
  const Box &Points = Values.points();
  std::array<int64_t, MaxLanes> Addresses;
  for (LaneMask Left = Lanes; Left; Left &= Left - 1)
    Addresses[countr_zero(Left)] = Address.lane(countr_zero(Left));
  FootprintPattern &P = Journal.addPattern(Id);
  P = lanePattern(ArrayRef(Addresses.data(), Values.width()), Lanes,
                  Kernel.Accesses[Id].Bytes);
  P.Sectors = Sectors;
  P.Copies = State.Scale;
  auto Add = [&](unsigned V, FootprintDimension::Kind What, unsigned Depth) {
    const BoxVariable &Of = Points.Variables[V];
    const auto Count = static_cast<double>(Of.Count);
    FootprintDimension D{What,  Depth,  Address.coefficient(V),
                         Count, Of.Low, Of.Count > 1 ? Of.Step : 0};
    double Reach = static_cast<double>(D.Stride) * (D.Count - 1);
    (Reach < 0 ? P.Low : P.High) += Reach;
    P.Dimensions.push_back(D);
  };
  Add(VariableBlockX, FootprintDimension::BlockX, 0);
  Add(VariableBlockY, FootprintDimension::BlockY, 0);
  Add(VariableBlockZ, FootprintDimension::BlockZ, 0);
  for (unsigned V : {VariableWarpX, VariableWarpY, VariableWarpZ})
    Add(V, FootprintDimension::Warp, 0);
  // A nest that is deeper than boxes can be is not worth a list of all loops.
  P.Alone = State.Loops.size() > MaxBoxVariables - NumLaunchVariables;
  for (const LoopFrame &Frame : State.Loops) {
    const unsigned Depth = Kernel.Loops[Frame.Loop].Depth;
    if (Frame.Variable != None)
      Add(Frame.Variable, FootprintDimension::Loop, Depth);
    else if (!P.Alone)
      P.Dimensions.push_back(
          {FootprintDimension::Loop, Depth, 0, 1, Frame.Iteration, 0});
  }
}

/// The bank cycles of lanes in shared memory that data send to rows which begin
/// in the same bank: lanes in different banks never meet, and those in one bank
/// are taken to be in rows of their own. False: the box has to be split.
bool AccessEvaluator::addRows(AccessEvent &E, const LaneSet &Lanes,
                              const ExpressionProgram::OffsetAddress &Parts) {
  constexpr unsigned WordBytes = 4, NumBanks = 32;
  constexpr uint64_t RowBytes = uint64_t(WordBytes) * NumBanks;
  const MemoryAccess &A = Kernel.Accesses[E.Access];
  // Wider warps take several cycles whatever their banks.
  if (A.Space != MemorySpace::Shared || Gpu.Banks != BankRule::Warp32 ||
      Gpu.NumBanks != NumBanks || Values.width() > NumBanks ||
      A.Bytes > WordBytes)
    return true;
  if (!Values.update(Parts.KnownList, Lanes.May))
    return false;
  WarpValue Storage;
  uint64_t Span = 0;
  for (auto [Term, S] : enumerate(Parts.Factors)) {
    Span += Parts.Spans[Term];
    if (Parts.Spans[Term] != 0)
      continue;
    const WarpValue *Factor = Values.alike(S, Lanes.May, Storage);
    if (!Factor)
      return false;
    if (Lanes.May & Factor->Unknown)
      return true;
    uint64_t Bits = 0;
    for (LaneMask Left = Lanes.May; Left; Left &= Left - 1)
      Bits |= Factor->lane(countr_zero(Left));
    for (unsigned Left = Factor->Varying; Left; Left &= Left - 1)
      Bits |= Factor->Coefficient[countr_zero(Left)];
    if (Bits % RowBytes != 0)
      return true;
  }
  const WarpValue *Known = Values.alike(Parts.Known, Lanes.May, Storage);
  if (!Known)
    return false;
  if (Lanes.May & Known->Unknown)
    return true;
  // What moves all lanes alike by whole words keeps them apart.
  for (unsigned Left = Known->Varying; Left; Left &= Left - 1)
    if (Known->Coefficient[countr_zero(Left)] % WordBytes != 0)
      return true;
  std::array<unsigned, NumBanks> InBank{};
  unsigned Most = 0;
  for (LaneMask Left = Lanes.May; Left; Left &= Left - 1) {
    const uint64_t At = Known->lane(countr_zero(Left));
    if (At % WordBytes + Span + A.Bytes > WordBytes)
      return true;
    Most = std::max(Most, ++InBank[At % RowBytes / WordBytes]);
  }
  Estimate &Cycles = E.Counts[AccessEvent::Banks];
  const Estimate All = E.Counts[AccessEvent::Warps] * Most;
  Cycles.High = std::max(Cycles.Low, std::min(Cycles.High, All.High));
  Cycles.Value = std::max(Cycles.Low, std::min(All.Value, All.High));
  E.MaxDegree = std::min(E.MaxDegree, Most);
  E.Start = AddressStart::Rows;
  return true;
}

/// What lanes whose addresses \p Choice has cost at most, and as an estimate if
/// each takes any arm by itself. False: the box has to be split.
bool AccessEvaluator::addChosen(
    AccessEvent &E, const LaneSet &Lanes,
    const ExpressionProgram::ChosenAddress &Choice) {
  // A lane that goes elsewhere breaks up what its half-warp does together.
  if (movesTransactions(Gpu))
    return true;
  if (!Values.update(Choice.ArmsList, Lanes.May))
    return false;
  SmallVector<WarpValue, 4> Arms;
  for (SlotId S : Choice.Arms) {
    WarpValue Storage;
    const WarpValue *Arm = Values.alike(S, Lanes.May, Storage);
    if (!Arm)
      return false;
    if (Lanes.May & Arm->Unknown)
      return true;
    Arms.push_back(*Arm);
  }
  CommonOffsets All;
  All.Groups.push_back(Lanes.May);
  const double Chance = (Lanes.Must == Lanes.May ? 1 : Lanes.Probability) /
                        static_cast<double>(Arms.size());
  const LaneSet Some{0, Lanes.May, Chance};
  Estimate Sum[AccessEvent::NumCounts];
  unsigned Degree = 0;
  for (const WarpValue &Arm : Arms) {
    const AccessCost Cost =
        Costs.overBox(E.Access, Arm, Some, All, Values.points(), State.Scale);
    for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I)
      Sum[I] += Cost.Counts[I];
    Degree += Cost.Degree;
    if (Kernel.Accesses[E.Access].Space == MemorySpace::Global)
      recordPattern(E.Access,
                    Cost.Counts[AccessEvent::Sectors].Value / executions(), Arm,
                    Lanes.May);
  }
  for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I) {
    Estimate &Count = E.Counts[I];
    Count.High = std::max(Count.Low, std::min(Count.High, Sum[I].High));
    Count.Value = std::max(Count.Low, std::min(Count.Value, Sum[I].Value));
  }
  E.MaxDegree = std::min(E.MaxDegree, Degree);
  E.Start = AddressStart::Chosen;
  return true;
}

/// The costs of the lanes \p Guessed, whose addresses may be any; the other
/// lanes are \p Known.
void AccessEvaluator::addGuessed(AccessEvent &E, const LaneSet &Lanes,
                                 LaneMask Guessed, LaneMask Known) {
  const MemoryAccess &A = Kernel.Accesses[E.Access];
  const AccessCost &OneLane = Costs.ofOneLane(E.Access);
  // What the others do is not what all lanes do.
  E.HasStride = true;
  E.LaneStride.reset();
  double Possible = popcount(Guessed);
  // Lanes that go together are either all here or none.
  const double Chance =
      Lanes.Must != Lanes.May && Lanes.isAllOrNone() ? Lanes.Probability : 1;
  double Expected =
      Lanes.isAllOrNone()
          ? Possible
          : popcount(Guessed & Lanes.Must) +
                Lanes.Probability * popcount(Guessed & ~Lanes.Must);
  // Without any other lane there is at least one unit.
  bool Least = !(Known & Lanes.Must) && (Guessed & Lanes.Must);
  for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I) {
    const Estimate &Alone = OneLane.Counts[I];
    double Value = Alone.Value * Expected, High = Alone.High * Possible;
    double Floor = Least ? Alone.Low : 0;
    // Each lane's bulk copy goes by itself.
    const bool Apart = A.Bulk != BulkSource::None;
    if (Apart)
      Floor = Alone.Low * popcount(Guessed & Lanes.Must);
    // One stray lane breaks up or widens what its half-warp does together.
    if (movesTransactions(Gpu) && I == AccessEvent::Transactions)
      High = Alone.High * popcount(Lanes.May);
    if (movesTransactions(Gpu) && I == AccessEvent::Bytes && Alone.High > 0)
      High = std::max(Alone.High, 128.0) * popcount(Lanes.May);
    if (I == AccessEvent::L1Passes)
      Value = Alone.Value * scatteredL1Passes(Expected);
    if (I == AccessEvent::Banks && Alone.High > 0 && Apart) {
      E.MaxDegree = 1; // rows of all banks, one by one
    } else if (I == AccessEvent::Banks && Alone.High > 0) {
      // Banks spread what is random; the constant cache takes word by word.
      bool Spreads = A.Space == MemorySpace::Shared;
      Value = Alone.Value *
              (Spreads ? std::min(Expected, AccessCosts::RandomBankDegree)
                       : Expected);
      bool Halves = Gpu.Banks == BankRule::HalfWarp16;
      E.MaxDegree += static_cast<unsigned>(
          Alone.High * (Halves ? std::min(Possible, 16.0) : Possible));
    }
    E.Counts[I] += Estimate(Value * Chance, Floor, High) * executions();
  }
}
