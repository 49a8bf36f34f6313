//===- AccessCosts.cpp - Costs of known addresses, up to offsets ----------===//
//
// What one warp execution costs if the differences between its lanes' addresses
// are known. An unknown offset of all of them can have any alignment that it is
// a multiple of, so the rules of analysis/access run for each: the extremes are
// the bounds, the mean is the estimate.
//
// Groups of lanes that each have an offset of their own may meet or not. The
// units that a warp touches are the union of its groups' units: at least those
// of the largest group, at most the sum, which is also the estimate. A bank's
// words likewise. Half-warps that are served one after the other add up.
//===----------------------------------------------------------------------===//

#include "analysis/evaluator/Residues.h"
#include "analysis/evaluator/WarpEvaluator.h"
#include "llvm/ADT/STLExtras.h"
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

/// The costs over the box of group \p Index of \p Offsets alone.
WarpEvaluator::GroupCost WarpEvaluator::groupCost(AccessId Id,
                                                  const WarpValue &Address,
                                                  const LaneSet &Lanes,
                                                  const SharedOffsets &Offsets,
                                                  unsigned Index) {
  Pattern P;
  P.Known = Offsets.Groups[Index];
  P.Sure = Lanes.Must & P.Known;
  P.Probability = Lanes.Probability;
  P.Alignment = Offsets.Alignment;
  int64_t Lowest = INT64_MAX;
  for (LaneMask Left = P.Known; Left; Left &= Left - 1)
    Lowest = std::min(Lowest, Address.lane(countr_zero(Left)));
  GroupCost R;
  Residues Shifts = residues(Address, Points);
  for (unsigned Shift = 0; Shift < P.Alignment; Shift += Shifts.Step) {
    double Times = 0;
    for (unsigned Same = Shift; Same < AlignmentPeriod; Same += P.Alignment)
      Times += Shifts.Points[Same] * Scale;
    if (Times == 0)
      continue;
    // Keep addresses positive without changing their alignment.
    int64_t Start = (Lowest + Shift) & int64_t(P.Alignment - 1);
    for (LaneMask Left = P.Known; Left; Left &= Left - 1) {
      unsigned L = countr_zero(Left);
      P.Addresses[L] = Address.lane(L) - Lowest + Start;
    }
    auto Add = [&](const PatternCost &Cost) {
      for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I)
        R.Counts[I] += Cost.Counts[I] * Times;
      R.Executions += Times;
      R.Degree = std::max(R.Degree, Cost.Degree);
    };
    if (P.Alignment == AlignmentPeriod) {
      Add(patternCost(Kernel.Accesses[Id], P));
      continue;
    }
    // All executions in a loop are often alike.
    auto &Kept = LastCosts[Id];
    if (Kept.size() <= Index)
      Kept.resize(Index + 1);
    std::shared_ptr<PatternCost> &Last = Kept[Index];
    if (!Last || !(Last->Of == P)) {
      Last = std::make_shared<PatternCost>(patternCost(Kernel.Accesses[Id], P));
      Last->Of = P;
      Steps += AlignmentPeriod / P.Alignment / 8;
    }
    Add(*Last);
  }
  return R;
}

/// The costs over the box of lanes whose addresses are \p Address up to the
/// offsets of their groups.
WarpEvaluator::GroupCost
WarpEvaluator::groupCosts(AccessId Id, const WarpValue &Address,
                          const LaneSet &Lanes, const SharedOffsets &Offsets) {
  GroupCost Sum = groupCost(Id, Address, Lanes, Offsets, 0);
  // sharedOffsets() makes no group of a part of a half-warp under such rules.
  auto AddsUp = [&](unsigned Count) {
    return Count == AccessEvent::Banks
               ? Gpu.Banks == BankRule::HalfWarp16
               : movesTransactions(Gpu) && Count != AccessEvent::Sectors &&
                     Count != AccessEvent::Lines;
  };
  double Banks = RandomBankDegree * Sum.Executions;
  for (unsigned Index = 1; Index < Offsets.Groups.size(); ++Index) {
    GroupCost Cost = groupCost(Id, Address, Lanes, Offsets, Index);
    for (unsigned C = AccessEvent::Sectors; C != AccessEvent::NumCounts; ++C) {
      double Low = std::max(Sum.Counts[C].Low, Cost.Counts[C].Low);
      Sum.Counts[C] += Cost.Counts[C];
      if (!AddsUp(C))
        Sum.Counts[C].Low = Low;
    }
    bool Apart = AddsUp(AccessEvent::Banks);
    Sum.Degree =
        Apart ? std::max(Sum.Degree, Cost.Degree) : Sum.Degree + Cost.Degree;
    Banks = std::max(Banks, Cost.Counts[AccessEvent::Banks].Value);
  }
  Estimate &Cycles = Sum.Counts[AccessEvent::Banks];
  if (Offsets.Groups.size() > 1 && !AddsUp(AccessEvent::Banks))
    Cycles.Value = std::max(Cycles.Low, std::min(Cycles.Value, Banks));
  return Sum;
}
