//===- AccessRecording.cpp - What one access costs over a box -------------===//
//
// The lanes' addresses differ from one point of a box to the next only by their
// common offset, so the rules of analysis/access run once for each alignment of
// that offset that occurs, times the number of points that have it.
//
// Bounds where lanes are uncertain: all counts grow with the set of lanes, so
// the sure lanes give the lower and the possible lanes the upper bound. Lanes
// whose address depends on data touch at least nothing new and at most units of
// their own; the estimate takes them all apart.
//
// If the part that depends on data is the same for the whole warp or for groups
// of its lanes (SharedOffsets.cpp), only its alignment is unknown. Every
// alignment that it can have is evaluated: the extremes are the bounds, the
// mean is the estimate.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace kernelcast;

bool WarpEvaluator::recordAccess(AccessId Id, const LaneSet &Lanes) {
  const MemoryAccess &A = Kernel.Accesses[Id];
  AccessEvent E;
  E.Access = Id;
  double Volume = Points.volume() * Scale;
  E.Counts[AccessEvent::Warps] = Lanes.any() * Volume;
  E.Counts[AccessEvent::Lanes] = Lanes.lanes() * Volume;
  E.Unbounded = AssumedDepth != 0;
  if (Lanes.Must != Lanes.May || E.Unbounded)
    E.Cause = Cause;

  WarpValue Nothing;
  Nothing.setUnknown(A.Address);
  SlotId S = Program.Addresses[Id];
  if (S != None && Program.Nodes[S].Unknowable)
    Nothing.Reason = Program.Nodes[S].Reason;
  bool Hopeless = S == None || Program.Nodes[S].Unknowable;
  WarpValue Storage;
  const WarpValue *Address =
      Hopeless ? &Nothing
               : Arithmetic.alike(Slots[S].of(Lanes.May), Lanes.May, Storage);
  if (!Address)
    return false;
  LaneMask Guessed = Lanes.May & Address->Unknown;
  SharedOffsets Offsets;
  if (Guessed) {
    E.Reason = Address->Reason ? Address->Reason : A.Address;
    E.Start = AddressStart::Scattered;
    if (!sharedOffsets(Id, Lanes.May, Storage, Offsets))
      return false;
    if (!Offsets.Groups.empty()) {
      Address = &Storage;
      Guessed = 0;
      E.Start = Offsets.Groups.size() == 1 ? AddressStart::Common
                                           : AddressStart::InGroups;
    }
  }
  LaneMask Known = Lanes.May & ~Guessed;
  if (Offsets.Groups.empty() && Known)
    Offsets.Groups.push_back(Known);
  if (Known)
    recordKnown(E, *Address, Lanes, Offsets);
  if (Guessed)
    recordGuessed(E, Lanes, Guessed, Known);
  else if (Offsets.Groups.size() == 1 && A.Space == MemorySpace::Global)
    recordPattern(E, *Address, Known);
  Recorder.Accesses.push_back(E);
  return true;
}

/// How far the addresses of neighbouring lanes lie apart.
static void recordStride(AccessEvent &E, const WarpValue &Address,
                         LaneMask Known) {
  int64_t Difference = 0;
  for (LaneMask Left = Known & (Known >> 1); Left; Left &= Left - 1) {
    unsigned L = countr_zero(Left);
    int64_t Next = Address.lane(L + 1) - Address.lane(L);
    if (!E.HasStride)
      E.LaneStride = Difference = Next;
    else if (Next != Difference)
      E.LaneStride.reset();
    E.HasStride = true;
  }
  if (E.Start == AddressStart::Scattered)
    E.LaneStride.reset();
}

/// The costs of lanes with known addresses, up to an offset for each group.
void WarpEvaluator::recordKnown(AccessEvent &E, const WarpValue &Address,
                                const LaneSet &Lanes,
                                const SharedOffsets &Offsets) {
  if (Offsets.Groups.size() == 1)
    recordStride(E, Address, Offsets.Groups.front());
  else
    E.HasStride = true;
  E.LaunchUniform = !E.Reason && !Address.Varying;

  GroupCost Cost = groupCosts(E.Access, Address, Lanes, Offsets);
  for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I)
    E.Counts[I] = Cost.Counts[I];
  E.MaxDegree = Cost.Degree;
}

/// Where the lanes \p Lanes go over the whole box.
void WarpEvaluator::recordPattern(const AccessEvent &E,
                                  const WarpValue &Address, LaneMask Lanes) {
  std::array<int64_t, MaxLanes> Addresses{};
  for (LaneMask Left = Lanes; Left; Left &= Left - 1)
    Addresses[countr_zero(Left)] = Address.lane(countr_zero(Left));
  FootprintPattern P = lanePattern(ArrayRef(Addresses.data(), Width), Lanes,
                                   Kernel.Accesses[E.Access].Bytes);
  P.Sectors = E.Counts[AccessEvent::Sectors].Value / (Points.volume() * Scale);
  P.Copies = Scale;
  auto Add = [&](unsigned V, FootprintDimension::Kind What, unsigned Depth) {
    FootprintDimension D{What, Depth, Address.coefficient(V),
                         static_cast<double>(Points.Variables[V].Count)};
    if (D.Count <= 1)
      return;
    double Reach = static_cast<double>(D.Stride) * (D.Count - 1);
    (Reach < 0 ? P.Low : P.High) += Reach;
    P.Dimensions.push_back(D);
  };
  Add(VariableBlockX, FootprintDimension::BlockX, 0);
  Add(VariableBlockY, FootprintDimension::BlockY, 0);
  Add(VariableBlockZ, FootprintDimension::BlockZ, 0);
  for (unsigned V : {VariableWarpX, VariableWarpY, VariableWarpZ})
    Add(V, FootprintDimension::Warp, 0);
  for (const LoopFrame &Frame : Frames)
    if (Frame.Variable != None)
      Add(Frame.Variable, FootprintDimension::Loop,
          Kernel.Loops[Frame.Loop].Depth);
  Recorder.Patterns.push_back({E.Access, std::move(P)});
}

/// The costs of the lanes \p Guessed, whose addresses may be any; the other
/// lanes are \p Known.
void WarpEvaluator::recordGuessed(AccessEvent &E, const LaneSet &Lanes,
                                  LaneMask Guessed, LaneMask Known) {
  const MemoryAccess &A = Kernel.Accesses[E.Access];
  double Volume = Points.volume() * Scale;
  double Alone[AccessEvent::NumCounts] = {};
  std::array<int64_t, MaxLanes> Addresses{};
  unsigned Ignored = 0;
  accessCost(A, ArrayRef(Addresses.data(), Width), 1, Alone, Ignored);
  double Possible = popcount(Guessed);
  double Expected =
      Lanes.Must == Lanes.May
          ? Possible
          : popcount(Guessed & Lanes.Must) +
                Lanes.Probability * popcount(Guessed & ~Lanes.Must);
  // Without any other lane there is at least one unit.
  bool Least = !(Known & Lanes.Must) && (Guessed & Lanes.Must);
  for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I) {
    double Straddle = 1;
    if (A.Bytes & (A.Bytes - 1)) // not a power of two: may lie across units
      Straddle = 2;
    double Value = Alone[I] * Expected, High = Alone[I] * Possible * Straddle;
    double Floor = Least ? Alone[I] : 0;
    bool HalfWarps = movesTransactions(Gpu);
    // One stray lane breaks up or widens what its half-warp does together.
    if (HalfWarps && I == AccessEvent::Transactions)
      High = Alone[I] * Straddle * popcount(Lanes.May);
    if (HalfWarps && I == AccessEvent::Bytes && Alone[I] > 0)
      High = std::max(Alone[I], 128.0) * Straddle * popcount(Lanes.May);
    if (I == AccessEvent::Banks && Alone[I] > 0) {
      Value = Alone[I] * std::min(Expected, RandomBankDegree);
      bool Halves = Gpu.Banks == BankRule::HalfWarp16;
      E.MaxDegree += static_cast<unsigned>(
          Alone[I] * Straddle * (Halves ? std::min(Possible, 16.0) : Possible));
    }
    E.Counts[I] += Estimate(Value, Floor, High) * Volume;
  }
}
