//===- MemoryDependences.cpp - Which accesses meet in memory --------------===//

#include "analysis/dependences/MemoryDependences.h"

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
    std::optional<Meeting> Found = meeting(Threads, From, To, Pair);
    return Found ? std::optional(Found->Certain) : std::nullopt;
  }

  const KernelModel &Kernel;
  ThreadAddresses Threads;
};

} // namespace

/// Where access \p Id begins for \p Thread; nothing if it does not run it.
static std::optional<int64_t> addressAt(const ThreadAddresses &Threads,
                                        AccessId Id,
                                        const MeetingThread &Thread) {
  auto Own = [&](const Expr *Leaf) { return Thread.valueOf(Leaf); };
  return Threads.runs(Id, Own).value_or(false) ? Threads.address(Id, Own)
                                               : std::nullopt;
}

std::optional<Meeting> kernelcast::meeting(const ThreadAddresses &Threads,
                                           AccessId From, AccessId To,
                                           ThreadPair Pair) {
  OverlapAnswer Answer =
      overlap(Threads.touched(From), Threads.touched(To), Pair,
              [&](const Expr *Leaf) { return Threads.valueOf(Leaf); });
  if (Answer.Found == Overlap::Never)
    return std::nullopt;
  Meeting Result{false, std::move(Answer.First), std::move(Answer.Second), 0};
  if (Answer.Found != Overlap::Exists)
    return Result;
  // Whether the two do so in the kernel's own arithmetic, which wraps around.
  std::optional<int64_t> A = addressAt(Threads, From, Result.First);
  std::optional<int64_t> B = addressAt(Threads, To, Result.Second);
  Result.Certain = A && B &&
                   *A < *B + static_cast<int64_t>(Threads.touched(To).Bytes) &&
                   *B < *A + static_cast<int64_t>(Threads.touched(From).Bytes);
  if (Result.Certain)
    Result.Byte = std::max(*A, *B);
  return Result;
}

MemoryDependences
kernelcast::memoryDependences(const KernelModel &Kernel,
                              const LaunchConfiguration &Launch,
                              unsigned MostPairs) {
  return Search(Kernel, Launch).run(MostPairs);
}
