//===- MemoryDependences.cpp - Which accesses meet in memory --------------===//

#include "analysis/dependences/MemoryDependences.h"
#include "analysis/formulas/ExecutionPath.h"
#include "analysis/launch/ScalarEvaluation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class Search {
public:
  Search(const KernelModel &Kernel, const LaunchConfiguration &Launch)
      : Kernel(Kernel), Launch(Launch), Paths(Kernel) {
    for (const ArgumentValue &Argument : Launch.Arguments)
      if (Argument.IsInteger)
        Arguments[Argument.Name] = Argument.Integer;
    for (const MemoryAccess &Access : Kernel.Accesses)
      Touched.push_back(touchedBy(Access));
  }

  MemoryDependences run(unsigned MostPairs) {
    MemoryDependences Result;
    for (AccessId To = 0; To != Kernel.Accesses.size(); ++To)
      for (AccessId From = 0; From <= To; ++From) {
        if (!mayMeet(Kernel.Accesses[From], Kernel.Accesses[To]))
          continue;
        if (MostPairs == 0) {
          ++Result.Skipped;
          continue;
        }
        --MostPairs;
        for (ThreadPair Threads :
             {ThreadPair::Same, ThreadPair::SameBlock, ThreadPair::TwoBlocks})
          if (std::optional<bool> Certain = meet(From, To, Threads))
            Result.Found.push_back({From, To, Threads, *Certain});
      }
    return Result;
  }

private:
  /// The bytes of \p Access, with all that is known of who runs it.
  TouchedBytes touchedBy(const MemoryAccess &Access) {
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
      Result.Counters.push_back(
          {Counters.lookup(L), Kernel.Loops[L].TripCount});
    return Result;
  }

  static bool mayMeet(const MemoryAccess &A, const MemoryAccess &B) {
    return A.Array != kernelcast::None && A.Array == B.Array &&
           A.Space == B.Space && A.Address && B.Address &&
           (A.Kind != AccessKind::Load || B.Kind != AccessKind::Load);
  }

  std::optional<int64_t> valueOf(const Expr *Leaf) const {
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
    return std::nullopt;
  }

  /// Nothing where no such threads meet; else whether some do for certain.
  std::optional<bool> meet(AccessId From, AccessId To, ThreadPair Threads) {
    MemorySpace Space = Kernel.Accesses[From].Space;
    if ((Space == MemorySpace::Local && Threads != ThreadPair::Same) ||
        (Space == MemorySpace::Shared && Threads == ThreadPair::TwoBlocks))
      return std::nullopt;
    // An access by one thread meets itself in other iterations only.
    if (From == To && Threads == ThreadPair::Same)
      return std::nullopt;
    OverlapAnswer Answer =
        overlap(Touched[From], Touched[To], Threads,
                [&](const Expr *Leaf) { return valueOf(Leaf); });
    if (Answer.Found == Overlap::Never)
      return std::nullopt;
    return Answer.Found == Overlap::Exists && isWitness(From, To, Answer);
  }

  /// Whether the threads of \p Answer touch a common byte in the kernel's own
  /// arithmetic, which wraps around, and run both accesses.
  bool isWitness(AccessId From, AccessId To,
                 const OverlapAnswer &Answer) const {
    std::optional<int64_t> A = addressAt(Touched[From], Answer.First);
    std::optional<int64_t> B = addressAt(Touched[To], Answer.Second);
    return A && B && *A < *B + static_cast<int64_t>(Touched[To].Bytes) &&
           *B < *A + static_cast<int64_t>(Touched[From].Bytes);
  }

  /// Where \p Bytes begin for the thread with these \p Values, from the
  /// array's start on; nothing if that thread does not run the access.
  std::optional<int64_t>
  addressAt(const TouchedBytes &Bytes,
            const DenseMap<const Expr *, int64_t> &Values) const {
    auto evaluate = [&](const Expr *E) -> std::optional<int64_t> {
      auto Result =
          evaluateScalar(E, [&](const Expr *Leaf) -> std::optional<Scalar> {
            if (Leaf->op() == Op::Base)
              return Scalar{0, 0};
            if (auto Found = Values.find(Leaf); Found != Values.end())
              return Scalar{Found->second, 0};
            if (auto Known = valueOf(Leaf))
              return Scalar{*Known, 0};
            return std::nullopt;
          });
      return Result ? std::optional(Result->Integer) : std::nullopt;
    };
    for (const auto &[Condition, Side] : Bytes.Conditions) {
      std::optional<int64_t> Value = evaluate(Condition);
      if (!Value || (*Value != 0) != Side)
        return std::nullopt;
    }
    return evaluate(Bytes.Address);
  }

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  ExecutionPaths Paths;
  StringMap<int64_t> Arguments;
  std::vector<TouchedBytes> Touched; ///< by access
};

} // namespace

MemoryDependences
kernelcast::memoryDependences(const KernelModel &Kernel,
                              const LaunchConfiguration &Launch,
                              unsigned MostPairs) {
  return Search(Kernel, Launch).run(MostPairs);
}
