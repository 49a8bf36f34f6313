//===- LaneFormulas.cpp - Executions and sectors lane by lane -------------===//

#include "analysis/formulas/LaneFormulas.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr unsigned SectorShift = 5, WordShift = 2;

LaneFormulas::LaneFormulas(const KernelModel &Kernel, const ExecutionPath &Path,
                           ArrayRef<TripFormula> TripsOfLoops,
                           unsigned WarpSize, FormulaPool &Pool,
                           FormulaTranslation &Translation, WarpsOfRow &Warps)
    : Kernel(Kernel), Path(Path), W(WarpSize), Pool(Pool),
      Translation(Translation), Warps(Warps),
      Lane(Pool.coordinate(Coordinate::ThreadX)),
      HasFormulas(read(TripsOfLoops)) {}

bool LaneFormulas::isAround(const Expr *E) const {
  return countsOnly(E, [&](LoopId L) { return is_contained(Path.Loops, L); });
}

/// Guards and trip counts of the path; false where one has no formula.
bool LaneFormulas::read(ArrayRef<TripFormula> TripsOfLoops) {
  Holds.push_back(
      isEqual(Pool.coordinate(Coordinate::BlockSizeX) % int64_t(W), 0));
  // Outer guards first: they keep what is behind them from being undefined.
  const auto add = [&](Formula Condition) {
    Formula &All = Condition.mentions(Lane) ? Active : Others;
    All = All ? both(All, Condition) : Condition;
  };
  for (auto [L, Trip] : reverse(zip(Path.Loops, TripsOfLoops))) {
    if (!Trip.Count)
      return false;
    for (Formula Condition : Trip.Holds)
      if (!is_contained(Holds, Condition))
        Holds.push_back(Condition);
    Formula Count = here(Kernel.Loops[L].TripCount);
    if (!Count)
      return false;
    if (Path.TestsAgain && L == Path.Loops.front())
      Count = Count + 1;
    if (Count.mentions(Lane)) {
      add(isLess(Pool.counter(L), Count));
      Count = Pool.largest(Lane, W, Count);
    }
    Trips.insert(Trips.begin(), Count);
  }
  for (const Guard &G : reverse(Path.Guards)) {
    Formula Condition;
    if (isAround(G.Condition) && Translation.staysWhole(G.Condition, Holds))
      Condition = here(G.Condition);
    if (!Condition)
      return false;
    add(G.Side ? Condition : isFalse(Condition));
  }
  return true;
}

/// \p OfWarp summed over the warps of the launch and the iterations around.
Formula LaneFormulas::total(Formula OfWarp) const {
  if (Others)
    OfWarp = onlyIf(Others, OfWarp);
  return sumOverLaunch(OfWarp, Path.Loops, Trips, RowUnit::Warp, W, Pool);
}

AccessFormulas LaneFormulas::executions() const {
  if (!HasFormulas)
    return {};
  AccessFormulas Result;
  Formula One = Pool.number(1);
  Result.WarpExecutions =
      total(Active ? Pool.distinct(Lane, W, Active, One, One) : One);
  Result.LaneExecutions =
      total(Active ? Pool.sum(Lane, Pool.number(W), onlyIf(Active, One))
                   : Pool.number(W));
  Result.Holds = Holds;
  return Result.WarpExecutions && Result.LaneExecutions ? Result
                                                        : AccessFormulas();
}

AccessFormulas LaneFormulas::access(const MemoryAccess &Access,
                                    const GpuSpec *Gpu) const {
  AccessFormulas Result = executions();
  if (!Result.WarpExecutions || Access.Array == None ||
      !isPowerOf2_32(Access.Bytes) || Access.Bytes > (1u << SectorShift) ||
      !isAround(Access.Address))
    return Result;
  const Expr *InWarp = Warps.of(Access.Address);
  std::optional<Sum> All = InWarp ? sumOfProducts(InWarp) : std::nullopt;
  if (!All)
    return Result;
  // Arrays begin at whole lines, elements at multiples of their size.
  erase_if(*All, [](const Product &P) {
    return P.Number == 1 && P.Factors.size() == 1 &&
           P.Factors[0]->op() == Op::Base;
  });
  bool Aligned = all_of(*All, [&](const Product &P) {
    return P.Number % int64_t(Access.Bytes) == 0;
  });
  Formula Address = Translation.of(*All);
  if (!Address)
    return Result;
  Formula Whose = Active ? Active : Pool.number(1);
  const auto unit = [&](Formula At, unsigned Shift) {
    return Pool.binary(FormulaOp::ShiftRight, At, Pool.number(Shift));
  };
  Formula First = unit(Address, SectorShift);
  bool IsShared = Access.Space == MemorySpace::Shared;
  if (Access.Space == MemorySpace::Global ||
      Access.Space == MemorySpace::Constant)
    Result.Sectors = total(Pool.distinct(
        Lane, W, Whose, First,
        Aligned ? First : unit(Address + (Access.Bytes - 1), SectorShift)));
  if (!Aligned)
    return Result;
  // A sector of local memory holds one word of each of 8 lanes; aligned words
  // of one access are the same or apart.
  if (Access.Space == MemorySpace::Local) {
    constexpr unsigned LanesOfSector = 8;
    Formula Group = unit(Address, WordShift) * int64_t(W / LanesOfSector) +
                    Lane / LanesOfSector;
    Result.Sectors = total(Pool.distinct(Lane, W, Whose, Group, Group) *
                           std::max<int64_t>(1, Access.Bytes >> WordShift));
  }
  // Other words, but the same distances from bank to bank, wherever the array
  // begins.
  if (IsShared && Gpu && Gpu->Banks == BankRule::Warp32 &&
      unsigned(Gpu->NumBanks.Value) == W && isPowerOf2_32(W) &&
      Access.Bytes <= (1u << WordShift) &&
      Kernel.Arrays[Access.Array].SharedOffset % (1u << WordShift) == 0)
    Result.BankCycles =
        total(Pool.conflicts(Lane, W, Whose, unit(Address, WordShift)));
  return Result;
}
