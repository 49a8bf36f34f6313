//===- BlockRaces.cpp - Two blocks, one word of global memory -------------===//

#include "analysis/dependences/BlockRaces.h"
#include "analysis/dependences/MemoryDependences.h"
#include "analysis/dependences/WaitConditions.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class BlockRaceSearch {
public:
  explicit BlockRaceSearch(const ThreadAddresses &Threads)
      : Threads(Threads), Kernel(Threads.kernel()) {}

  std::vector<BlockRace> run(unsigned MostPairs) const {
    std::vector<BlockRace> Result;
    const SmallVector<AccessId> Global = candidates();
    for (const auto &[I, Second] : enumerate(Global))
      for (AccessId First : ArrayRef(Global).take_front(I + 1)) {
        if (!mayRace(First, Second))
          continue;
        if (MostPairs-- == 0)
          return Result;
        std::optional<Meeting> Met =
            meeting(Threads, First, Second, ThreadPair::TwoBlocks);
        if (!Met || !Met->Certain)
          continue;
        if (std::optional<BlockRace> Race = race(First, Second, *Met))
          Result.push_back(*Race);
      }
    return Result;
  }

private:
  /// Accesses that can be a part of a race.
  SmallVector<AccessId> candidates() const {
    SmallVector<AccessId> Result;
    for (const auto &[Id, Access] : enumerate(Kernel.Accesses))
      if (Access.Space == MemorySpace::Global &&
          Access.Kind != AccessKind::Atomic && !Access.Volatile &&
          !Access.Silent && Access.Address && Access.Array != None &&
          Access.Block != None && Access.Repeats == None &&
          Threads.touched(Id).AllConditions)
        Result.push_back(static_cast<AccessId>(Id));
    return Result;
  }

  bool mayRace(AccessId First, AccessId Second) const {
    const MemoryAccess &A = Kernel.Accesses[First];
    const MemoryAccess &B = Kernel.Accesses[Second];
    return A.Array == B.Array &&
           (A.Kind == AccessKind::Store || B.Kind == AccessKind::Store);
  }

  std::optional<BlockRace> race(AccessId First, AccessId Second,
                                const Meeting &Met) const {
    const bool FirstStores = Kernel.Accesses[First].Kind == AccessKind::Store;
    const bool SecondStores = Kernel.Accesses[Second].Kind == AccessKind::Store;
    if (FirstStores && SecondStores && !storeDifferent(First, Second, Met))
      return std::nullopt;
    BlockRace Result{First, Second, threadOf(Met.First), threadOf(Met.Second),
                     Met.Byte};
    if (!FirstStores) {
      std::swap(Result.Write, Result.Other);
      std::swap(Result.Writer, Result.Second);
    }
    return Result;
  }

  bool storeDifferent(AccessId First, AccessId Second,
                      const Meeting &Met) const {
    std::optional<double> A = Threads.stored(
        First, [&](const Expr *Leaf) { return Met.First.valueOf(Leaf); });
    std::optional<double> B = Threads.stored(
        Second, [&](const Expr *Leaf) { return Met.Second.valueOf(Leaf); });
    return A && B && (*A < *B || *A > *B);
  }

  static GridThread threadOf(const MeetingThread &Met) {
    GridThread Result;
    for (unsigned I = 0; I != 3; ++I) {
      Result.Thread[I] = static_cast<uint64_t>(Met.Coordinates[I]);
      Result.Block[I] = static_cast<uint64_t>(Met.Coordinates[3 + I]);
    }
    return Result;
  }

  const ThreadAddresses &Threads;
  const KernelModel &Kernel;
};

} // namespace

/// Whether blocks may wait for one another.
static bool mayOrderBlocks(const KernelModel &Kernel) {
  return any_of(Kernel.Blocks, [&](const BasicBlock &Block) {
    return (Block.Condition && mayWait(Kernel, Block.Condition)) ||
           any_of(Block.Effects, [](const Effect &Step) {
             return Step.Kind == EffectKind::Fence ||
                    Step.Kind == EffectKind::Wait ||
                    Step.Kind == EffectKind::PartialBarrier ||
                    Step.Kind == EffectKind::Call;
           });
  });
}

std::vector<BlockRace> kernelcast::blockRaces(const ThreadAddresses &Threads,
                                              unsigned MostPairs) {
  const KernelModel &Kernel = Threads.kernel();
  if (Kernel.Irreducible || Kernel.Status != ModelStatus::Modelled ||
      Threads.launch().blocks() < 2 || mayOrderBlocks(Kernel))
    return {};
  return BlockRaceSearch(Threads).run(MostPairs);
}
