//===- KernelFormulas.cpp - A kernel's counts as formulas -----------------===//

#include "analysis/formulas/KernelFormulas.h"
#include "analysis/support/PhaseClock.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

KernelFormulas::KernelFormulas(const KernelModel &Kernel, unsigned WarpSize,
                               const GpuSpec *Gpu, bool ByLanes)
    : Kernel(Kernel), WarpSize(WarpSize), Gpu(Gpu), ByLanes(ByLanes),
      Warps(WarpSize), Trips(Kernel.Loops.size()),
      Accesses(Kernel.Accesses.size()) {}

ExecutionPaths &KernelFormulas::paths() {
  if (!Paths)
    Paths.emplace(Kernel);
  return *Paths;
}

const TripFormula &KernelFormulas::trips(LoopId Id) {
  std::optional<TripFormula> &Trip = Trips[Id];
  if (Trip)
    return *Trip;
  PhaseScope Timed(Phase::Formulas);
  Trip.emplace();
  const LoopInfo &Loop = Kernel.Loops[Id];
  auto Around = [&](LoopId Other) {
    LoopId Outer = Loop.Parent;
    while (Outer != None && Outer != Other)
      Outer = Kernel.Loops[Outer].Parent;
    return Outer == Other;
  };
  if (Loop.TripCount && countsOnly(Loop.TripCount, Around) &&
      Translation.staysWhole(Loop.TripCount, Trip->Holds))
    Trip->Count = Translation.of(Loop.TripCount);
  if (!Trip->Count)
    Trip->Holds.clear();
  return *Trip;
}

LaneFormulas KernelFormulas::laneByLane(const ExecutionPath &Path) {
  SmallVector<TripFormula, 4> TripsOfLoops;
  for (LoopId L : Path.Loops)
    TripsOfLoops.push_back(trips(L));
  return LaneFormulas(Kernel, Path, TripsOfLoops, WarpSize, Pool, Translation,
                      Warps);
}

/// By rows of threads, else by warps; \p ByWarp: by these in any case.
PathFormulas KernelFormulas::along(const ExecutionPath &Path, bool MayJoin,
                                   bool ByWarp) {
  SmallVector<TripFormula, 4> TripsOfLoops;
  for (LoopId L : Path.Loops)
    TripsOfLoops.push_back(trips(L));
  if (!ByWarp) {
    PathFormulas ByRow(Kernel, Path, TripsOfLoops, WarpSize, Pool, Translation,
                       MayJoin);
    if (ByRow.hasFormulas())
      return ByRow;
  }
  return PathFormulas(Kernel, Path, TripsOfLoops, WarpSize, Pool, Translation,
                      MayJoin, &Warps);
}

PathFormulas &KernelFormulas::shared(const ExecutionPath &Path) {
  std::unique_ptr<PathFormulas> &Known = OfPaths[&Path];
  if (!Known)
    Known = std::make_unique<PathFormulas>(along(Path));
  return *Known;
}

const AccessFormulas &KernelFormulas::access(AccessId Id) {
  std::optional<AccessFormulas> &Result = Accesses[Id];
  if (Result)
    return *Result;
  PhaseScope Timed(Phase::Formulas);
  Result.emplace();
  const MemoryAccess &Access = Kernel.Accesses[Id];
  if (!Kernel.Irreducible && Access.Address &&
      Access.Block < Kernel.Blocks.size())
    if (const ExecutionPath *Path = paths().to(Access.Block)) {
      *Result = shared(*Path).access(Access, Gpu);
      // The address may be one of lanes where the way is one of threads.
      if (Result->WarpExecutions && !Result->Sectors && !Result->BankCycles &&
          !shared(*Path).isByWarp())
        if (AccessFormulas ByWarp =
                along(*Path, /*MayJoin=*/false, /*ByWarp=*/true)
                    .access(Access, Gpu);
            ByWarp.Sectors || ByWarp.BankCycles)
          *Result = ByWarp;
      if (ByLanes && !Result->Sectors && !Result->BankCycles)
        if (AccessFormulas OfLanes = laneByLane(*Path).access(Access, Gpu);
            OfLanes.WarpExecutions)
          *Result = OfLanes;
    }
  return *Result;
}

/// Of the lanes on \p Outer those that \p Inner leaves behind.
AccessFormulas KernelFormulas::leftBehind(const ExecutionPath &Outer,
                                          const ExecutionPath &Inner) {
  PathFormulas Fewer = along(Inner);
  PathFormulas All = along(Outer, Fewer.joins(), Fewer.isByWarp());
  AccessFormulas Result = Fewer.executions();
  Result.WarpExecutions = All.withoutInner(Fewer);
  Result.LaneExecutions = {};
  return Result;
}

/// A block that several conditions in a row lead to, where whoever passes them
/// all goes on elsewhere: `if (x >= n || y >= n) return;`
AccessFormulas KernelFormulas::fallenOut(const BasicBlock &Block) {
  auto Branches = [&](BlockId P) {
    const BasicBlock &B = Kernel.Blocks[P];
    return P < Block.Id && B.Condition && B.Successors.size() == 2 &&
           B.Successors[0] != B.Successors[1] && B.Loop == Block.Loop;
  };
  if (Block.Predecessors.empty() || !all_of(Block.Predecessors, Branches))
    return {};
  SmallVector<BlockId, 2> Order(Block.Predecessors);
  sort(Order, std::greater<>());
  const BasicBlock &Last = Kernel.Blocks[Order.front()];
  BlockId Next = Last.Successors[Last.Successors[0] == Block.Id ? 1 : 0];
  const ExecutionPath *Inner = paths().to(Next);
  const ExecutionPath *Outer = paths().to(Order.back());
  if (!Inner || !Outer || Inner->TestsAgain || Outer->TestsAgain ||
      Inner->Loops != Outer->Loops ||
      Inner->Guards.size() != Outer->Guards.size() + Order.size())
    return {};
  for (auto [G, P] : zip(Inner->Guards, Order))
    if (G.Condition != Kernel.Blocks[P].Condition ||
        G.Side != (Kernel.Blocks[P].Successors[1] == Block.Id))
      return {};
  return leftBehind(*Outer, *Inner);
}

ExecutionFormulas KernelFormulas::block(BlockId Id) {
  ExecutionFormulas Result;
  const BasicBlock &Block = Kernel.Blocks[Id];
  if (Kernel.Irreducible || Block.OnWayOut)
    return Result;
  const ExecutionPath *Path = paths().to(Id);
  if (Path)
    Result.Whole = shared(*Path).executions();
  if (!Result.Whole.WarpExecutions)
    Result.Whole = fallenOut(Block);
  if (Path && ByLanes && !Result.Whole.WarpExecutions)
    Result.Whole = laneByLane(*Path).executions();
  if (!Path || !Block.Condition || Path->TestsAgain)
    return Result;
  ExecutionPath Behind[2] = {*Path, *Path};
  for (unsigned Side : {0u, 1u})
    Behind[Side].Guards.insert(Behind[Side].Guards.begin(),
                               {Block.Condition, Side == 0});
  for (unsigned Side : {0u, 1u}) {
    Result.Sides[Side] = along(Behind[Side]).executions();
    if (!Result.Sides[Side].WarpExecutions)
      Result.Sides[Side] = leftBehind(*Path, Behind[1 - Side]);
    if (ByLanes && !Result.Sides[Side].WarpExecutions)
      Result.Sides[Side] = laneByLane(Behind[Side]).executions();
  }
  return Result;
}
