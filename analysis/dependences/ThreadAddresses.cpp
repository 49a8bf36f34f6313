//===- ThreadAddresses.cpp - Where single threads of a launch go ----------===//

#include "analysis/dependences/ThreadAddresses.h"
#include "analysis/formulas/ExecutionPath.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// The bytes of \p Access, with all that is known of who runs it.
static TouchedBytes touchedBy(const MemoryAccess &Access,
                              const KernelModel &Kernel,
                              ExecutionPaths &Paths) {
  TouchedBytes Result;
  Result.Address = Access.Address;
  Result.Bytes = Access.Bytes;
  const ExecutionPath *Path =
      Kernel.Irreducible ? nullptr : Paths.to(Access.Block);
  if (!Path)
    return Result;
  // In front of a loop's test the block runs once more than the trip count.
  Result.AllConditions = !Path->TestsAgain;
  DenseMap<LoopId, const Expr *> Counters;
  auto noteCounters = [&](const Expr *E) {
    visitPostOrder(E, [&](const Expr *Node) {
      if (Node->op() == Op::Counter)
        Counters[static_cast<LoopId>(Node->value())] = Node;
    });
  };
  if (Access.Address)
    noteCounters(Access.Address);
  for (const Guard &G : Path->Guards) {
    Result.Conditions.push_back({G.Condition, G.Side});
    noteCounters(G.Condition);
  }
  for (LoopId L : drop_begin(Path->Loops, Path->TestsAgain ? 1 : 0))
    Result.Counters.push_back({Counters.lookup(L), Kernel.Loops[L].TripCount});
  return Result;
}

ThreadAddresses::ThreadAddresses(const KernelModel &Kernel,
                                 const LaunchConfiguration &Launch)
    : Kernel(Kernel), Launch(Launch) {
  for (const ArgumentValue &Argument : Launch.Arguments)
    if (Argument.IsInteger)
      Arguments[Argument.Name] = Argument.Integer;
  ExecutionPaths Paths(Kernel);
  for (const MemoryAccess &Access : Kernel.Accesses)
    Touched.push_back(touchedBy(Access, Kernel, Paths));
}

std::optional<int64_t> ThreadAddresses::valueOf(const Expr *Leaf) const {
  if (Leaf->op() == Op::Symbol) {
    auto Found = Arguments.find(Leaf->name());
    return Found == Arguments.end() ? std::nullopt
                                    : std::optional(Found->second);
  }
  if (Leaf->op() != Op::Coordinate)
    return std::nullopt;
  auto Which = static_cast<unsigned>(Leaf->value());
  constexpr auto Blocks = static_cast<unsigned>(Coordinate::BlockSizeX);
  constexpr auto Grids = static_cast<unsigned>(Coordinate::GridSizeX);
  if (Which >= Blocks && Which < Blocks + 3)
    return static_cast<int64_t>(Launch.Block[Which - Blocks]);
  if (Which >= Grids && Which < Grids + 3)
    return static_cast<int64_t>(Launch.Grid[Which - Grids]);
  constexpr auto Offsets = static_cast<unsigned>(Coordinate::OffsetX);
  if (Which >= Offsets && Which < Offsets + 3)
    return 0; // no launch here has another
  return std::nullopt;
}

std::optional<Scalar> ThreadAddresses::scalar(const Expr *E,
                                              ThreadValues Own) const {
  return evaluateScalar(E, [&](const Expr *Leaf) -> std::optional<Scalar> {
    if (Leaf->op() == Op::Base)
      return Scalar{0, 0};
    if (auto Value = Own(Leaf))
      return Scalar{*Value, 0};
    if (auto Common = valueOf(Leaf))
      return Scalar{*Common, 0};
    return std::nullopt;
  });
}

std::optional<int64_t> ThreadAddresses::evaluate(const Expr *E,
                                                 ThreadValues Own) const {
  std::optional<Scalar> Result = scalar(E, Own);
  return Result ? std::optional(Result->Integer) : std::nullopt;
}

std::optional<int64_t> ThreadAddresses::constantOf(const Expr *E) const {
  return evaluate(E, [](const Expr *) { return std::nullopt; });
}

std::optional<bool> ThreadAddresses::passes(AccessId Id,
                                            ThreadValues Own) const {
  for (const auto &[Condition, Side] : Touched[Id].Conditions) {
    std::optional<int64_t> Value = evaluate(Condition, Own);
    if (!Value)
      return std::nullopt;
    if ((*Value != 0) != Side)
      return false;
  }
  return true;
}

std::optional<bool> ThreadAddresses::runs(AccessId Id, ThreadValues Own) const {
  std::optional<bool> Passes = passes(Id, Own);
  if (!Passes || !*Passes)
    return Passes;
  for (const auto &[Counter, Trips] : Touched[Id].Counters) {
    std::optional<int64_t> Count = Trips ? evaluate(Trips, Own) : std::nullopt;
    std::optional<int64_t> At =
        Counter ? Own(Counter) : std::optional<int64_t>(0);
    if (!Count || !At)
      return std::nullopt;
    if (*Count <= *At)
      return false;
  }
  return true;
}

std::optional<double> ThreadAddresses::stored(AccessId Id,
                                              ThreadValues Own) const {
  const Expr *E = Kernel.Accesses[Id].Stored;
  std::optional<Scalar> Value = E ? scalar(E, Own) : std::nullopt;
  return Value ? std::optional(Value->number(E->type())) : std::nullopt;
}

std::optional<int64_t> ThreadAddresses::address(AccessId Id,
                                                ThreadValues Own) const {
  const Expr *Address = Touched[Id].Address;
  return Address ? evaluate(Address, Own) : std::nullopt;
}

//===- Threads of the first block -----------------------------------------===//

std::array<uint64_t, 3> ThreadAddresses::coordinates(uint64_t Thread) const {
  const auto &Size = Launch.Block;
  return {Thread % Size[0], Thread / Size[0] % Size[1],
          Thread / Size[0] / Size[1]};
}

/// Whether \p L is a loop around access \p Id. Of another one, a counter means
/// what it was when the thread left, which is not known here.
bool ThreadAddresses::isAround(LoopId L, AccessId Id) const {
  for (LoopId Around = Kernel.Blocks[Kernel.Accesses[Id].Block].Loop;
       Around != None; Around = Kernel.Loops[Around].Parent)
    if (Around == L)
      return true;
  return false;
}

std::optional<int64_t>
ThreadAddresses::valueOf(const Expr *Leaf, AccessId Id,
                         const FirstThread &Thread) const {
  if (Leaf->op() == Op::Counter) {
    const auto L = static_cast<LoopId>(Leaf->value());
    if (!isAround(L, Id))
      return std::nullopt;
    return L == Thread.Inner ? static_cast<int64_t>(Thread.Iteration) : 0;
  }
  if (Leaf->op() != Op::Coordinate)
    return std::nullopt;
  auto Which = static_cast<unsigned>(Leaf->value());
  constexpr auto First = static_cast<unsigned>(Coordinate::ThreadX);
  constexpr auto Blocks = static_cast<unsigned>(Coordinate::BlockX);
  if (Which >= First && Which < First + 3)
    return static_cast<int64_t>(Thread.At[Which - First]);
  if (Which >= Blocks && Which < Blocks + 3)
    return 0;
  return std::nullopt;
}

std::optional<bool> ThreadAddresses::runs(AccessId Id,
                                          const FirstThread &Thread) const {
  auto Own = [&](const Expr *Leaf) { return valueOf(Leaf, Id, Thread); };
  std::optional<bool> Passes = passes(Id, Own);
  if (!Passes || !*Passes)
    return Passes;
  LoopId L = Kernel.Blocks[Kernel.Accesses[Id].Block].Loop;
  for (const auto &[Counter, Trips] : Touched[Id].Counters) {
    std::optional<int64_t> Count =
        Trips && L != None ? evaluate(Trips, Own) : std::nullopt;
    if (!Count)
      return std::nullopt;
    if (*Count <=
        static_cast<int64_t>(L == Thread.Inner ? Thread.Iteration : 0))
      return false;
    L = Kernel.Loops[L].Parent;
  }
  return true;
}

std::optional<int64_t>
ThreadAddresses::address(AccessId Id, const FirstThread &Thread) const {
  return address(Id,
                 [&](const Expr *Leaf) { return valueOf(Leaf, Id, Thread); });
}

std::optional<double> ThreadAddresses::stored(AccessId Id,
                                              const FirstThread &Thread) const {
  return stored(Id,
                [&](const Expr *Leaf) { return valueOf(Leaf, Id, Thread); });
}

/// The execution of \p Id by warp number \p Warp of the first block in
/// iteration
/// \p Iteration of the innermost loop; nothing if it is not known which lanes
/// take part, or where one goes.
static std::optional<WarpExample> execution(const ThreadAddresses &Threads,
                                            AccessId Id, unsigned WarpSize,
                                            uint64_t Warp, uint64_t Iteration) {
  const KernelModel &Kernel = Threads.kernel();
  WarpExample Result;
  Result.Warp = Warp;
  Result.Iteration = Iteration;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane) {
    Result.Addresses.push_back(0);
    const uint64_t Number = Warp * WarpSize + Lane;
    if (Number >= Threads.launch().threadsPerBlock())
      continue;
    const FirstThread Thread{Threads.coordinates(Number),
                             Kernel.Blocks[Kernel.Accesses[Id].Block].Loop,
                             Iteration};
    std::optional<bool> Runs = Threads.runs(Id, Thread);
    if (!Runs)
      return std::nullopt;
    if (!*Runs)
      continue;
    std::optional<int64_t> Address = Threads.address(Id, Thread);
    if (!Address)
      return std::nullopt;
    Result.Active |= uint64_t(1) << Lane;
    Result.Addresses.back() = *Address;
  }
  return Result;
}

std::optional<WarpExample>
kernelcast::warpExample(const ThreadAddresses &Threads, AccessId Id,
                        unsigned WarpSize,
                        function_ref<double(const WarpExample &)> Cost) {
  constexpr uint64_t MostWarps = 4, MostIterations = 8;
  const KernelModel &Kernel = Threads.kernel();
  if (Kernel.Accesses[Id].Block == None || !Threads.touched(Id).AllConditions)
    return std::nullopt;
  const uint64_t Warps =
      (Threads.launch().threadsPerBlock() + WarpSize - 1) / WarpSize;
  const bool Loops = !Threads.touched(Id).Counters.empty();
  std::optional<WarpExample> Best;
  double Highest = 0;
  for (uint64_t I = 0; I != (Loops ? MostIterations : 1); ++I)
    for (uint64_t W = 0; W != std::min(Warps, MostWarps); ++W) {
      std::optional<WarpExample> Next = execution(Threads, Id, WarpSize, W, I);
      if (!Next)
        return std::nullopt;
      const double Costs = Next->Active ? Cost(*Next) : 0;
      if (Costs > Highest) {
        Highest = Costs;
        Best = std::move(Next);
      }
    }
  return Best;
}
