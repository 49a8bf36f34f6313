//===- LintLaunch.cpp - One launch of a kernel, for the checks ------------===//

#include "tool/lint/LintLaunch.h"
#include "analysis/pdg/KernelGraphs.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;
using namespace kernelcast;

void LintLaunch::complete(Finding &F, CheckId Check) const {
  const LaunchConfiguration &Shape = profile().Launch;
  F.Check = Check;
  F.Kernel = Kernel.QualifiedName;
  F.Gpu = gpu().Name;
  F.Grid = Shape.Grid;
  F.Block = Shape.Block;
  F.Source = Shape.Source;
  F.LaunchedAt = Shape.Location;
  F.TimesWithheld = Launch.Guesses.Withheld;
}

ArrayRef<CostlyAccess> LintLaunch::accesses() const {
  if (!Accesses)
    Accesses =
        costliestAccesses(profile(), std::numeric_limits<unsigned>::max(),
                          /*BanksFirst=*/false);
  return *Accesses;
}

/// Whether \p Leaf, a coordinate, is gridDim.x, .y or .z.
static bool isGridSize(const Expr *Leaf) {
  constexpr auto First = static_cast<int64_t>(Coordinate::GridSizeX);
  return Leaf->value() >= First && Leaf->value() < First + 3;
}

bool LintLaunch::rests(const Expr *E, bool Defaults) const {
  bool Guessed = false;
  const bool GridGuessed =
      any_of(profile().Launch.Assumptions, [](const Assumption &A) {
        return A.Kind == AssumptionKind::GridSize;
      });
  DenseSet<PhiId> Seen;
  SmallVector<const Expr *> Left = {E};
  auto guessed = [&](StringRef Name) {
    return any_of(profile().Launch.Assumptions, [&](const Assumption &A) {
      return (A.Kind == AssumptionKind::Argument ||
              A.Kind == AssumptionKind::HostVariable) &&
             (Defaults || A.Reason != AssumptionReason::HostDefault) &&
             A.Name == Name;
    });
  };
  while (!Left.empty() && !Guessed)
    visitPostOrder(Left.pop_back_val(), [&](const Expr *Node) {
      if (Node->op() == Op::Symbol)
        Guessed |= guessed(Node->name());
      if (Node->op() == Op::Coordinate && isGridSize(Node))
        Guessed |= GridGuessed;
      if (Node->op() == Op::Phi &&
          Seen.insert(static_cast<PhiId>(Node->value())).second)
        for (const Expr *Incoming :
             model().Phis[static_cast<size_t>(Node->value())].Incoming)
          if (Incoming)
            Left.push_back(Incoming);
    });
  return Guessed;
}

bool LintLaunch::isGuessed(
    const std::array<const Expr *, 3> LaunchSite::*Size) const {
  const LaunchConfiguration &Shape = profile().Launch;
  if (Shape.Source != LaunchSource::HostCode)
    return Shape.Source == LaunchSource::Assumed;
  return any_of(model().Launches, [&](const LaunchSite &Site) {
    return Site.Location == Shape.Location &&
           any_of(Site.*Size,
                  [&](const Expr *E) { return !E || restsOnGuess(E); });
  });
}

bool LintLaunch::blockIsGuessed() const {
  return isGuessed(&LaunchSite::Block) ||
         any_of(profile().Launch.Assumptions, [](const Assumption &A) {
           return A.Kind == AssumptionKind::BlockSize;
         });
}

bool LintLaunch::gridIsGuessed() const {
  return isGuessed(&LaunchSite::Grid) ||
         any_of(profile().Launch.Assumptions, [](const Assumption &A) {
           return A.Kind == AssumptionKind::GridSize;
         });
}

std::optional<Gain>
LintLaunch::gain(function_ref<void(WarpProfile &)> Ideal) const {
  WarpProfile Fixed = profile();
  Ideal(Fixed);
  return gainTo(Launch, Kernel.Analysis->rederived(std::move(Fixed), gpu()));
}

std::optional<Gain>
LintLaunch::gainAsIs(function_ref<void(WarpProfile &)> Ideal) const {
  WarpProfile Fixed = profile();
  Ideal(Fixed);
  return gainTo(Launch, Fixed);
}

std::optional<Gain> LintLaunch::gain(const LaunchConfiguration &Other) const {
  return gainTo(Launch, Kernel.Analysis->profile(Other, gpu(), Options));
}

const ThreadAddresses &LintLaunch::threads() const {
  if (!Threads)
    Threads.emplace(model(), profile().Launch);
  return *Threads;
}

ArrayRef<Reload> LintLaunch::reloads() const {
  if (!Reloads)
    Reloads = kernelcast::reloads(model(), profile().Graphs->dominators());
  return *Reloads;
}

ArrayRef<NeighbouringAccesses> LintLaunch::neighbours() const {
  if (!Neighbours)
    Neighbours =
        neighbouringAccesses(threads(), profile().Graphs->dominators());
  return *Neighbours;
}

std::optional<WarpExample>
LintLaunch::example(AccessId Id,
                    function_ref<double(const WarpExample &)> Cost) const {
  return warpExample(threads(), Id, profile().WarpSize, Cost);
}

Witness LintLaunch::witnessOf(AccessId Id, const WarpExample &Example,
                              uint64_t Lanes) const {
  Witness Result;
  const unsigned Array = model().Accesses[Id].Array;
  if (Array != kernelcast::None)
    Result.Array = model().Arrays[Array].Name;
  Result.Block = Example.Block;
  Result.Warp = Example.Warp;
  Result.Iteration = Example.Iteration;
  for (unsigned Lane = 0; Lane != Example.Addresses.size(); ++Lane)
    if (Example.Active & Lanes & (uint64_t(1) << Lane))
      Result.Lanes.push_back({Lane, Example.Addresses[Lane]});
  return Result;
}

std::optional<Witness>
LintLaunch::witness(AccessId Id,
                    function_ref<double(const WarpExample &)> Cost) const {
  std::optional<WarpExample> Found = example(Id, Cost);
  if (!Found)
    return std::nullopt;
  return witnessOf(Id, *Found, ~uint64_t(0));
}
