//===- LintLaunch.cpp - One launch of a kernel, for the checks ------------===//

#include "tool/lint/LintLaunch.h"
#include "analysis/pdg/KernelGraphs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <fmt/ranges.h>
#include <limits>

using namespace llvm;
using namespace kernelcast;

/// "; assumes n = 1024 and the grid = 64x1x1".
static std::string assumedText(ArrayRef<AssumedNumber> Numbers) {
  constexpr size_t MostNamed = 3;
  const bool All = Numbers.size() <= MostNamed;
  std::string Text = "; assumes ";
  ListSeparator Separator(All && Numbers.size() == 2 ? " and " : ", ");
  for (const AssumedNumber &Number :
       Numbers.take_front(All ? MostNamed : MostNamed - 1))
    Text += fmt::format("{}{} = {}", StringRef(Separator).str(), Number.Name,
                        fmt::join(Number.Values, "x"));
  if (!All)
    Text +=
        fmt::format(" and {} other numbers", Numbers.size() - (MostNamed - 1));
  return Text;
}

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
  if (!F.Assumes.empty())
    F.Message += assumedText(F.Assumes);
}

ArrayRef<CostlyAccess> LintLaunch::accesses() const {
  if (!Accesses)
    Accesses =
        costliestAccesses(profile(), std::numeric_limits<unsigned>::max(),
                          /*BanksFirst=*/false);
  return *Accesses;
}

bool LintLaunch::isMadeAsOften(ArrayRef<AccessId> Ids) const {
  return !Code ||
         all_of(Ids, [&](AccessId Id) { return Code->makesAsOften(Id); });
}

/// Whether \p Leaf, a coordinate, is gridDim.x, .y or .z.
static bool isGridSize(const Expr *Leaf) {
  constexpr auto First = static_cast<int64_t>(Coordinate::GridSizeX);
  return Leaf->value() >= First && Leaf->value() < First + 3;
}

SmallVector<const Expr *> LintLaunch::passedAs(StringRef Parameter) const {
  SmallVector<const Expr *> Result;
  for (const LaunchSite &Site : model().Launches)
    if (Site.Location == profile().Launch.Location)
      for (const auto &[Own, Given] : zip(model().Parameters, Site.Arguments))
        if (Given && Own.Name == Parameter)
          Result.push_back(Given);
  return Result;
}

SmallVector<const Expr *> LintLaunch::givenAs(unsigned Dimension) const {
  SmallVector<const Expr *> Result;
  for (const LaunchSite &Site : model().Launches)
    if (Site.Location == profile().Launch.Location && Site.Grid[Dimension])
      Result.push_back(Site.Grid[Dimension]);
  return Result;
}

std::vector<const Assumption *> LintLaunch::guessesOf(const Expr *E,
                                                      bool Defaults) const {
  std::vector<const Assumption *> Guesses;
  auto addIf = [&](auto Matches) {
    for (const Assumption &A : profile().Launch.Assumptions)
      if (Matches(A) && !is_contained(Guesses, &A))
        Guesses.push_back(&A);
  };
  auto addNamed = [&](StringRef Name) {
    addIf([&](const Assumption &A) {
      return (A.Kind == AssumptionKind::Argument ||
              A.Kind == AssumptionKind::HostVariable) &&
             (Defaults || A.Reason != AssumptionReason::HostDefault) &&
             A.Name == Name;
    });
  };
  DenseSet<PhiId> Seen;
  StringSet<> Named;
  SmallVector<const Expr *> Left = {E};
  while (!Left.empty())
    visitPostOrder(Left.pop_back_val(), [&](const Expr *Node) {
      if (Node->op() == Op::Symbol) {
        addNamed(Node->name());
        if (Named.insert(Node->name()).second)
          append_range(Left, passedAs(Node->name()));
      }
      if (Node->op() == Op::Coordinate && isGridSize(Node)) {
        addIf([](const Assumption &A) {
          return A.Kind == AssumptionKind::GridSize;
        });
        const auto Dimension = static_cast<unsigned>(
            Node->value() - static_cast<int64_t>(Coordinate::GridSizeX));
        if (Named.insert(name(static_cast<Coordinate>(Node->value()))).second)
          append_range(Left, givenAs(Dimension));
      }
      if (Node->op() == Op::Phi &&
          Seen.insert(static_cast<PhiId>(Node->value())).second)
        for (const Expr *Incoming :
             model().Phis[static_cast<size_t>(Node->value())].Incoming)
          if (Incoming)
            Left.push_back(Incoming);
    });
  return Guesses;
}

void LintLaunch::restOn(Finding &F, const Expr *E) const {
  if (!E)
    return;
  for (const Assumption *Each : guessesOf(E, /*Defaults=*/true)) {
    F.Known = How::Assumed;
    const bool IsGrid = Each->Kind == AssumptionKind::GridSize;
    std::string Name = IsGrid ? "the grid" : Each->Name;
    if (none_of(F.Assumes,
                [&](const AssumedNumber &Known) { return Known.Name == Name; }))
      F.Assumes.push_back(
          {std::move(Name),
           {Each->Whole.begin(), Each->Whole.begin() + (IsGrid ? 3 : 1)},
           Each->Reason == AssumptionReason::HostDefault});
  }
}

void LintLaunch::restOnLoops(Finding &F, const Expr *Value,
                             BlockId Block) const {
  const KernelModel &Kernel = model();
  restOn(F, Value);
  for (LoopId Loop = Kernel.Blocks[Block].Loop; Loop != kernelcast::None;
       Loop = Kernel.Loops[Loop].Parent) {
    restOn(F, Kernel.Blocks[Kernel.Loops[Loop].Header].Condition);
    for (BlockId Latch : Kernel.Loops[Loop].Latches)
      restOn(F, Kernel.Blocks[Latch].Condition);
  }
}

void LintLaunch::restOnMean(Finding &F, AccessId Id, double Mean) const {
  // A mean that is no whole number is one of several.
  constexpr double Rounding = 1e-9;
  const MemoryAccess &Access = model().Accesses[Id];
  if (std::abs(Mean - std::round(Mean)) > Rounding)
    restOnLoops(F, Access.computedAddress(), Access.Block);
  else
    restOn(F, Access.computedAddress());
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

/// Whether \p E is another number in the next round of a loop around \p Site.
static bool varies(const LaunchSite &Site, const Expr *E) {
  bool Result = false;
  if (E && !Site.Varying.empty())
    visitPostOrder(E, [&](const Expr *Node) {
      Result |= Node->op() == Op::Symbol &&
                any_of(Site.Varying, [&](const VaryingSymbol &S) {
                  return S.Name == Node->name();
                });
    });
  return Result;
}

bool LintLaunch::shapeVaries() const {
  return any_of(model().Launches, [&](const LaunchSite &Site) {
    auto Varies = [&](const Expr *E) { return varies(Site, E); };
    return Site.Location == profile().Launch.Location &&
           (any_of(Site.Grid, Varies) || any_of(Site.Block, Varies) ||
            Varies(Site.DynamicShared));
  });
}

bool LintLaunch::mayHaveCompany() const {
  return any_of(model().Launches, [&](const LaunchSite &Site) {
    return Site.InStream && Site.Location == profile().Launch.Location;
  });
}

bool LintLaunch::isChosen() const {
  return any_of(model().Launches, [&](const LaunchSite &Site) {
    return Site.Chosen && Site.Location == profile().Launch.Location;
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

bool LintLaunch::isResidencySure() const {
  const WarpProfile &Profile = profile();
  if (!isEstimate(Profile.RegistersSource))
    return true;
  constexpr unsigned Least = 8; // what an estimate is readily off by
  const unsigned Estimate = Profile.RegistersPerThread;
  AnalysisOptions More = Options;
  More.Registers =
      std::min<unsigned>(Estimate + std::max(Least, Estimate / 4), 255);
  Expected<OccupancyResult> Then = Kernel.Analysis->residency(
      Profile.Launch.threadsPerBlock(), Profile.Launch.DynamicSharedBytes,
      gpu(), More);
  if (!Then) {
    consumeError(Then.takeError());
    return false;
  }
  return Then->BlocksPerSM == Profile.Residency.BlocksPerSM;
}

bool LintLaunch::isBeyondMemory() const {
  constexpr double MostMemory = 8.0 * (uint64_t(1) << 30);
  double Sum = 0;
  for (const auto &[Id, Array] : enumerate(model().Arrays)) {
    if (Array.Space != MemorySpace::Global)
      continue;
    double Low = HUGE_VAL, High = -HUGE_VAL;
    for (const auto &[Access, Facts] :
         zip(model().Accesses, profile().Accesses))
      if (Access.Array == Id)
        for (const FootprintPattern &Each : Facts.Touched.patterns()) {
          Low = std::min(Low, Each.Low);
          High = std::max(High, Each.High);
        }
    Sum += std::max(0.0, High - Low);
  }
  return Sum > MostMemory;
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
