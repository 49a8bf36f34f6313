//===- LaunchSizes.cpp - Block and grid of a launch -----------------------===//

#include "analysis/launch/LaunchResolver.h"

using namespace llvm;
using namespace kernelcast;

using Wide = unsigned __int128;

void LaunchResolver::assumeSize(AssumptionKind Kind,
                                const std::array<uint64_t, 3> &Size) {
  Assumption Entry{.Kind = Kind,
                   .Reason = Site ? AssumptionReason::SizeUnknown
                                  : AssumptionReason::NoLaunch};
  copy(Size, Entry.Whole.begin());
  assume(std::move(Entry));
}

/// \p E without its conversions, if that is a symbol; else null.
static const Expr *bareSymbol(const Expr *E) {
  while (E && E->op() == Op::Cast)
    E = E->operand(0);
  return E && E->op() == Op::Symbol ? E : nullptr;
}

/// Sizes of host code that are nothing but names have the sizes of the block
/// that is taken: (n + b - 1) / b blocks of b threads then fit together.
void LaunchResolver::nameBlock() {
  if (!Site)
    return;
  for (unsigned D = 0; D != 3; ++D) {
    const Expr *Symbol = bareSymbol(Site->Block[D]);
    auto Threads = static_cast<int64_t>(Launch.Block[D]);
    if (Symbol && Launch.Source != LaunchSource::Assumed)
      Values.try_emplace(
          Symbol->name(),
          integerArgument(Symbol->name(), Threads, Launch.Source));
    else if (Symbol)
      assumeSymbols(Symbol, Threads, AssumptionReason::AssumedBlock);
  }
}

/// How the sizes of the site, with the values that are known so far, go with
/// those that the user gives.
LaunchResolver::SizeMatch LaunchResolver::matchGivenSizes() const {
  SizeMatch Result = SizeMatch::Same;
  auto Compare = [&](const std::array<const Expr *, 3> &Known,
                     const std::optional<std::array<uint64_t, 3>> &Given) {
    if (!Given)
      return;
    for (auto [E, Wanted] : zip(Known, *Given)) {
      const std::optional<int64_t> Is = evaluate(E);
      if (Is && (*Is < 0 || static_cast<uint64_t>(*Is) != Wanted))
        Result = SizeMatch::Different;
      else if (!Is && Result == SizeMatch::Same)
        Result = SizeMatch::Unknown;
    }
  };
  Compare(Site->Grid, User.Grid);
  Compare(Site->Block, User.Block);
  return Result;
}

/// Whether \p Name has a part in \p E.
static bool restsOn(const Expr *E, StringRef Name) {
  bool Rests = false;
  if (E)
    visitPostOrder(E, [&](const Expr *Node) {
      Rests |= Node->op() == Op::Symbol && Node->name() == Name;
    });
  return Rests;
}

/// Nodes of \p E.
static unsigned sizeOf(const Expr *E) {
  unsigned Nodes = 0;
  if (E)
    visitPostOrder(E, [&](const Expr *) { ++Nodes; });
  return Nodes;
}

/// Loops over block sizes, or over steps with ever smaller grids: if the first
/// round's launch has other sizes than those given, looks for the round that
/// has them. It is known if both sizes are given, no other round has them, and
/// the loop is known to get there; else the first one is assumed.
void LaunchResolver::findRound() {
  if (!Site || (!User.Grid && !User.Block) ||
      matchGivenSizes() != SizeMatch::Different)
    return;
  unsigned Sizes = 0;
  for (unsigned D = 0; D != 3; ++D)
    Sizes += sizeOf(Site->Grid[D]) + sizeOf(Site->Block[D]);
  unsigned StepsLeft = MostRoundSteps;
  for (const VaryingSymbol &V : Site->Varying) {
    auto It = Values.find(V.Name);
    auto IsPart = [&](const Expr *E) { return restsOn(E, V.Name); };
    // What the device answers may be another number in each round.
    const bool IsAsked = any_of(Site->Queries, [&](const auto &Asked) {
      return IsPart(Asked.second.Threads) || IsPart(Asked.second.DynamicShared);
    });
    if (!V.Next || !V.GoesOn || IsAsked || It == Values.end() ||
        It->second.Source != LaunchSource::HostCode ||
        (none_of(Site->Grid, IsPart) && none_of(Site->Block, IsPart)))
      continue;
    const unsigned Steps = Sizes + sizeOf(V.Next) + sizeOf(V.GoesOn);
    int64_t &Value = It->second.Integer;
    const int64_t First = Value;
    std::optional<int64_t> Found;
    bool Several = false, ToTheEnd = false;
    while (StepsLeft >= Steps && !Several) {
      StepsLeft -= Steps;
      const std::optional<int64_t> Next = evaluate(V.Next);
      if (!Next || *Next == Value || *Next == First)
        break;
      Value = *Next;
      const std::optional<int64_t> GoesOn = evaluate(V.GoesOn);
      ToTheEnd = GoesOn == 0;
      if (!GoesOn || ToTheEnd)
        break;
      if (matchGivenSizes() != SizeMatch::Same)
        continue;
      Several = Found.has_value();
      Found = Found.value_or(Value);
    }
    Value = Found.value_or(First);
    It->second.Value = static_cast<double>(Value);
    if (!Found)
      continue;
    RoundFound = User.Grid && User.Block && ToTheEnd && !Several &&
                 !V.EndsEarly && !restsOnGuess(V.GoesOn);
    erase_if(Launch.Assumptions, [&](const Assumption &A) {
      return A.Kind == AssumptionKind::HostVariable && A.Name == V.Name;
    });
    if (!RoundFound)
      assume({.Kind = AssumptionKind::HostVariable,
              .Reason = AssumptionReason::RoundOfSizes,
              .Affects = affectedBy(V.Name),
              .Whole = {Value},
              .Name = V.Name});
    return;
  }
}

void LaunchResolver::resolveBlock() {
  if (User.Block) {
    Launch.Block = *User.Block;
    Launch.Source = LaunchSource::Option;
    nameBlock();
    return;
  }
  if (Site && all_of(Site->Block, [](const Expr *E) { return E; })) {
    std::array<uint64_t, 3> Size{};
    bool Known = true;
    for (unsigned D = 0; D != 3; ++D) {
      std::optional<int64_t> Threads = evaluate(Site->Block[D]);
      Known &= Threads.has_value();
      Size[D] =
          static_cast<uint64_t>(std::max<int64_t>(Threads.value_or(0), 0));
    }
    if (Known) {
      Launch.Block = Size;
      Launch.Source = LaunchSource::HostCode;
      return;
    }
  }
  if (Kernel.RequiredBlock[0]) {
    for (unsigned D = 0; D != 3; ++D)
      Launch.Block[D] = std::max(Kernel.RequiredBlock[D], 1u);
    Launch.Source = LaunchSource::Attribute;
    nameBlock();
    return;
  }
  Launch.Source = LaunchSource::Assumed;
  if (Symbols.Dimensions == 1)
    Launch.Block = {256, 1, 1};
  else if (Symbols.Dimensions == 2)
    Launch.Block = {16, 16, 1};
  else
    Launch.Block = {8, 8, 8};
  uint64_t Most = Kernel.MaxThreadsPerBlock ? Kernel.MaxThreadsPerBlock : ~0ull;
  if (Gpu.MaxThreadsPerBlock.isKnown())
    Most = std::min<uint64_t>(
        Most, static_cast<uint64_t>(Gpu.MaxThreadsPerBlock.Value));
  while (Launch.threadsPerBlock() > std::max<uint64_t>(Most, 1)) {
    uint64_t &Longest =
        *std::max_element(Launch.Block.begin(), Launch.Block.end());
    Longest /= 2;
  }
  nameBlock();
  assumeSize(AssumptionKind::BlockSize, Launch.Block);
}

void LaunchResolver::resolveGrid() {
  auto CeilDivide = [](uint64_t A, uint64_t B) {
    return B ? A / B + (A % B != 0) : 0;
  };
  if (User.Grid) {
    Launch.Grid = *User.Grid;
    GridKnown = true;
    return;
  }
  if (User.GlobalSize) {
    for (unsigned D = 0; D != 3; ++D)
      Launch.Grid[D] = CeilDivide((*User.GlobalSize)[D], Launch.Block[D]);
    GridKnown = true;
    for (unsigned D = 0; D != 3; ++D)
      if (Launch.Block[D] && (*User.GlobalSize)[D] % Launch.Block[D]) {
        Assumption Entry{.Kind = AssumptionKind::GridSize,
                         .Reason = AssumptionReason::WholeBlocks};
        copy(Launch.Grid, Entry.Whole.begin());
        assume(std::move(Entry));
        break;
      }
    return;
  }
  if (Site && all_of(Site->Grid, [](const Expr *E) { return E; })) {
    // A grid that is handed on from elsewhere has the dimensions that the
    // kernel looks at.
    auto Unused = [&](unsigned D) {
      return D >= Symbols.Axes && bareSymbol(Site->Grid[D]) &&
             !evaluate(Site->Grid[D]);
    };
    unsigned Extents = 1;
    for (unsigned D = 0; D != 3; ++D)
      if (!Site->Grid[D]->isConstant(1) && !Unused(D))
        Extents = std::max(Extents, D + 1);
    uint64_t Problem = AssumedExtent[Extents - 1];
    GridKnown = true;
    bool Good = true;
    for (unsigned D = 0; D != 3; ++D) {
      if (!evaluate(Site->Grid[D])) {
        GridKnown = false;
        bool Blocks = bareSymbol(Site->Grid[D]);
        uint64_t Needed = Unused(D) ? 1 : CeilDivide(Problem, Launch.Block[D]);
        assumeSymbols(Site->Grid[D], Blocks ? Needed : Problem,
                      Blocks ? AssumptionReason::BlocksNeeded
                             : AssumptionReason::ProblemSize);
      }
      std::optional<int64_t> Size = evaluate(Site->Grid[D]);
      if (!Size || (*Size <= 0 && !GridKnown)) {
        Good = false;
        continue;
      }
      Launch.Grid[D] = static_cast<uint64_t>(std::max<int64_t>(*Size, 0));
    }
    if (Good)
      return;
    GridKnown = false;
  }
  unsigned Extents = Symbols.Dimensions;
  for (unsigned D = 0; D != 3; ++D)
    if (Launch.Block[D] > 1)
      Extents = std::max(Extents, D + 1);
  for (unsigned D = 0; D != 3; ++D)
    Launch.Grid[D] =
        D < Extents
            ? std::max<uint64_t>(
                  CeilDivide(AssumedExtent[Extents - 1], Launch.Block[D]), 1)
            : 1;
  assumeSize(AssumptionKind::GridSize, Launch.Grid);
}

Error LaunchResolver::check() const {
  auto Fail = [](const Twine &Text) {
    return createStringError(inconvertibleErrorCode(), Text);
  };
  constexpr char Axis[] = {'x', 'y', 'z'};
  auto MostBlocks = mostBlocks(Gpu);
  for (unsigned D = 0; D != 3; ++D) {
    if (Launch.Block[D] == 0 || Launch.Block[D] > INT32_MAX)
      return Fail("block size in " + Twine(Axis[D]) + " is " +
                  Twine(Launch.Block[D]) + "; it must be positive");
    if (Launch.Grid[D] == 0)
      return Fail("grid size in " + Twine(Axis[D]) +
                  " is 0 or less; it must be positive");
    if (Launch.Grid[D] > MostBlocks[D])
      return Fail("grid size in " + Twine(Axis[D]) + " is " +
                  Twine(Launch.Grid[D]) + "; at most " + Twine(MostBlocks[D]) +
                  " blocks are possible");
  }
  Wide Threads = Wide(Launch.Block[0]) * Launch.Block[1] * Launch.Block[2];
  uint64_t Most = mostThreads(Gpu);
  if (Threads > Most)
    return Fail("block of " + Twine(Launch.Block[0]) + "x" +
                Twine(Launch.Block[1]) + "x" + Twine(Launch.Block[2]) +
                " threads is over the limit of " + Twine(Most) +
                " threads per block on " + Gpu.Name);
  Wide Blocks = Wide(Launch.Grid[0]) * Launch.Grid[1];
  if (Blocks > INT64_MAX || Blocks * Launch.Grid[2] > INT64_MAX ||
      Blocks * Launch.Grid[2] * Threads > INT64_MAX)
    return Fail("the launch has more than 2^63 threads");
  return Error::success();
}
