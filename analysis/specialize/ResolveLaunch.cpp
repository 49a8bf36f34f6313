//===- ResolveLaunch.cpp - Every number of a launch, and its origin -------===//
//
// Strongest first: the command line, host code with what is known there,
// attributes of the kernel, documented assumptions. Assumed are
//
//   block    256 threads; 16 x 16 if the kernel uses y coordinates, 8 x 8 x 8
//            if it uses z; halved until launch bounds and device allow it
//   problem  2^20 threads in one dimension, 1024 x 1024 in two, 128^3 in three:
//            the grid has enough blocks for it, and a host variable that the
//            grid depends on is one extent of it
//   integers that nothing tells: the launch's threads in its longest dimension
//            if its grid is known, else the extent of the problem; at most 1024
//            if the kernel multiplies them with a variable (length of a row)
//   dynamic shared memory: four bytes a thread for each array
//
// Every assumption has an entry in the ledger.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/ScalarEvaluation.h"
#include "analysis/specialize/Specialize.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace kernelcast;

namespace {

using Wide = unsigned __int128;

constexpr int64_t Extent[3] = {int64_t(1) << 20, 1024, 128};

class Resolver {
public:
  Resolver(const KernelModel &Kernel, const LaunchSite *Site,
           const LaunchOverrides &User, const GpuSpec &Gpu)
      : Kernel(Kernel), Site(Site), User(User), Gpu(Gpu) {
    scan();
  }
  Expected<LaunchConfiguration> resolve();

private:
  struct SymbolUse {
    bool Float = false;
    bool Pitch = false; ///< multiplied with something that varies
    bool Trips = false, Conditions = false, Addresses = false, Shape = false;
  };
  void scan();
  void collect(const Expr *Root, bool SymbolUse::*Use);
  void knownSymbols();
  void resolveBlock();
  void resolveGrid();
  void resolveArguments();
  bool restsOnGuess(const Expr *E) const;
  void resolveShared();
  Error check() const;
  std::optional<int64_t> evaluate(const Expr *E) const;
  void assumeSymbols(const Expr *E, int64_t Value, const Twine &Why);
  void assume(const Twine &What, const Twine &Value, const Twine &Why,
              std::vector<std::string> Affects);
  std::vector<std::string> affectedBy(StringRef Symbol) const;
  int64_t plausible(StringRef Symbol, int64_t Size) const;

  const KernelModel &Kernel;
  const LaunchSite *Site;
  const LaunchOverrides &User;
  const GpuSpec &Gpu;
  LaunchConfiguration Launch;
  MapVector<StringRef, SymbolUse> Symbols; ///< in order of first use
  StringMap<ArgumentValue> Values;
  unsigned Dimensions = 1; ///< coordinates that the kernel uses
  bool GridKnown = false;
};

} // namespace

/// The symbol that \p E is, but for conversions and constants.
static const Expr *plainSymbol(const Expr *E) {
  while (E->op() == Op::Cast ||
         ((E->op() == Op::Add || E->op() == Op::Mul || E->op() == Op::Shl) &&
          E->operand(1)->isConstant()))
    E = E->operand(0);
  return E->op() == Op::Symbol ? E : nullptr;
}

void Resolver::collect(const Expr *Root, bool SymbolUse::*Use) {
  if (!Root)
    return;
  visitPostOrder(Root, [&](const Expr *E) {
    if (E->op() == Op::Symbol) {
      SymbolUse &S = Symbols[E->name()];
      S.*Use = true;
      S.Float = E->type().Float;
    }
    if (E->op() == Op::Mul)
      for (unsigned I = 0; I != 2; ++I)
        if (!E->operand(1 - I)->isConstant())
          if (const Expr *Symbol = plainSymbol(E->operand(I)))
            Symbols[Symbol->name()].Pitch = true;
    if (E->op() == Op::Coordinate && Use != &SymbolUse::Shape) {
      auto Which = static_cast<unsigned>(E->value());
      if (Which <= static_cast<unsigned>(Coordinate::BlockZ))
        Dimensions = std::max(Dimensions, Which % 3 + 1);
    }
  });
}

void Resolver::scan() {
  for (const ParameterInfo &P : Kernel.Parameters)
    if (!P.Pointer && !P.Aggregate)
      Symbols[P.Name].Float = P.Scalar.Float;
  for (const LoopInfo &L : Kernel.Loops)
    collect(L.TripCount, &SymbolUse::Trips);
  for (const BasicBlock &B : Kernel.Blocks)
    collect(B.Condition, &SymbolUse::Conditions);
  for (const MemoryAccess &A : Kernel.Accesses)
    collect(A.Address, &SymbolUse::Addresses);
  for (const PhiNode &P : Kernel.Phis) {
    if (P.Type.Float)
      continue;
    collect(P.ClosedForm, &SymbolUse::Addresses);
    for (const Expr *E : P.Incoming)
      collect(E, &SymbolUse::Addresses);
  }
  if (!Site)
    return;
  for (const Expr *E : Site->Grid)
    collect(E, &SymbolUse::Shape);
  for (const Expr *E : Site->Block)
    collect(E, &SymbolUse::Shape);
  collect(Site->DynamicShared, &SymbolUse::Shape);
  // A host variable that becomes the length of rows is one.
  for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
    if (E && !P.Pointer && Symbols[P.Name].Pitch)
      if (const Expr *Symbol = plainSymbol(E))
        Symbols[Symbol->name()].Pitch = true;
}

/// \p Size, or less for what has to be the length of a row: rows of a million
/// elements would not leave room for many.
int64_t Resolver::plausible(StringRef Symbol, int64_t Size) const {
  auto It = Symbols.find(Symbol);
  bool Pitch = It != Symbols.end() && It->second.Pitch;
  return Pitch ? std::min<int64_t>(Size, Extent[1]) : Size;
}

std::vector<std::string> Resolver::affectedBy(StringRef Symbol) const {
  std::vector<std::string> Text;
  auto It = Symbols.find(Symbol);
  if (It == Symbols.end())
    return Text;
  if (It->second.Shape)
    Text.push_back("launch shape");
  if (It->second.Trips)
    Text.push_back("trip counts");
  if (It->second.Conditions)
    Text.push_back("conditions");
  if (It->second.Addresses)
    Text.push_back("addresses");
  return Text;
}

void Resolver::assume(const Twine &What, const Twine &Value, const Twine &Why,
                      std::vector<std::string> Affects) {
  Launch.Assumptions.push_back(
      {What.str(), Value.str(), Why.str(), std::move(Affects)});
}

std::optional<int64_t> Resolver::evaluate(const Expr *E) const {
  if (!E)
    return std::nullopt;
  std::optional<Scalar> S =
      evaluateScalar(E, [&](const Expr *Leaf) -> std::optional<Scalar> {
        if (Leaf->op() == Op::Coordinate) {
          auto Which = static_cast<unsigned>(Leaf->value());
          constexpr auto First = static_cast<unsigned>(Coordinate::BlockSizeX);
          if (Which >= First && Which < First + 3)
            return Scalar{static_cast<int64_t>(Launch.Block[Which - First]), 0};
          return std::nullopt;
        }
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
  if (!S)
    return std::nullopt;
  if (!E->type().Float)
    return S->Integer;
  if (!(S->Float > -9e18 && S->Float < 9e18))
    return std::nullopt;
  return static_cast<int64_t>(S->Float);
}

static ArgumentValue integerValue(StringRef Name, int64_t Value,
                                  LaunchSource Source) {
  ArgumentValue V;
  V.Name = Name.str();
  V.Integer = Value;
  V.Value = static_cast<double>(Value);
  V.Source = Source;
  return V;
}

/// What the command line and the launch site say about symbols.
void Resolver::knownSymbols() {
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
  for (const auto &[Name, Value] : Site->Defaults) {
    if (Values.count(Name))
      continue;
    Values[Name] = integerValue(Name, Value, LaunchSource::HostCode);
    assume("host variable " + Name, Twine(Value),
           "its default in host code; give --arg " + Name + "=...",
           affectedBy(Name));
  }
}

/// Gives the symbols of \p E that have no value the value \p Value.
void Resolver::assumeSymbols(const Expr *E, int64_t Value, const Twine &Why) {
  if (!E)
    return;
  visitPostOrder(E, [&](const Expr *Leaf) {
    if (Leaf->op() != Op::Symbol || Values.count(Leaf->name()))
      return;
    int64_t Size = plausible(Leaf->name(), Value);
    ArgumentValue V = integerValue(Leaf->name(), Size, LaunchSource::Assumed);
    V.IsInteger = !Leaf->type().Float;
    Values[Leaf->name()] = V;
    assume("host variable " + Leaf->name(), Twine(Size),
           Why + "; give --arg " + Leaf->name() + "=...",
           affectedBy(Leaf->name()));
  });
}

void Resolver::resolveBlock() {
  if (User.Block) {
    Launch.Block = *User.Block;
    Launch.Source = LaunchSource::Option;
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
    return;
  }
  Launch.Source = LaunchSource::Assumed;
  if (Dimensions == 1)
    Launch.Block = {256, 1, 1};
  else if (Dimensions == 2)
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
  // Symbols of the block's size then follow from the assumption where they are
  // the whole of it.
  if (Site)
    for (unsigned D = 0; D != 3; ++D)
      if (Site->Block[D] && Site->Block[D]->op() == Op::Symbol)
        assumeSymbols(Site->Block[D], Launch.Block[D],
                      "threads of an assumed block");
  assume("block",
         Twine(Launch.Block[0]) + "x" + Twine(Launch.Block[1]) + "x" +
             Twine(Launch.Block[2]),
         Site ? "the launch's block size is not known; give --block"
              : "no launch was found; give --block",
         {"every count"});
}

void Resolver::resolveGrid() {
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
    return;
  }
  if (Site && all_of(Site->Grid, [](const Expr *E) { return E; })) {
    unsigned Extents = 1;
    for (unsigned D = 0; D != 3; ++D)
      if (!Site->Grid[D]->isConstant(1))
        Extents = std::max(Extents, D + 1);
    uint64_t Problem = Extent[Extents - 1];
    GridKnown = true;
    bool Good = true;
    for (unsigned D = 0; D != 3; ++D) {
      if (!evaluate(Site->Grid[D])) {
        GridKnown = false;
        bool Blocks = Site->Grid[D]->op() == Op::Symbol;
        assumeSymbols(Site->Grid[D],
                      Blocks ? CeilDivide(Problem, Launch.Block[D]) : Problem,
                      Blocks ? "blocks for the assumed problem size"
                             : "the assumed problem size");
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
  unsigned Extents = Dimensions;
  for (unsigned D = 0; D != 3; ++D)
    if (Launch.Block[D] > 1)
      Extents = std::max(Extents, D + 1);
  for (unsigned D = 0; D != 3; ++D)
    Launch.Grid[D] =
        D < Extents ? std::max<uint64_t>(
                          CeilDivide(Extent[Extents - 1], Launch.Block[D]), 1)
                    : 1;
  assume("grid",
         Twine(Launch.Grid[0]) + "x" + Twine(Launch.Grid[1]) + "x" +
             Twine(Launch.Grid[2]),
         Site ? "the launch's grid size is not known; give --grid"
              : "no launch was found; give --grid",
         {"every count"});
}

void Resolver::resolveArguments() {
  uint64_t Longest = 1;
  for (unsigned D = 0; D != 3; ++D)
    Longest = std::max(Longest, Launch.Grid[D] * Launch.Block[D]);
  int64_t Size =
      GridKnown ? static_cast<int64_t>(std::min<uint64_t>(Longest, INT32_MAX))
                : static_cast<int64_t>(Extent[Dimensions - 1]);
  StringMap<const Expr *> Passed;
  if (Site)
    for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
      if (E && !P.Pointer)
        Passed[P.Name] = E;
  for (const auto &[Name, Use] : Symbols) {
    if (!Values.count(Name)) {
      auto It = Passed.find(Name);
      std::optional<int64_t> Value;
      if (It != Passed.end() && !Use.Float)
        Value = evaluate(It->second);
      if (Value) {
        bool OnAssumption = false;
        visitPostOrder(It->second, [&](const Expr *E) {
          if (E->op() == Op::Symbol)
            if (auto V = Values.find(E->name()); V != Values.end())
              OnAssumption |= V->second.Source == LaunchSource::Assumed;
        });
        Values[Name] = integerValue(Name, *Value,
                                    OnAssumption ? LaunchSource::Assumed
                                                 : LaunchSource::HostCode);
      } else if (Use.Float) {
        continue; // has no influence on addresses and conditions we follow
      } else {
        int64_t Own = plausible(Name, Size);
        Values[Name] = integerValue(Name, Own, LaunchSource::Assumed);
        // Unused arguments need no entry.
        if (std::vector<std::string> Affects = affectedBy(Name);
            !Affects.empty())
          assume("argument " + Name, Twine(Own),
                 Own != Size
                     ? "no value given; taken as the length of a row "
                       "in an assumed problem of two dimensions; give "
                       "--arg " +
                           Name + "=..."
                     : (GridKnown
                            ? "no value given; taken as the launch's threads "
                              "in its longest dimension; give --arg "
                            : "no value given; taken as the assumed problem "
                              "size; give --arg ") +
                           Name + "=...",
                 Affects);
      }
    }
    Launch.Arguments.push_back(Values[Name]);
  }
  // A parameter that nothing depends on; other names are not this kernel's.
  for (const auto &[Name, Value] : User.Arguments)
    if (!Symbols.count(Name) &&
        any_of(Kernel.Parameters, [&Name = Name](const ParameterInfo &P) {
          return P.Name == Name;
        })) {
      ArgumentValue V = Value;
      V.Name = Name;
      V.Source = LaunchSource::Option;
      Launch.Arguments.push_back(V);
    }
}

/// Whether a symbol of \p E has a value that nobody gave.
bool Resolver::restsOnGuess(const Expr *E) const {
  bool Guessed = false;
  visitPostOrder(E, [&](const Expr *Leaf) {
    if (Leaf->op() != Op::Symbol)
      return;
    auto It = Values.find(Leaf->name());
    Guessed |= It != Values.end() && It->second.Source == LaunchSource::Assumed;
  });
  return Guessed;
}

void Resolver::resolveShared() {
  if (User.DynamicSharedBytes) {
    Launch.DynamicSharedBytes = *User.DynamicSharedBytes;
    return;
  }
  if (Site && Site->DynamicShared)
    if (std::optional<int64_t> Size = evaluate(Site->DynamicShared)) {
      uint64_t Bytes = static_cast<uint64_t>(std::max<int64_t>(*Size, 0));
      // More than there is where a guess is part of it: the guess is wrong.
      bool Fits = !Gpu.SharedBytesPerBlock.isKnown() ||
                  static_cast<double>(Bytes) +
                          static_cast<double>(Kernel.StaticSharedBytes) <=
                      Gpu.SharedBytesPerBlock.Value;
      if (Fits || !restsOnGuess(Site->DynamicShared)) {
        Launch.DynamicSharedBytes = Bytes;
        return;
      }
    }
  if (!Kernel.UsesDynamicShared)
    return;
  uint64_t Bytes = 0, Guessed = 0;
  for (const ArrayInfo &A : Kernel.Arrays) {
    if (!A.DynamicShared)
      continue;
    if (auto It = User.Arguments.find(A.Name); It != User.Arguments.end())
      Bytes += static_cast<uint64_t>(std::max<int64_t>(It->second.Integer, 0));
    else
      Guessed += std::max(A.ElementBytes, 4u) * Launch.threadsPerBlock();
  }
  if (Gpu.SharedBytesPerBlock.isKnown())
    Guessed = std::min<uint64_t>(
        Guessed, static_cast<uint64_t>(Gpu.SharedBytesPerBlock.Value));
  Launch.DynamicSharedBytes = Bytes + Guessed;
  if (Guessed)
    assume("dynamic shared memory", Twine(Launch.DynamicSharedBytes) + " bytes",
           "one element a thread for each array of unknown size; give "
           "--dynamic-shared",
           {"occupancy"});
}

Error Resolver::check() const {
  auto Fail = [](const Twine &Text) {
    return createStringError(inconvertibleErrorCode(), Text);
  };
  constexpr char Axis[] = {'x', 'y', 'z'};
  // Of the grid: 2^31 - 1 in x, 65535 in y and z (all compute capabilities
  // from 3.0 on; earlier ones allow less).
  constexpr uint64_t MostBlocks[] = {INT32_MAX, 65535, 65535};
  for (unsigned D = 0; D != 3; ++D) {
    if (Launch.Block[D] == 0 || Launch.Block[D] > INT32_MAX)
      return Fail("block size in " + Twine(Axis[D]) + " is " +
                  Twine(Launch.Block[D]) + "; it must be positive");
    if (Launch.Grid[D] == 0)
      return Fail("grid size in " + Twine(Axis[D]) +
                  " is 0 or less; it must be positive");
    if (Launch.Grid[D] > MostBlocks[Gpu.Vendor == "nvidia" ? D : 0])
      return Fail("grid size in " + Twine(Axis[D]) + " is " +
                  Twine(Launch.Grid[D]) + "; at most " + Twine(MostBlocks[D]) +
                  " blocks are possible");
  }
  Wide Threads = Wide(Launch.Block[0]) * Launch.Block[1] * Launch.Block[2];
  uint64_t Most = Gpu.MaxThreadsPerBlock.isKnown()
                      ? static_cast<uint64_t>(Gpu.MaxThreadsPerBlock.Value)
                      : 1024;
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

Expected<LaunchConfiguration> Resolver::resolve() {
  if (Site)
    Launch.Location = Site->Location;
  knownSymbols();
  resolveBlock();
  resolveGrid();
  if (User.Grid || User.GlobalSize)
    Launch.Source = LaunchSource::Option;
  if (Error E = check())
    return E;
  resolveArguments();
  resolveShared();
  return std::move(Launch);
}

Expected<LaunchConfiguration>
kernelcast::resolveLaunch(const KernelModel &Kernel, const LaunchSite *Site,
                          const LaunchOverrides &User, const GpuSpec &Gpu) {
  return Resolver(Kernel, Site, User, Gpu).resolve();
}
