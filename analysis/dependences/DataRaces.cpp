//===- DataRaces.cpp - Two threads, one word, no barrier ------------------===//

#include "analysis/dependences/DataRaces.h"
#include "analysis/dependences/WaitConditions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Where an access stands: a block and its number among the block's effects.
struct Position {
  BlockId Block = None;
  size_t Step = 0;
};

/// Ways between accesses, and the barriers on them.
class BarrierWays {
public:
  explicit BarrierWays(const KernelModel &Kernel) : Kernel(Kernel) {
    Positions.resize(Kernel.Accesses.size());
    for (const BasicBlock &Block : Kernel.Blocks)
      MayWait.push_back(Block.Condition && mayWait(Kernel, Block.Condition));
    for (const BasicBlock &Block : Kernel.Blocks)
      for (const auto &[I, Step] : enumerate(Block.Effects))
        if (Step.Kind == EffectKind::Access)
          Positions[Step.Access] = {Block.Id, I};
  }

  /// The loops around both accesses, innermost first.
  std::vector<LoopId> commonLoops(AccessId A, AccessId B) const {
    std::vector<LoopId> OfA, Result;
    for (LoopId L = loopOf(A); L != None; L = Kernel.Loops[L].Parent)
      OfA.push_back(L);
    for (LoopId L = loopOf(B); L != None; L = Kernel.Loops[L].Parent)
      if (is_contained(OfA, L))
        Result.push_back(L);
    return Result;
  }

  /// Whether there are ways from \p From to \p To in the same iteration of the
  /// loops \p Common, and none of them passes a barrier.
  bool meetInIteration(AccessId From, AccessId To,
                       ArrayRef<LoopId> Common) const {
    const Position A = Positions[From], B = Positions[To];
    if (A.Block == B.Block)
      return A.Step < B.Step && !hasBarrier(A.Block, A.Step, B.Step);
    return freeWay(A, B, Common);
  }

  /// The same where \p To is in the next iteration of Common[0].
  bool meetInNext(AccessId From, AccessId To, ArrayRef<LoopId> Common) const {
    const LoopInfo &Loop = Kernel.Loops[Common[0]];
    const Position Header{Loop.Header, 0};
    const bool In = Positions[To].Block == Loop.Header
                        ? !hasBarrier(Loop.Header, 0, Positions[To].Step)
                        : freeWay(Header, Positions[To], Common);
    if (!In)
      return false;
    bool Any = false;
    for (BlockId Latch : Loop.Latches) {
      const Position End{Latch, Kernel.Blocks[Latch].Effects.size()};
      if (Positions[From].Block == Latch) {
        if (hasBarrier(Latch, Positions[From].Step, End.Step))
          return false;
        Any = true;
      } else if (reaches(Positions[From].Block, Latch, Common)) {
        if (!freeWay(Positions[From], End, Common))
          return false;
        Any = true;
      }
    }
    return Any;
  }

private:
  LoopId loopOf(AccessId Id) const {
    return Kernel.Blocks[Positions[Id].Block].Loop;
  }

  /// Whether one of the block's effects in [From, To) is a barrier, or may be,
  /// or its branch is if To is its end.
  bool hasBarrier(BlockId Block, size_t From, size_t To) const {
    const ArrayRef<Effect> Effects = Kernel.Blocks[Block].Effects;
    return (To == Effects.size() && MayWait[Block]) ||
           any_of(Effects.slice(From, To - From), [](const Effect &Step) {
             return isBarrier(Step.Kind) || Step.Kind == EffectKind::Wait ||
                    Step.Kind == EffectKind::Call;
           });
  }

  bool isBack(BlockId From, BlockId To, ArrayRef<LoopId> Of) const {
    return any_of(Of, [&](LoopId L) {
      return Kernel.Loops[L].Header == To &&
             is_contained(Kernel.Loops[L].Latches, From);
    });
  }

  /// The blocks on the way from \p From on, or with \p Backwards to it, without
  /// the back edges of \p Common; not \p From itself unless it is come back to.
  DenseSet<BlockId> beyond(BlockId From, ArrayRef<LoopId> Common,
                           bool Backwards) const {
    DenseSet<BlockId> Seen;
    SmallVector<BlockId> Left = {From};
    while (!Left.empty()) {
      const BasicBlock &Here = Kernel.Blocks[Left.pop_back_val()];
      for (BlockId Next : Backwards ? Here.Predecessors : Here.Successors)
        if (!(Backwards ? isBack(Next, Here.Id, Common)
                        : isBack(Here.Id, Next, Common)) &&
            Seen.insert(Next).second)
          Left.push_back(Next);
    }
    return Seen;
  }

  bool reaches(BlockId From, BlockId To, ArrayRef<LoopId> Common) const {
    return beyond(From, Common, /*Backwards=*/false).contains(To);
  }

  /// Whether ways lead from \p A to \p B, in another block, and all are free.
  bool freeWay(Position A, Position B, ArrayRef<LoopId> Common) const {
    const DenseSet<BlockId> After = beyond(A.Block, Common, false);
    if (!After.contains(B.Block) ||
        hasBarrier(A.Block, A.Step, Kernel.Blocks[A.Block].Effects.size()) ||
        hasBarrier(B.Block, 0, B.Step))
      return false;
    const DenseSet<BlockId> Before = beyond(B.Block, Common, true);
    return none_of(After, [&](BlockId Between) {
      return Before.contains(Between) &&
             hasBarrier(Between, 0, Kernel.Blocks[Between].Effects.size());
    });
  }

  const KernelModel &Kernel;
  std::vector<Position> Positions; ///< by access
  std::vector<bool> MayWait;       ///< by block: its branch
};

/// The iterations in which the threads of a block run an access: of the loop
/// Inner number At, of all others the first.
struct Iterations {
  LoopId Inner = None;
  uint64_t At = 0;
  friend bool operator<(const Iterations &A, const Iterations &B) {
    return std::tie(A.Inner, A.At) < std::tie(B.Inner, B.At);
  }
};

/// Where one thread goes, and what it stores there if that is known.
struct Touch {
  uint64_t Thread = 0;
  int64_t Address = 0;
  std::optional<double> Stored;
};

class RaceSearch {
public:
  RaceSearch(const ThreadAddresses &Threads, unsigned WarpSize)
      : Threads(Threads), Kernel(Threads.kernel()), WarpSize(WarpSize),
        Ways(Kernel) {}

  std::vector<DataRace> run(unsigned MostPairs) {
    std::vector<DataRace> Result;
    for (AccessId First = 0; First != Kernel.Accesses.size(); ++First)
      for (AccessId Second = 0; Second != Kernel.Accesses.size(); ++Second) {
        if (!mayRace(First, Second))
          continue;
        if (++Looked > MostLooked)
          return Result;
        const std::vector<LoopId> Common = Ways.commonLoops(First, Second);
        const bool Same =
            First == Second || Ways.meetInIteration(First, Second, Common);
        const bool Next =
            !Common.empty() && Ways.meetInNext(First, Second, Common);
        if (!Same && !Next)
          continue;
        if (MostPairs-- == 0)
          return Result;
        if (std::optional<DataRace> Race =
                race(First, Second, Common, Same, Next))
          Result.push_back(*Race);
      }
    return Result;
  }

private:
  static constexpr uint64_t MostIterations = 3;
  /// Pairs whose ways through the flow graph are looked at.
  static constexpr unsigned MostLooked = 10000;

  bool mayRace(AccessId First, AccessId Second) const {
    const MemoryAccess &A = Kernel.Accesses[First];
    const MemoryAccess &B = Kernel.Accesses[Second];
    auto mayBe = [&](const MemoryAccess &Access, AccessId Id) {
      return Access.Space == MemorySpace::Shared && !Access.Volatile &&
             Access.Address && Access.Array != None && Access.Block != None &&
             Access.Repeats == None && Threads.touched(Id).AllConditions;
    };
    return mayBe(A, First) && mayBe(B, Second) && A.Array == B.Array &&
           (A.Kind == AccessKind::Store || B.Kind == AccessKind::Store);
  }

  std::optional<DataRace> race(AccessId First, AccessId Second,
                               ArrayRef<LoopId> Common, bool Same, bool Next) {
    const LoopId Inner = Common.empty() ? None : Common[0];
    for (uint64_t I = 0; I != (Common.empty() ? 1 : MostIterations); ++I)
      for (uint64_t Step : {0, 1}) {
        if (Step == 0 ? !Same : !Next)
          continue;
        if (auto Race = meet(First, {Inner, I}, Second, {Inner, I + Step}))
          return Race;
      }
    return std::nullopt;
  }

  /// Threads of two warps that touch a byte, one in each access.
  std::optional<DataRace> meet(AccessId First, Iterations InFirst,
                               AccessId Second, Iterations InSecond) {
    const bool BothStore = Kernel.Accesses[First].Kind == AccessKind::Store &&
                           Kernel.Accesses[Second].Kind == AccessKind::Store;
    // By byte, the first thread of each of two warps that touch it.
    DenseMap<int64_t, SmallVector<const Touch *, 2>> ByByte;
    for (const Touch &T : touches(First, InFirst))
      for (unsigned B = 0; B != Kernel.Accesses[First].Bytes; ++B) {
        auto &Here = ByByte[T.Address + B];
        if (Here.empty() || (Here.size() == 1 && warpOf(*Here[0]) != warpOf(T)))
          Here.push_back(&T);
      }
    for (const Touch &T : touches(Second, InSecond))
      for (unsigned B = 0; B != Kernel.Accesses[Second].Bytes; ++B) {
        auto Found = ByByte.find(T.Address + B);
        if (Found == ByByte.end())
          continue;
        for (const Touch *Other : Found->second) {
          if (warpOf(*Other) == warpOf(T) ||
              (BothStore && !(Other->Stored && T.Stored &&
                              differ(*Other->Stored, *T.Stored))))
            continue;
          DataRace Result{First, Second, threadOf(*Other, InFirst),
                          threadOf(T, InSecond), T.Address + B};
          if (Kernel.Accesses[First].Kind != AccessKind::Store) {
            std::swap(Result.Write, Result.Other);
            std::swap(Result.Writer, Result.Second);
          }
          return Result;
        }
      }
    return std::nullopt;
  }

  /// Whether two numbers that threads store are certainly not the same.
  static bool differ(double A, double B) { return A < B || A > B; }

  uint64_t warpOf(const Touch &T) const { return T.Thread / WarpSize; }

  FirstThread threadOf(const Touch &T, Iterations In) const {
    return {Threads.coordinates(T.Thread), In.Inner, In.At};
  }

  /// Where the threads of the first block go that are certain to run \p Id.
  const std::vector<Touch> &touches(AccessId Id, Iterations In) {
    auto [It, IsNew] = Known.try_emplace({Id, In});
    if (!IsNew)
      return It->second;
    const uint64_t Count = Threads.launch().threadsPerBlock();
    for (uint64_t Number = 0; Number != Count; ++Number) {
      const FirstThread Thread{Threads.coordinates(Number), In.Inner, In.At};
      if (!Threads.runs(Id, Thread).value_or(false))
        continue;
      if (std::optional<int64_t> Address = Threads.address(Id, Thread))
        It->second.push_back({Number, *Address, Threads.stored(Id, Thread)});
    }
    return It->second;
  }

  const ThreadAddresses &Threads;
  const KernelModel &Kernel;
  unsigned WarpSize;
  unsigned Looked = 0;
  BarrierWays Ways;
  std::map<std::pair<AccessId, Iterations>, std::vector<Touch>> Known;
};

} // namespace

std::vector<DataRace>
kernelcast::sharedMemoryRaces(const ThreadAddresses &Threads, unsigned WarpSize,
                              unsigned MostPairs) {
  const KernelModel &Kernel = Threads.kernel();
  if (Kernel.Irreducible || Kernel.Status != ModelStatus::Modelled)
    return {};
  return RaceSearch(Threads, WarpSize).run(MostPairs);
}
