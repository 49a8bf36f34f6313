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
// If the part that depends on data is the same for the whole warp
// (UniformOffset.h), only its alignment is unknown. Every alignment that it can
// have is evaluated: the extremes are the bounds, the mean is the estimate.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/Residues.h"
#include "analysis/specialize/WarpEvaluator.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// Costs of one warp execution with all addresses known.
void WarpEvaluator::accessCost(const MemoryAccess &A,
                               ArrayRef<int64_t> Addresses, LaneMask Lanes,
                               double *Counts, unsigned &Degree) const {
  if (A.Space == MemorySpace::Shared) {
    BankCost Cost = bankCost(Addresses, Lanes, A.Bytes, Gpu.Banks,
                             static_cast<unsigned>(Gpu.NumBanks.Value));
    Counts[AccessEvent::Banks] = Cost.Cycles;
    Degree = std::max(Degree, Cost.MaxDegree);
    return;
  }
  WarpTraffic Cost =
      A.Space == MemorySpace::Local
          ? localTraffic(Addresses.take_front(Width), Lanes, A.Bytes,
                         Gpu.Coalescing)
          : warpTraffic(Addresses, Lanes, A.Bytes, Gpu.Coalescing);
  Counts[AccessEvent::Sectors] = Cost.Sectors;
  Counts[AccessEvent::Lines] = Cost.Lines;
  Counts[AccessEvent::Transactions] = Cost.Transactions;
  Counts[AccessEvent::Bytes] = Cost.TransactionBytes;
}

/// Expected largest number of balls in one of 32 bins after 32 throws: the bank
/// degree of a full warp with random addresses.
static constexpr double RandomBankDegree = 3.5;

/// The addresses of a warp, up to an offset of some multiple of Alignment.
struct WarpEvaluator::Pattern {
  std::array<int64_t, MaxLanes> Addresses{}; ///< none is negative
  LaneMask Known = 0;
  LaneMask Sure = 0; ///< part of Known
  double Probability = 1;
  unsigned Alignment = AlignmentPeriod;

  bool operator==(const Pattern &) const = default;
};

struct WarpEvaluator::PatternCost {
  Pattern Of;
  Estimate Counts[AccessEvent::NumCounts];
  unsigned Degree = 0;
};

WarpEvaluator::~WarpEvaluator() = default;

/// What the hardware demands of an address; the CUDA languages have no access
/// that is excepted from it.
static unsigned demandedAlignment(const MemoryAccess &A, Language Lang) {
  return Lang == Language::Cuda ? std::min(A.Bytes & -A.Bytes, 16u) : 1;
}

WarpEvaluator::PatternCost WarpEvaluator::patternCost(const MemoryAccess &A,
                                                      const Pattern &P) {
  PatternCost R;
  int64_t Demanded = demandedAlignment(A, Kernel.Lang);
  int64_t First = P.Addresses[countr_zero(P.Known)];
  if (P.Alignment >= Demanded || First % P.Alignment != 0)
    Demanded = 1;
  auto Shifted = P.Addresses;
  double Alignments = 0;
  for (unsigned Offset = 0; Offset < AlignmentPeriod; Offset += P.Alignment) {
    if ((First + Offset) % Demanded != 0)
      continue;
    for (unsigned L = 0; L != Width; ++L)
      Shifted[L] = P.Addresses[L] + Offset;
    double High[AccessEvent::NumCounts] = {}, Low[AccessEvent::NumCounts];
    accessCost(A, ArrayRef(Shifted.data(), Width), P.Known, High, R.Degree);
    std::copy(std::begin(High), std::end(High), Low);
    if (P.Sure != P.Known) {
      unsigned Ignored = 0;
      std::fill(std::begin(Low), std::end(Low), 0);
      if (P.Sure)
        accessCost(A, ArrayRef(Shifted.data(), Width), P.Sure, Low, Ignored);
    }
    for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I) {
      double Value = High[I];
      if (Low[I] != High[I]) {
        // A unit is touched unless all of its uncertain lanes stay away.
        double Sharing = std::max(1.0, popcount(P.Known) / High[I]);
        Value = Low[I] +
                (High[I] - Low[I]) * (1 - std::pow(1 - P.Probability, Sharing));
      }
      Estimate &Count = R.Counts[I];
      Count.Low = Alignments ? std::min(Count.Low, Low[I]) : Low[I];
      Count.High = std::max(Count.High, High[I]);
      Count.Value += Value;
    }
    ++Alignments;
  }
  for (Estimate &Count : R.Counts)
    Count.Value /= Alignments;
  return R;
}

/// The part of an address of \p Lanes that does not depend on data, if the
/// rest is some multiple of \p Alignment that all of them have in common;
/// nothing if it may not be. False: the box has to be split.
bool WarpEvaluator::knownPart(AccessId Id, LaneMask Lanes,
                              std::optional<WarpValue> &Known,
                              unsigned &Alignment) {
  auto It = Program.Offsets.find(Id);
  if (It == Program.Offsets.end())
    return true;
  const ExpressionProgram::OffsetAddress &Offset = It->second;
  WarpValue Storage;
  bool Split = false;
  // The value that all lanes have in common, or null.
  auto Uniform = [&](SlotId S) -> const WarpValue * {
    const WarpValue *V = Arithmetic.alike(Slots[S].of(Lanes), Lanes, Storage);
    Split |= !V;
    if (!V || (Lanes & V->Unknown))
      return nullptr;
    int64_t First = V->lane(countr_zero(Lanes));
    if (!V->Uniform)
      for (LaneMask Left = Lanes; Left; Left &= Left - 1)
        if (V->Lane[countr_zero(Left)] != First)
          return nullptr;
    return V;
  };
  if (!update(Offset.SharedList, Lanes))
    return false;
  if (!all_of(Offset.Shared, Uniform))
    return !Split;
  if (!update(Offset.KnownList, Lanes))
    return false;
  uint64_t Bits = 0;
  for (SlotId S : Offset.Factors) {
    const WarpValue *Factor = Uniform(S);
    if (!Factor)
      return !Split;
    Bits |= Factor->lane(countr_zero(Lanes));
    for (unsigned Left = Factor->Varying; Left; Left &= Left - 1)
      Bits |= Factor->Coefficient[countr_zero(Left)];
  }
  const WarpValue *V =
      Arithmetic.alike(Slots[Offset.Known].of(Lanes), Lanes, Storage);
  if (!V || (Lanes & V->Unknown))
    return V != nullptr;
  Known = *V;
  Alignment = AlignmentPeriod;
  if (Bits % AlignmentPeriod != 0)
    Alignment = 1u << countr_zero(Bits);
  return true;
}

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
  unsigned Alignment = AlignmentPeriod;
  if (Guessed) {
    E.Reason = Address->Reason ? Address->Reason : A.Address;
    std::optional<WarpValue> Known;
    if (!knownPart(Id, Lanes.May, Known, Alignment))
      return false;
    if (Known) {
      Storage = *Known;
      Address = &Storage;
      Guessed = 0;
    }
    E.Scattered = Guessed != 0;
  }
  LaneMask Known = Lanes.May & ~Guessed;
  if (Known)
    recordKnown(E, *Address, Lanes, Known, Alignment);
  if (Guessed)
    recordGuessed(E, Lanes, Guessed, Known);
  else if (Known && A.Space == MemorySpace::Global)
    recordPattern(E, *Address, Known);
  Recorder.Accesses.push_back(E);
  return true;
}

/// The costs of the lanes \p Known, whose addresses are \p Address plus some
/// common multiple of \p Alignment.
void WarpEvaluator::recordKnown(AccessEvent &E, const WarpValue &Address,
                                const LaneSet &Lanes, LaneMask Known,
                                unsigned Alignment) {
  const MemoryAccess &A = Kernel.Accesses[E.Access];
  int64_t Lowest = INT64_MAX;
  for (LaneMask Left = Known; Left; Left &= Left - 1)
    Lowest = std::min(Lowest, Address.lane(countr_zero(Left)));
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
  if (E.Scattered)
    E.LaneStride.reset();
  E.LaunchUniform = !E.Reason && !Address.Varying;

  Pattern P;
  P.Known = Known;
  P.Sure = Lanes.Must & Known;
  P.Probability = Lanes.Probability;
  P.Alignment = Alignment;
  Residues Offsets = residues(Address, Points);
  for (unsigned R = 0; R < Alignment; R += Offsets.Step) {
    double Times = 0;
    for (unsigned Same = R; Same < AlignmentPeriod; Same += Alignment)
      Times += Offsets.Points[Same] * Scale;
    if (Times == 0)
      continue;
    // Keep addresses positive without changing their alignment.
    int64_t Start = (Lowest + R) & int64_t(Alignment - 1);
    for (LaneMask Left = Known; Left; Left &= Left - 1) {
      unsigned L = countr_zero(Left);
      P.Addresses[L] = Address.lane(L) - Lowest + Start;
    }
    auto Add = [&](const PatternCost &Cost) {
      for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I)
        E.Counts[I] += Cost.Counts[I] * Times;
      E.MaxDegree = std::max(E.MaxDegree, Cost.Degree);
    };
    if (Alignment == AlignmentPeriod) {
      Add(patternCost(A, P));
      continue;
    }
    // All executions in a loop are often alike.
    std::shared_ptr<PatternCost> &Last = LastCost[E.Access];
    if (!Last || !(Last->Of == P)) {
      Last = std::make_shared<PatternCost>(patternCost(A, P));
      Last->Of = P;
      Steps += AlignmentPeriod / Alignment / 8;
    }
    Add(*Last);
  }
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
    bool HalfWarps = Gpu.Coalescing == CoalescingRule::HalfWarpStrict ||
                     Gpu.Coalescing == CoalescingRule::HalfWarpSegments;
    // One stray lane breaks up or widens what its half-warp does together.
    if (HalfWarps && I == AccessEvent::Transactions)
      High = Alone[I] * Straddle * popcount(Lanes.May);
    if (HalfWarps && I == AccessEvent::Bytes && Alone[I] > 0)
      High = std::max(Alone[I], 128.0) * Straddle * popcount(Lanes.May);
    if (I == AccessEvent::Banks && Alone[I] > 0)
      Value = Alone[I] * std::min(Expected, RandomBankDegree);
    E.Counts[I] += Estimate(Value, Floor, High) * Volume;
  }
}
