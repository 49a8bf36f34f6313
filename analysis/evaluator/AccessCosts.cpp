//===- AccessCosts.cpp - Costs of known addresses, up to offsets ----------===//

#include "analysis/evaluator/AccessCosts.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "analysis/access/L1Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <functional>
#include <numeric>

using namespace llvm;
using namespace kernelcast;

/// Shapes of one access that are remembered whatever the others need: inside
/// and at the border of an array, in a loop's full iterations and in its last
/// one.
static constexpr unsigned SureTables = 4;
/// And as long as all accesses have fewer than MaxSum: where the lanes of a
/// warp leave a triangular loop one by one, there are as many as lanes.
static constexpr unsigned MaxTables = SureTables + 32, MaxSum = 4096;

AccessCosts::AccessCosts(const KernelModel &Kernel, const GpuSpec &Gpu,
                         unsigned Width, StepBudget &Steps)
    : Kernel(Kernel), Gpu(Gpu), Width(Width), Steps(Steps),
      Kept(Kernel.Accesses.size()), Single(Kernel.Accesses.size()) {}

static unsigned passesOf(const MemoryAccess &A, ArrayRef<int64_t> Addresses,
                         LaneMask Lanes) {
  return A.Space == MemorySpace::Local
             ? l1PassesOfLocal(Addresses, Lanes, A.Bytes)
             : l1Passes(Addresses, Lanes, A.Bytes);
}

/// One warp execution with all addresses known.
void AccessCosts::execute(const MemoryAccess &A, ArrayRef<int64_t> Addresses,
                          LaneMask Lanes, double *Counts,
                          unsigned &Degree) const {
  if (A.Space == MemorySpace::Shared && A.Bulk != BulkSource::None) {
    // The engine that copies has whole rows of all banks at a time.
    constexpr unsigned RowBytes = 128;
    Counts[AccessEvent::Banks] =
        popcount(Lanes) * divideCeil(A.Bytes, RowBytes);
    Degree = std::max(Degree, 1u);
    return;
  }
  if (A.Space == MemorySpace::Shared) {
    BankCost Cost = bankCost(Addresses, Lanes, A.Bytes, Gpu.Banks,
                             static_cast<unsigned>(Gpu.NumBanks.Value));
    Counts[AccessEvent::Banks] = Cost.Cycles;
    Degree = std::max(Degree, Cost.MaxDegree);
    return;
  }
  // NVIDIA's constant cache gives one word a step: it has one bank. AMD's
  // vector memory serves what is not uniform.
  if (A.Space == MemorySpace::Constant && Gpu.Vendor == GpuVendor::Nvidia) {
    BankCost Cost =
        bankCost(Addresses, Lanes, A.Bytes, BankRule::Warp32, /*Banks=*/1);
    Counts[AccessEvent::Banks] = Cost.Cycles;
    Degree = std::max(Degree, Cost.MaxDegree);
  }
  if (A.Bulk != BulkSource::None) {
    // Each lane's copy is a request of its own.
    for (LaneMask Left = Lanes; Left; Left &= Left - 1) {
      const WarpTraffic One =
          warpTraffic(Addresses, Left & -Left, A.Bytes, Gpu.Coalescing);
      Counts[AccessEvent::Sectors] += One.Sectors;
      Counts[AccessEvent::Lines] += One.Lines;
      Counts[AccessEvent::Transactions] += One.Transactions;
      Counts[AccessEvent::Bytes] += One.TransactionBytes;
    }
    return;
  }
  WarpTraffic Cost =
      A.Space == MemorySpace::Local
          ? localTraffic(Addresses, Lanes, A.Bytes, Gpu.Coalescing)
          : warpTraffic(Addresses, Lanes, A.Bytes, Gpu.Coalescing);
  Counts[AccessEvent::Sectors] = Cost.Sectors;
  Counts[AccessEvent::Lines] = Cost.Lines;
  Counts[AccessEvent::Transactions] = Cost.Transactions;
  Counts[AccessEvent::Bytes] = Cost.TransactionBytes;
  if (servesInPasses(Gpu))
    Counts[AccessEvent::L1Passes] = passesOf(A, Addresses, Lanes);
}

/// What an unknown address is a multiple of.
static unsigned demandedAlignment(const MemoryAccess &A) {
  return std::min({A.Bytes & -A.Bytes, A.Alignment, 16u});
}

/// Of the lanes \p Known those of each array, which begin far apart.
static SmallVector<LaneMask, 2> lanesByArray(ArrayRef<int64_t> Above,
                                             LaneMask Known) {
  SmallVector<std::pair<int64_t, LaneMask>, 2> Arrays;
  for (LaneMask Left = Known; Left; Left &= Left - 1) {
    const unsigned Lane = countr_zero(Left);
    const int64_t Array = ((Above[Lane] >> (ArrayShift - 1)) + 1) >> 1;
    auto *Found =
        find_if(Arrays, [&](const auto &A) { return A.first == Array; });
    if (Found == Arrays.end())
      Found = Arrays.insert(Arrays.end(), {Array, 0});
    Found->second |= Left & -Left;
  }
  return to_vector<2>(make_second_range(Arrays));
}

/// One execution by lanes of which the lowest is at \p Start plus any multiple
/// of the shape's alignment.
AccessCost AccessCosts::compute(const MemoryAccess &A, const Shape &Of,
                                unsigned Start) const {
  AccessCost R;
  int64_t Demanded = demandedAlignment(A);
  int64_t First = Of.Above[countr_zero(Of.Known)] + Start;
  if (Of.Alignment >= Demanded || First % Of.Alignment != 0)
    Demanded = 1;
  std::array<int64_t, MaxLanes> Lanes;
  ArrayRef<int64_t> Addresses(Lanes.data(), Width);
  const SmallVector<LaneMask, 2> Arrays = lanesByArray(Of.Above, Of.Known);
  double Alignments = 0;
  for (unsigned Offset = 0; Offset < AlignmentPeriod; Offset += Of.Alignment) {
    if ((First + Offset) % Demanded != 0)
      continue;
    for (unsigned L = 0; L != Width; ++L)
      Lanes[L] = Of.Above[L] + (Start + Offset);
    double High[AccessEvent::NumCounts] = {}, Low[AccessEvent::NumCounts] = {};
    execute(A, Addresses, Of.Known, High, R.Degree);
    if (Of.Sure == Of.Known) {
      copy(High, Low);
    } else if (Of.Sure) {
      unsigned Ignored = 0;
      execute(A, Addresses, Of.Sure, Low, Ignored);
    }
    // Which lines and banks arrays have in common with each other, nobody
    // knows.
    if (Arrays.size() > 1 && High[AccessEvent::L1Passes] > 0) {
      High[AccessEvent::L1Passes] = Low[AccessEvent::L1Passes] = 0;
      for (const LaneMask Array : Arrays) {
        High[AccessEvent::L1Passes] += passesOf(A, Addresses, Array);
        Low[AccessEvent::L1Passes] =
            std::max<double>(Low[AccessEvent::L1Passes],
                             passesOf(A, Addresses, Array & Of.Sure));
      }
    }
    for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I) {
      double Value = High[I];
      if (Low[I] != High[I]) {
        // A unit is touched unless all of its uncertain lanes stay away.
        double Sharing =
            Of.Together ? 1.0 : std::max(1.0, popcount(Of.Known) / High[I]);
        Value = Low[I] + (High[I] - Low[I]) *
                             (1 - std::pow(1 - Of.Probability, Sharing));
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

/// \p Cost of \p Bytes side by side becomes that of boxes, whose rows have any
/// multiple of 16 bytes. What lies outside of the tensor is not read at all.
static void spread(AccessCost &Cost, unsigned Bytes) {
  constexpr unsigned LeastRow = 16;
  const double MostRows = divideCeil(Bytes, LeastRow);
  for (unsigned I :
       {AccessEvent::Sectors, AccessEvent::Lines, AccessEvent::Transactions}) {
    Estimate &Count = Cost.Counts[I];
    Count = {Count.Low, 0, std::max(Count.High, MostRows)};
  }
  Estimate &Moved = Cost.Counts[AccessEvent::Bytes];
  Moved = {Moved.Low, 0, Cost.Counts[AccessEvent::Sectors].High * 32};
}

const AccessCost &AccessCosts::ofOneLane(AccessId Id) {
  std::optional<AccessCost> &Alone = Single[Id];
  if (!Alone) {
    Shape S;
    S.Above.fill(0);
    S.Known = S.Sure = 1;
    S.Alignment = demandedAlignment(Kernel.Accesses[Id]);
    Alone = compute(Kernel.Accesses[Id], S, /*Start=*/0);
    if (Kernel.Accesses[Id].Bulk == BulkSource::Barrier &&
        Kernel.Accesses[Id].Space == MemorySpace::Global)
      spread(*Alone, Kernel.Accesses[Id].Bytes);
  }
  return *Alone;
}

/// The table of the shape \p Of; a new one takes the place of an older one
/// where there are too many.
AccessCosts::Table &AccessCosts::table(Memory &Kept, const Shape &Of) {
  auto Same = [&](const Shape &A) {
    return A.Known == Of.Known && A.Sure == Of.Sure &&
           A.Probability == Of.Probability && A.Together == Of.Together &&
           A.Alignment == Of.Alignment &&
           std::equal(A.Above.begin(), A.Above.begin() + Width,
                      Of.Above.begin());
  };
  for (unsigned I = 0; I != Kept.Tables.size(); ++I) {
    unsigned At = (Kept.Newest + I) % Kept.Tables.size();
    if (Same(Kept.Tables[At]->Of)) {
      Kept.Newest = At;
      return *Kept.Tables[At];
    }
  }
  if (Kept.Tables.size() < (Tables < MaxSum ? MaxTables : SureTables)) {
    Kept.Newest = Kept.Tables.size();
    Kept.Tables.push_back(std::make_unique<Table>());
    ++Tables;
  } else {
    Kept.Newest = (Kept.Newest + 1) % Kept.Tables.size();
  }
  if (Kept.ChargedTable == Kept.Newest)
    Kept.ChargedTable = None;
  Table &New = *Kept.Tables[Kept.Newest];
  New.Of = Of;
  New.Place.fill(0);
  New.Costs.clear();
  return New;
}

const AccessCost &AccessCosts::costAt(AccessId Id, Memory &Kept, Table &In,
                                      unsigned Start) {
  if (In.Of.Alignment != AlignmentPeriod &&
      (Kept.ChargedTable != Kept.Newest || Kept.ChargedStart != Start)) {
    Kept.ChargedTable = Kept.Newest;
    Kept.ChargedStart = Start;
    Steps.take(AlignmentPeriod / In.Of.Alignment / 8);
  }
  uint16_t &Place = In.Place[Start];
  if (!Place) {
    In.Costs.push_back(compute(Kernel.Accesses[Id], In.Of, Start));
    Place = In.Costs.size();
  }
  return In.Costs[Place - 1];
}

/// The costs over the box of group \p Group of \p Offsets alone.
AccessCosts::GroupCost
AccessCosts::groupCost(AccessId Id, const WarpValue &Address,
                       const LaneSet &Lanes, const CommonOffsets &Offsets,
                       unsigned Group, const Box &Points, double Scale) {
  Shape S;
  S.Known = Offsets.Groups[Group];
  S.Sure = Lanes.Must & S.Known;
  S.Probability = Lanes.Probability;
  S.Together = Lanes.Must != Lanes.May && Lanes.isAllOrNone();
  S.Alignment = Offsets.Alignment;
  int64_t Lowest = INT64_MAX;
  for (LaneMask Left = S.Known; Left; Left &= Left - 1)
    Lowest = std::min(Lowest, Address.lane(countr_zero(Left)));
  for (unsigned L = 0; L != Width; ++L)
    S.Above[L] = S.Known >> L & 1 ? Address.lane(L) - Lowest : 0;
  if (Kept[Id].size() <= Group)
    Kept[Id].resize(Group + 1);
  Memory &OfGroup = Kept[Id][Group];
  Table &Costs = table(OfGroup, S);

  GroupCost R;
  Residues Shifts = residues(Address, Points);
  for (unsigned Shift = 0; Shift < S.Alignment; Shift += Shifts.Step) {
    double Times = 0;
    for (unsigned Same = Shift; Same < AlignmentPeriod; Same += S.Alignment)
      Times += Shifts.Points[Same] * Scale;
    if (Times == 0)
      continue;
    // Keep addresses positive without changing their alignment.
    auto Start =
        static_cast<unsigned>((Lowest + Shift) & int64_t(S.Alignment - 1));
    const AccessCost &Cost = costAt(Id, OfGroup, Costs, Start);
    for (unsigned I = AccessEvent::Sectors; I != AccessEvent::NumCounts; ++I)
      R.Counts[I] += Cost.Counts[I] * Times;
    R.Executions += Times;
    R.Degree = std::max(R.Degree, Cost.Degree);
  }
  return R;
}

/// Whether the counts of several groups add up, since half-warps are served
/// one after the other. commonOffsets() makes no group of a part of a half-warp
/// under such rules.
bool AccessCosts::addsUp(unsigned Count) const {
  return Count == AccessEvent::Banks
             ? Gpu.Banks == BankRule::HalfWarp16
             : movesTransactions(Gpu) && Count != AccessEvent::Sectors &&
                   Count != AccessEvent::Lines;
}

AccessCost AccessCosts::overBox(AccessId Id, const WarpValue &Address,
                                const LaneSet &Lanes,
                                const CommonOffsets &Offsets, const Box &Points,
                                double Scale) {
  GroupCost Sum = groupCost(Id, Address, Lanes, Offsets, 0, Points, Scale);
  double Banks = RandomBankDegree * Sum.Executions;
  double L1Passes = Sum.Counts[AccessEvent::L1Passes].Value;
  for (unsigned Group = 1; Group < Offsets.Groups.size(); ++Group) {
    GroupCost Cost =
        groupCost(Id, Address, Lanes, Offsets, Group, Points, Scale);
    for (unsigned C = AccessEvent::Sectors; C != AccessEvent::NumCounts; ++C) {
      double Low = std::max(Sum.Counts[C].Low, Cost.Counts[C].Low);
      Sum.Counts[C] += Cost.Counts[C];
      if (!addsUp(C))
        Sum.Counts[C].Low = Low;
    }
    Sum.Degree = addsUp(AccessEvent::Banks) ? std::max(Sum.Degree, Cost.Degree)
                                            : Sum.Degree + Cost.Degree;
    Banks = std::max(Banks, Cost.Counts[AccessEvent::Banks].Value);
    L1Passes = std::max(L1Passes, Cost.Counts[AccessEvent::L1Passes].Value);
  }
  const LaneMask All =
      std::accumulate(Offsets.Groups.begin(), Offsets.Groups.end(), LaneMask(0),
                      std::bit_or<>());
  if (Offsets.Groups.size() > 1) {
    Estimate &Passes = Sum.Counts[AccessEvent::L1Passes];
    L1Passes =
        std::max(L1Passes, scatteredL1Passes(popcount(All)) * Sum.Executions);
    Passes.Value = std::max(Passes.Low, std::min(Passes.Value, L1Passes));
  }
  Estimate &Cycles = Sum.Counts[AccessEvent::Banks];
  if (Offsets.Groups.size() > 1 && !addsUp(AccessEvent::Banks)) {
    // Where the lanes of each group have one address, data pass for two of them
    // at a time, and not for neighbours of two groups.
    if (Cycles.High > 0)
      Cycles.High = std::max(
          Cycles.High,
          Sum.Executions * mostTransferCycles(All, Kernel.Accesses[Id].Bytes));
    Cycles.Value = std::max(Cycles.Low, std::min(Cycles.Value, Banks));
  }
  return Sum;
}
