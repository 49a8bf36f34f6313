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
  std::array<int64_t, MaxLanes> Interleaved;
  if (A.Space == MemorySpace::Local) {
    // Local memory: word i of all lanes of a warp lies side by side.
    for (unsigned L = 0; L != Width; ++L)
      Interleaved[L] =
          (Addresses[L] >> 2) * 4 * Width + 4 * L + (Addresses[L] & 3);
    Addresses = ArrayRef(Interleaved.data(), Width);
  }
  WarpTraffic Cost = warpTraffic(Addresses, Lanes, A.Bytes, Gpu.Coalescing);
  Counts[AccessEvent::Sectors] = Cost.Sectors;
  Counts[AccessEvent::Lines] = Cost.Lines;
  Counts[AccessEvent::Transactions] = Cost.Transactions;
  Counts[AccessEvent::Bytes] = Cost.TransactionBytes;
}

/// Expected largest number of balls in one of 32 bins after 32 throws: the bank
/// degree of a full warp with random addresses.
static constexpr double RandomBankDegree = 3.5;

void WarpEvaluator::recordAccess(AccessId Id, const LaneSet &Lanes) {
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
  const WarpValue &Address = Hopeless ? Nothing : Slots[S].Value;
  LaneMask Known = Lanes.May & ~Address.Unknown;
  LaneMask Guessed = Lanes.May & Address.Unknown;
  if (Guessed)
    E.Reason = Address.Reason ? Address.Reason : A.Address;

  std::array<int64_t, MaxLanes> Addresses{};
  int64_t Shift = 0;
  if (Known) {
    // Keep addresses positive without changing their alignment.
    int64_t Lowest = INT64_MAX;
    for (LaneMask Left = Known; Left; Left &= Left - 1)
      Lowest = std::min(Lowest, Address.lane(countr_zero(Left)));
    Shift = Lowest & ~int64_t(AlignmentPeriod - 1);
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
    if (Guessed)
      E.LaneStride.reset();
    E.LaunchUniform = !Address.Varying && Volume > 0;

    Residues Offsets = residues(Address, Points);
    LaneMask Sure = Lanes.Must & Known;
    for (unsigned R = 0; R < AlignmentPeriod; R += Offsets.Step) {
      double Times = Offsets.Points[R] * Scale;
      if (Times == 0)
        continue;
      for (LaneMask Left = Known; Left; Left &= Left - 1) {
        unsigned L = countr_zero(Left);
        Addresses[L] = Address.lane(L) - Shift + R;
      }
      double High[AccessEvent::NumCounts] = {}, Low[AccessEvent::NumCounts];
      accessCost(A, ArrayRef(Addresses.data(), Width), Known, High,
                 E.MaxDegree);
      std::copy(std::begin(High), std::end(High), Low);
      if (Sure != Known) {
        unsigned Ignored = 0;
        std::fill(std::begin(Low), std::end(Low), 0);
        if (Sure)
          accessCost(A, ArrayRef(Addresses.data(), Width), Sure, Low, Ignored);
      }
      for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts;
           ++I) {
        double Value = High[I];
        if (Low[I] != High[I] && Lanes.Must != Lanes.May) {
          // A unit is touched unless all of its uncertain lanes stay away.
          double Sharing = std::max(1.0, popcount(Known) / High[I]);
          Value = Low[I] + (High[I] - Low[I]) *
                               (1 - std::pow(1 - Lanes.Probability, Sharing));
        }
        E.Counts[I] += Estimate(Value, Low[I], High[I]) * Times;
      }
    }
  }
  if (Guessed) {
    double Alone[AccessEvent::NumCounts] = {};
    Addresses.fill(0);
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
  Recorder.Accesses.push_back(E);
}
