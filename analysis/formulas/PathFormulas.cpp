//===- PathFormulas.cpp - Executions and sectors along a path -------------===//

#include "analysis/formulas/PathFormulas.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/support/Magnitude.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr int64_t SectorBytes = 32;

//===- Rows ---------------------------------------------------------------===//

PathFormulas::PathFormulas(const KernelModel &Kernel, const ExecutionPath &Path,
                           ArrayRef<TripFormula> TripsOfLoops,
                           unsigned WarpSize, FormulaPool &Pool,
                           FormulaTranslation &Translation, bool MayJoin,
                           WarpsOfRow *Warps)
    : Kernel(Kernel), Path(Path), W(WarpSize), Warps(Warps), Pool(Pool),
      Translation(Translation), HasFormulas(readGuards(TripsOfLoops)) {
  if (!HasFormulas)
    return;
  for (Formula Other : Guards.Others) // the outermost one is the last
    Others = Others ? both(Other, Others) : Other;
  std::vector<RowBound> Bounds = Guards.Bounds;
  auto KnowsBlock = [](Formula F) { return F.mentions(Coordinate::BlockX); };
  CanJoin = MayJoin && !Warps && all_of(Bounds, takeBlocksAlongX) &&
            none_of(Guards.Others, KnowsBlock) && none_of(Trips, KnowsBlock);
}

bool PathFormulas::isAround(const Expr *E) const {
  return countsOnly(E, [&](LoopId L) { return is_contained(Path.Loops, L); });
}

/// Guards and trip counts of the path; false where one has no formula.
bool PathFormulas::readGuards(ArrayRef<TripFormula> TripsOfLoops) {
  Holds.push_back(
      isEqual(Pool.coordinate(Coordinate::BlockSizeX) % int64_t(W), 0));
  for (const Guard &G : Path.Guards)
    if (!isAround(G.Condition) || !Translation.staysWhole(G.Condition, Holds) ||
        !here(G.Condition) ||
        !Guards.add(here(G.Condition), G.Side, Translation))
      return false;
  for (auto [L, Trip] : zip(Path.Loops, TripsOfLoops)) {
    Formula Count = Trip.Count;
    if (!Count)
      return false;
    const bool TestsAgain = Path.TestsAgain && L == Path.Loops.front();
    if (Count.mentions(Coordinate::ThreadX))
      Count = tripsHere(L, TestsAgain);
    if (!Count)
      return false;
    for (Formula Condition : Trip.Holds)
      if (!is_contained(Holds, Condition))
        Holds.push_back(Condition);
    Trips.push_back(TestsAgain ? Count + 1 : Count);
  }
  return true;
}

/// The trip count of the thread of a row that makes the most; each iteration
/// gets its guard. None if not the first threads of a row make it.
Formula PathFormulas::tripsHere(LoopId L, bool TestsAgain) {
  const Expr *TripCount = here(Kernel.Loops[L].TripCount);
  if (!TripCount)
    return {};
  Formula Same = Translation.of(TripCount);
  if (Same && !Same.mentions(Coordinate::ThreadX)) // in a warp
    return Same;
  std::optional<LeavingLoop> Loop = leavingLoop(TripCount);
  if (!Loop || (TestsAgain && Loop->TestsAtEnd))
    return {};
  const Expr *Counter = here(Kernel.Pool->counter(L));
  Guards.addIteration(*Loop, Counter, TestsAgain);
  // What blocks further on leave out, their guards know.
  takeBlocksAlongX(Loop->Left);
  Formula Rest = Translation.of(Loop->Left.Rest);
  Formula Step = Translation.of(Loop->Step);
  if (!Rest || !Step)
    return {};
  Formula Count = max(Pool.binary(FormulaOp::Div, Rest, Step), 0);
  return Loop->TestsAtEnd ? Count + 1 : Count;
}

PathFormulas::Rows &PathFormulas::rows(bool Joined) {
  std::optional<Rows> &R = Known[Joined];
  if (R)
    return *R;
  R.emplace();
  R->Bounds = Guards.Bounds;
  R->Threads = Warps ? Pool.number(W) : Pool.coordinate(Coordinate::BlockSizeX);
  if (Joined) {
    for (RowBound &Bound : R->Bounds)
      takeBlocksAlongX(Bound);
    R->Threads = Pool.coordinate(Coordinate::GridSizeX) * R->Threads;
  }
  R->Active = R->Threads;
  for (const RowBound &Bound : R->Bounds) {
    Formula First = Translation.of(Bound.Rest) / Bound.Divisor;
    if (Bound.NotInFirstOf != None)
      First = choose(isEqual(Pool.counter(Bound.NotInFirstOf), 0), R->Threads,
                     First);
    R->Active = min(First, R->Active);
  }
  if (!R->Bounds.empty())
    R->Active = max(R->Active, 0);
  R->Executions.LaneExecutions = total(R->Active, Joined);
  R->Executions.WarpExecutions =
      total(R->allActive() ? R->Active / W : warpsOf(R->Active), Joined);
  R->Executions.Holds = Holds;
  if (!R->Executions.LaneExecutions)
    R->Executions = {};
  return *R;
}

Formula PathFormulas::warpsOf(Formula Threads) const {
  return (Threads + (W - 1)) / W;
}

Formula kernelcast::sumOverLaunch(Formula Unit, ArrayRef<LoopId> Loops,
                                  ArrayRef<Formula> Trips, RowUnit What,
                                  unsigned WarpSize, FormulaPool &Pool) {
  auto Over = [&](Formula Leaf, Formula Count) {
    if (Unit)
      Unit = Unit.mentions(Leaf) ? Pool.sum(Leaf, Count, Unit) : Unit * Count;
  };
  auto OverAxis = [&](Coordinate Index, Coordinate Size, unsigned Axis) {
    Over(Pool.coordinate(inDimension(Index, Axis)),
         Pool.coordinate(inDimension(Size, Axis)));
  };
  for (auto [L, Count] : zip(Loops, Trips))
    Over(Pool.counter(L), Count);
  if (What == RowUnit::Warp)
    Over(Pool.counter(WarpsOfRow::Counter),
         Pool.coordinate(Coordinate::BlockSizeX) / int64_t(WarpSize));
  if (What != RowUnit::JoinedRow)
    OverAxis(Coordinate::BlockX, Coordinate::GridSizeX, 0);
  for (unsigned Axis : {1u, 2u}) {
    OverAxis(Coordinate::ThreadX, Coordinate::BlockSizeX, Axis);
    OverAxis(Coordinate::BlockX, Coordinate::GridSizeX, Axis);
  }
  bool Fits = Unit && Unit.size() <= FormulaTranslation::MaxSize;
  return Fits ? Unit : Formula();
}

/// \p Row summed over the launch and the iterations of the loops around.
Formula PathFormulas::total(Formula Row, bool Joined) const {
  if (Others)
    Row = onlyIf(Others, Row);
  RowUnit What = Warps    ? RowUnit::Warp
                 : Joined ? RowUnit::JoinedRow
                          : RowUnit::Row;
  return sumOverLaunch(Row, Path.Loops, Trips, What, W, Pool);
}

AccessFormulas PathFormulas::executions() {
  return HasFormulas ? rows(CanJoin).Executions : AccessFormulas();
}

Formula PathFormulas::withoutInner(PathFormulas &Inner) {
  if (!HasFormulas || !Inner.HasFormulas || CanJoin != Inner.CanJoin ||
      Warps != Inner.Warps)
    return {};
  Formula All = rows(CanJoin).Active, Fewer = Inner.rows(CanJoin).Active;
  if (Inner.Others)
    Fewer = onlyIf(Inner.Others, Fewer);
  return total(onlyIf(isLess(Fewer, All), warpsOf(All) - Fewer / W), CanJoin);
}

//===- Accesses -----------------------------------------------------------===//

AccessFormulas PathFormulas::access(const MemoryAccess &Access,
                                    const GpuSpec *Gpu) {
  if (!HasFormulas)
    return {};
  std::optional<AlongX> Address;
  if (Access.Array != None && Access.Bytes <= SectorBytes &&
      isPowerOf2_32(Access.Bytes) && isAround(Access.Address))
    Address = addressOf(Access);
  bool IsShared = Access.Space == MemorySpace::Shared;
  bool HasSectors = Address && (Access.Space == MemorySpace::Global ||
                                Access.Space == MemorySpace::Constant);
  std::optional<AlongX> InOneRow = Address;
  bool Join = CanJoin && (!HasSectors || takeBlocksAlongX(*InOneRow));
  const Rows &R = rows(Join);
  AccessFormulas Result = R.Executions;
  if (!Result.WarpExecutions)
    return Result;
  if (HasSectors)
    Result.Sectors =
        total(sectors(Join ? *InOneRow : *Address, Access.Bytes, R), Join);
  if (IsShared && Address && Gpu)
    Result.BankCycles = total(bankCycles(*Address, Access, *Gpu, R), Join);
  return Result;
}

std::optional<AlongX>
PathFormulas::addressOf(const MemoryAccess &Access) const {
  const Expr *Here = here(Access.Address);
  std::optional<Sum> All = Here ? sumOfProducts(Here) : std::nullopt;
  if (!All)
    return std::nullopt;
  // Arrays begin at whole lines, elements at multiples of their size.
  erase_if(*All, [](const Product &P) {
    return P.Number == 1 && P.Factors.size() == 1 &&
           P.Factors[0]->op() == Op::Base;
  });
  if (any_of(*All, [&](const Product &P) {
        return P.Number % int64_t(Access.Bytes) != 0;
      }))
    return std::nullopt;
  std::optional<AlongX> Form = alongX(*All);
  if (!Form || !Translation.of(Form->Stride) || !Translation.of(Form->Rest))
    return std::nullopt;
  return Form;
}

/// The stride in bytes, unless arguments or coordinates decide it.
std::optional<int64_t> PathFormulas::fixedStride(const AlongX &Address) const {
  int64_t Stride = 0;
  for (const Product &P : Address.Stride) {
    if (!P.Factors.empty())
      return std::nullopt;
    Stride += P.Number;
  }
  return Stride;
}

/// Distinct sectors of one row.
Formula PathFormulas::sectors(const AlongX &Address, unsigned Bytes,
                              const Rows &R) {
  Formula Active = R.Active;
  std::optional<int64_t> Stride = fixedStride(Address);
  if (Stride && magnitude(*Stride) >= SectorBytes)
    return Active;
  if (Stride == 0) // one element
    return warpsOf(Active);
  bool NoGaps = Stride == int64_t(Bytes) &&
                Translation.of(Address.Rest, SectorBytes).isNumber(0);
  if (NoGaps)
    return R.allActive() ? Active / W * (int64_t(W) * Bytes / SectorBytes)
                         : (Active * Bytes + (SectorBytes - 1)) / SectorBytes;
  Formula Whole = Active / W * touched(Address, Bytes, Pool.number(W));
  if (R.allActive())
    return Whole;
  Formula Rest = Active % W;
  return Whole + onlyIf(isAbove(Rest, 0), touched(Address, Bytes, Rest));
}

/// f(Lanes).
Formula PathFormulas::touched(const AlongX &Address, unsigned Bytes,
                              Formula Lanes) {
  Formula Stride = Translation.of(Address.Stride);
  Formula Steps = Lanes - 1;
  Formula Offset = Translation.of(Address.Rest, SectorBytes);
  std::optional<int64_t> Fixed = fixedStride(Address);
  Formula Span = abs(Stride) * Steps;
  Formula Lowest = !Fixed       ? Offset + min(Stride, 0) * Steps
                   : *Fixed < 0 ? Offset - Span
                                : Offset;
  Formula InSector =
      Pool.binary(FormulaOp::BitAnd, Lowest, Pool.number(SectorBytes - 1));
  Formula Dense = (InSector + Span + (Bytes - 1)) / SectorBytes + 1;
  return Fixed ? Dense
               : choose(isAtLeast(abs(Stride), SectorBytes), Lanes, Dense);
}

/// Cycles of the banks for one row. With a fixed stride of whole words they
/// depend on how many lanes there are, not on where these begin: other words,
/// but the same distances from bank to bank.
Formula PathFormulas::bankCycles(const AlongX &Address,
                                 const MemoryAccess &Access, const GpuSpec &Gpu,
                                 const Rows &R) {
  std::optional<int64_t> Stride = fixedStride(Address);
  if (!Stride || Access.Bytes % 4 != 0 || *Stride % 4 != 0 || W > 64 ||
      magnitude(*Stride) > (1 << 20) ||
      Kernel.Arrays[Access.Array].SharedOffset % Access.Bytes != 0)
    return {};
  std::vector<unsigned> Cycles;
  std::vector<int64_t> Addresses;
  for (unsigned L = 0; L != W; ++L)
    Addresses.push_back(static_cast<int64_t>(magnitude(*Stride) * L));
  for (unsigned L = 1; L <= W; ++L)
    Cycles.push_back(bankCost(Addresses, ~uint64_t(0) >> (64 - L), Access.Bytes,
                              Gpu.Banks, unsigned(Gpu.NumBanks.Value))
                         .Cycles);
  Formula Whole = R.Active / W * Cycles.back();
  if (R.allActive())
    return Whole;
  // One more cycle with every Step lanes.
  auto Step = unsigned(
      find_if(Cycles, [&](unsigned C) { return C != Cycles.front(); }) -
      Cycles.begin());
  for (unsigned L = 1; L <= W; ++L)
    if (Cycles[L - 1] != Cycles.front() * ((L + Step - 1) / Step))
      return {};
  return Whole + (R.Active % W + (Step - 1)) / Step * Cycles.front();
}
