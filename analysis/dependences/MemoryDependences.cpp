//===- MemoryDependences.cpp - Which accesses meet in memory --------------===//

#include "analysis/dependences/MemoryDependences.h"
#include "analysis/dependences/ThreadAddresses.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class Search {
public:
  Search(const KernelModel &Kernel, const LaunchConfiguration &Launch)
      : Kernel(Kernel), Threads(Kernel, Launch) {}

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
        for (ThreadPair Pair :
             {ThreadPair::Same, ThreadPair::SameBlock, ThreadPair::TwoBlocks})
          if (std::optional<bool> Certain = meet(From, To, Pair))
            Result.Found.push_back({From, To, Pair, *Certain});
      }
    return Result;
  }

private:
  static bool mayMeet(const MemoryAccess &A, const MemoryAccess &B) {
    return A.Array != kernelcast::None && A.Array == B.Array &&
           A.Space == B.Space && A.Address && B.Address &&
           (A.Kind != AccessKind::Load || B.Kind != AccessKind::Load);
  }

  /// Nothing where no such threads meet; else whether some do for certain.
  std::optional<bool> meet(AccessId From, AccessId To, ThreadPair Pair) {
    MemorySpace Space = Kernel.Accesses[From].Space;
    if ((Space == MemorySpace::Local && Pair != ThreadPair::Same) ||
        (Space == MemorySpace::Shared && Pair == ThreadPair::TwoBlocks))
      return std::nullopt;
    // An access by one thread meets itself in other iterations only.
    if (From == To && Pair == ThreadPair::Same)
      return std::nullopt;
    OverlapAnswer Answer =
        overlap(Threads.touched(From), Threads.touched(To), Pair,
                [&](const Expr *Leaf) { return Threads.valueOf(Leaf); });
    if (Answer.Found == Overlap::Never)
      return std::nullopt;
    return Answer.Found == Overlap::Exists && isWitness(From, To, Answer);
  }

  /// Whether the threads of \p Answer touch a common byte in the kernel's own
  /// arithmetic, which wraps around, and run both accesses.
  bool isWitness(AccessId From, AccessId To,
                 const OverlapAnswer &Answer) const {
    std::optional<int64_t> A = addressAt(From, Answer.First);
    std::optional<int64_t> B = addressAt(To, Answer.Second);
    return A && B &&
           *A < *B + static_cast<int64_t>(Threads.touched(To).Bytes) &&
           *B < *A + static_cast<int64_t>(Threads.touched(From).Bytes);
  }

  /// Where access \p Id begins for the thread with these \p Values; nothing if
  /// that thread does not run it.
  std::optional<int64_t>
  addressAt(AccessId Id, const DenseMap<const Expr *, int64_t> &Values) const {
    auto Own = [&](const Expr *Leaf) -> std::optional<int64_t> {
      auto Found = Values.find(Leaf);
      return Found == Values.end() ? std::nullopt
                                   : std::optional(Found->second);
    };
    return Threads.passes(Id, Own).value_or(false) ? Threads.address(Id, Own)
                                                   : std::nullopt;
  }

  const KernelModel &Kernel;
  ThreadAddresses Threads;
};

} // namespace

MemoryDependences
kernelcast::memoryDependences(const KernelModel &Kernel,
                              const LaunchConfiguration &Launch,
                              unsigned MostPairs) {
  return Search(Kernel, Launch).run(MostPairs);
}
