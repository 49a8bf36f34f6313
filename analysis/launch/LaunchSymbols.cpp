//===- LaunchSymbols.cpp - Variables that a launch depends on -------------===//
//
// Which symbols a kernel's counts depend on and for what, and the value of an
// expression of host code over those that are known so far.
//===----------------------------------------------------------------------===//

#include "analysis/launch/LaunchResolver.h"
#include "analysis/launch/ScalarEvaluation.h"

using namespace llvm;
using namespace kernelcast;

/// The symbol that \p E is, but for conversions and constants.
static const Expr *plainSymbol(const Expr *E) {
  while (E->op() == Op::Cast ||
         ((E->op() == Op::Add || E->op() == Op::Mul || E->op() == Op::Shl) &&
          E->operand(1)->isConstant()))
    E = E->operand(0);
  return E->op() == Op::Symbol ? E : nullptr;
}

/// The axis (0 for x) along which \p E is the size of a block or grid.
static std::optional<unsigned> sizeAxis(const Expr *E) {
  while (E->op() == Op::Cast)
    E = E->operand(0);
  if (E->op() != Op::Coordinate)
    return std::nullopt;
  auto Which = static_cast<unsigned>(E->value());
  if (Which < static_cast<unsigned>(Coordinate::BlockSizeX) ||
      Which > static_cast<unsigned>(Coordinate::GridSizeZ))
    return std::nullopt;
  return Which % 3;
}

/// Of how many dimensions a launch is that \p Roots are written for: as many as
/// they have coordinates of. A coordinate that is multiplied by the size along
/// an axis before it is a part of a number that runs through all of the block
/// or grid (threadIdx.y * blockDim.x + threadIdx.x), as it does in one
/// dimension, and tells nothing.
static unsigned dimensions(ArrayRef<const Expr *> Roots) {
  constexpr unsigned All = 3;
  unsigned Most = 1;
  // With how many dimensions tell something where the expression stands.
  using Place = std::pair<const Expr *, unsigned>;
  DenseSet<Place> Seen;
  SmallVector<Place, 32> Work;
  auto Visit = [&](const Expr *E, unsigned Telling) {
    if (E && Seen.insert({E, Telling}).second)
      Work.push_back({E, Telling});
  };
  for (const Expr *Root : Roots)
    Visit(Root, All);
  while (!Work.empty()) {
    const auto [E, Telling] = Work.pop_back_val();
    if (E->op() == Op::Coordinate) {
      auto Which = static_cast<unsigned>(E->value());
      if (Which <= static_cast<unsigned>(Coordinate::BlockZ) &&
          Which % 3 < Telling)
        Most = std::max(Most, Which % 3 + 1);
      continue;
    }
    for (auto [I, Operand] : enumerate(E->operands())) {
      std::optional<unsigned> Axis;
      if (E->op() == Op::Mul)
        Axis = sizeAxis(E->operand(1 - I));
      Visit(Operand, Axis ? std::min(Telling, *Axis + 1) : Telling);
    }
  }
  return Most;
}

void KernelSymbols::add(ArrayRef<const Expr *> Roots, bool SymbolUse::*Use) {
  visitPostOrder(Roots, [&](const Expr *E) {
    if (E->op() == Op::Symbol) {
      SymbolUse &S = Uses[E->name()];
      S.*Use = true;
      S.Type = E->type();
    }
    if (E->op() == Op::Mul)
      for (unsigned I = 0; I != 2; ++I)
        if (!E->operand(1 - I)->isConstant())
          if (const Expr *Symbol = plainSymbol(E->operand(I)))
            Uses[Symbol->name()].Pitch = true;
    if (E->op() == Op::Coordinate && Use != &SymbolUse::Shape) {
      auto Which = static_cast<unsigned>(E->value());
      if (Which <= static_cast<unsigned>(Coordinate::BlockZ))
        Axes = std::max(Axes, Which % 3 + 1);
    }
  });
  if (Use != &SymbolUse::Shape)
    Dimensions = std::max(Dimensions, dimensions(Roots));
}

KernelSymbols::KernelSymbols(const KernelModel &Kernel) : Kernel(&Kernel) {
  for (const ParameterInfo &P : Kernel.Parameters)
    if (!P.Pointer && !P.Aggregate)
      Uses[P.Name].Type = P.Scalar;
  SmallVector<const Expr *, 0> Trips, Conditions, Addresses;
  for (const LoopInfo &L : Kernel.Loops)
    Trips.push_back(L.TripCount);
  for (const BasicBlock &B : Kernel.Blocks)
    Conditions.push_back(B.Condition);
  for (const MemoryAccess &A : Kernel.Accesses)
    Addresses.push_back(A.computedAddress());
  for (const PhiNode &P : Kernel.Phis) {
    if (P.Type.Float)
      continue;
    Addresses.push_back(P.ClosedForm);
    Addresses.append(P.Incoming.begin(), P.Incoming.end());
  }
  add(Trips, &SymbolUse::Trips);
  add(Conditions, &SymbolUse::Conditions);
  add(Addresses, &SymbolUse::Addresses);
}

/// The symbols of the launch in host code.
void LaunchResolver::addSite() {
  if (!Site)
    return;
  SmallVector<const Expr *, 7> Shape(Site->Grid.begin(), Site->Grid.end());
  Shape.append(Site->Block.begin(), Site->Block.end());
  Shape.push_back(Site->DynamicShared);
  Symbols.add(Shape, &SymbolUse::Shape);
  // A host variable that becomes the length of rows is one.
  for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
    if (E && !P.Pointer && Symbols.Uses[P.Name].Pitch)
      if (const Expr *Symbol = plainSymbol(E))
        Symbols.Uses[Symbol->name()].Pitch = true;
}

/// \p Size, or less for what has to be the length of a row: rows of a million
/// elements would not leave room for many.
int64_t LaunchResolver::plausible(StringRef Symbol, int64_t Size) const {
  auto It = Symbols.Uses.find(Symbol);
  bool Pitch = It != Symbols.Uses.end() && It->second.Pitch;
  return Pitch ? std::min<int64_t>(Size, AssumedExtent[1]) : Size;
}

AffectedParts LaunchResolver::affectedBy(StringRef Symbol) const {
  AffectedParts Parts;
  auto It = Symbols.Uses.find(Symbol);
  if (It == Symbols.Uses.end())
    return Parts;
  if (It->second.Shape)
    Parts = Parts | AffectedPart::LaunchShape;
  if (It->second.Trips)
    Parts = Parts | AffectedPart::TripCounts;
  if (It->second.Conditions)
    Parts = Parts | AffectedPart::Conditions;
  if (It->second.Addresses)
    Parts = Parts | AffectedPart::Addresses;
  return Parts;
}

std::optional<Scalar> LaunchResolver::scalar(const Expr *E) const {
  if (!E)
    return std::nullopt;
  return evaluateScalar(E, [&](const Expr *Leaf) -> std::optional<Scalar> {
    if (Leaf->op() != Op::Symbol)
      return std::nullopt;
    auto It = Values.find(Leaf->name());
    if (It == Values.end())
      return std::nullopt;
    const ArgumentValue &V = It->second;
    if (V.IsInteger)
      return Scalar{wrapToType(V.Integer, Leaf->type()),
                    static_cast<double>(V.Integer)};
    return Scalar{static_cast<int64_t>(V.Value), V.Value};
  });
}

std::optional<int64_t> LaunchResolver::evaluate(const Expr *E) const {
  const std::optional<Scalar> S = scalar(E);
  if (!S)
    return std::nullopt;
  if (!E->type().Float)
    return S->Integer;
  if (!(S->Float > -9e18 && S->Float < 9e18))
    return std::nullopt;
  return static_cast<int64_t>(S->Float);
}

ArgumentValue kernelcast::integerArgument(StringRef Name, int64_t Value,
                                          LaunchSource Source) {
  ArgumentValue V;
  V.Name = Name.str();
  V.Integer = Value;
  V.Value = static_cast<double>(Value);
  V.Source = Source;
  return V;
}

/// The host variables on which the launch rests, without those that only have
/// to do with floats that no count depends on.
StringSet<> LaunchResolver::hostVariables() const {
  SmallVector<const Expr *, 16> Roots(Site->Grid.begin(), Site->Grid.end());
  Roots.append(Site->Block.begin(), Site->Block.end());
  Roots.push_back(Site->DynamicShared);
  for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
    if (!P.Scalar.Float || !affectedBy(P.Name).empty())
      Roots.push_back(E);
  StringSet<> Names;
  visitPostOrder(Roots, [&](const Expr *E) {
    if (E->op() == Op::Symbol)
      Names.insert(E->name());
  });
  return Names;
}

/// What the command line and the launch site say about symbols.
void LaunchResolver::knownSymbols() {
  for (const auto &[Name, Value] : User.Arguments) {
    ArgumentValue V = Value;
    V.Name = Name;
    V.Source = LaunchSource::Option;
    Values[Name] = V;
  }
  if (!Site)
    return;
  // A host variable that is passed on as it is has the parameter's value.
  for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
    if (E && E->op() == Op::Symbol && !Values.count(E->name()))
      if (auto It = Values.find(P.Name); It != Values.end()) {
        ArgumentValue V = It->second;
        V.Name = E->name().str();
        Values[E->name()] = V;
      }
  const StringSet<> Matters = hostVariables();
  for (const auto &[Name, Value] : Site->Defaults) {
    if (Values.count(Name))
      continue;
    std::string Moved;
    int64_t Chosen = allowed(Name, Value, Moved);
    Values[Name] = integerArgument(Name, Chosen, LaunchSource::HostCode);
    if (!Matters.contains(Name))
      continue;
    assume({.Kind = AssumptionKind::HostVariable,
            .Reason = AssumptionReason::HostDefault,
            .Affects = affectedBy(Name),
            .Whole = {Chosen},
            .Name = Name,
            .Detail = Moved});
  }
}

/// What the device says. A query may rest on another one's answer.
void LaunchResolver::askDevice() {
  if (!Site)
    return;
  for (bool Any = true; Any;) {
    Any = false;
    for (const auto &[Name, Query] : Site->Queries) {
      if (Values.count(Name))
        continue;
      if (std::optional<int64_t> Value = answered(Query)) {
        Values[Name] = integerArgument(Name, *Value, LaunchSource::HostCode);
        Any = true;
      }
    }
  }
}

/// Whether the device's answers let the launch be made. An answer that rests on
/// a guess is none.
void LaunchResolver::askGuards() {
  if (!Site)
    return;
  for (const LaunchGuard &Guard : Site->Guards) {
    std::optional<int64_t> Value = evaluate(Guard.Condition);
    if (!Value || restsOnGuess(Guard.Condition)) {
      Launch.Made = LaunchMade::Undecided;
    } else if ((*Value != 0) != Guard.Right) {
      Launch.Made = LaunchMade::No;
      return assume(
          {.Kind = AssumptionKind::LaunchIsMade, .Place = Guard.Location});
    }
  }
}

std::optional<int64_t>
LaunchResolver::answered(const DeviceQuery &Query) const {
  if (!Query.Kernel)
    return answer(Query.What, Gpu);
  auto Given = [&](const Expr *E) -> std::optional<uint64_t> {
    std::optional<int64_t> Value = E ? evaluate(E) : 0;
    if (!Value || *Value < 0)
      return std::nullopt;
    return static_cast<uint64_t>(*Value);
  };
  std::optional<uint64_t> Threads = Given(Query.Threads),
                          Shared = Given(Query.DynamicShared);
  if (!Threads || !Shared)
    return std::nullopt;
  if (Query.What == DeviceNumber::ResidentBlocks) {
    std::optional<uint64_t> Blocks = Residency(*Threads, *Shared);
    return Blocks ? std::optional(static_cast<int64_t>(*Blocks)) : std::nullopt;
  }
  auto [Best, Blocks] = bestBlock(*Threads, *Shared);
  if (!Best || !Gpu.Multiprocessors.isKnown())
    return std::nullopt;
  return static_cast<int64_t>(
      Query.What == DeviceNumber::BestBlock
          ? Best
          : Blocks * static_cast<uint64_t>(Gpu.Multiprocessors.Value));
}

/// The threads of the block that fills a multiprocessor best, and how many of
/// them it holds: as the runtime's calculator, from the largest block (\p Most,
/// or the device's limit for 0) down by whole warps, the first of the most
/// threads.
std::pair<uint64_t, uint64_t> LaunchResolver::bestBlock(uint64_t Most,
                                                        uint64_t Shared) const {
  uint64_t Limit = mostThreads(Gpu);
  if (Kernel.MaxThreadsPerBlock)
    Limit = std::min<uint64_t>(Limit, Kernel.MaxThreadsPerBlock);
  Most = Most ? std::min(Most, Limit) : Limit;
  uint64_t Best = 0, Blocks = 0;
  for (uint64_t Threads = Most; Threads;) {
    uint64_t Resident = Residency(Threads, Shared).value_or(0);
    if (Resident * Threads > Best * Blocks) {
      Best = Threads;
      Blocks = Resident;
    }
    uint64_t Down = (Threads - 1) / Gpu.WarpSize * Gpu.WarpSize;
    Threads = Down;
  }
  return {Best, Blocks};
}

int64_t kernelcast::fitting(int64_t Value, ScalarType Type) {
  if (Type.Float || Type.Bits >= 64)
    return Value;
  int64_t Most = (int64_t(1) << (Type.Bits - (Type.Signed ? 1 : 0))) - 1;
  return std::min(Value, Most);
}

/// Gives the symbols of \p E that have no value the value \p Value.
void LaunchResolver::assumeSymbols(const Expr *E, int64_t Value,
                                   AssumptionReason Why) {
  if (!E)
    return;
  visitPostOrder(E, [&](const Expr *Leaf) {
    if (Leaf->op() != Op::Symbol || Values.count(Leaf->name()))
      return;
    std::string Moved;
    int64_t Size =
        allowed(Leaf->name(),
                fitting(plausible(Leaf->name(), Value), Leaf->type()), Moved);
    ArgumentValue V =
        integerArgument(Leaf->name(), Size, LaunchSource::Assumed);
    V.IsInteger = !Leaf->type().Float;
    Values[Leaf->name()] = V;
    assume({.Kind = AssumptionKind::HostVariable,
            .Reason = Why,
            .Affects = affectedBy(Leaf->name()),
            .Whole = {Size},
            .Name = Leaf->name().str(),
            .Detail = Moved});
  });
}

/// Whether a symbol of \p E has a value that nobody gave.
bool LaunchResolver::restsOnGuess(const Expr *E) const {
  bool Guessed = false;
  visitPostOrder(E, [&](const Expr *Leaf) {
    if (Leaf->op() != Op::Symbol)
      return;
    auto It = Values.find(Leaf->name());
    Guessed |= It != Values.end() && It->second.Source == LaunchSource::Assumed;
  });
  return Guessed;
}
