//===- Reloads.cpp - Loads of what a thread has had already ---------------===//

#include "analysis/dependences/Reloads.h"
#include "analysis/instructions/RepeatedLoads.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class ReloadSearch {
public:
  ReloadSearch(const KernelModel &Kernel, const Dominance &Dominators)
      : Kernel(Kernel), Dominators(Dominators) {}

  std::vector<Reload> run() {
    std::vector<Reload> Result;
    DenseMap<AccessId, AccessId> Repeated;
    for (const RepeatedLoad &Each : repeatedLoads(
             Kernel, [this](const MemoryAccess &Load, const Effect &Step) {
               return reallyChanges(Load, Step);
             }))
      Repeated[Each.Load] = Each.First;
    for (const BasicBlock &Block : Kernel.Blocks)
      for (const Effect &Step : Block.Effects) {
        if (Step.Kind != EffectKind::Access || !isCandidate(Step.Access))
          continue;
        Reload Found;
        Found.Load = Step.Access;
        auto First = Repeated.find(Step.Access);
        if (First != Repeated.end())
          Found.First = First->second;
        else
          Found.Loop = invariantIn(Step.Access);
        if ((Found.First == None && Found.Loop == None) || !findObstacle(Found))
          continue;
        Found.ByRestrict = wouldRestrictDo(Kernel.Accesses[Found.Load]);
        Result.push_back(Found);
      }
    return Result;
  }

private:
  bool isCandidate(AccessId Id) const {
    const MemoryAccess &Load = Kernel.Accesses[Id];
    return Load.Kind == AccessKind::Load && Load.Space == MemorySpace::Global &&
           !Load.Silent && !Load.Volatile && Load.Address &&
           Load.Array < Kernel.Arrays.size() && Load.Repeats == None;
  }

  /// Whether \p Step writes what \p Load reads even if arrays do not overlap
  /// and nobody else writes to one that the kernel only reads.
  bool reallyChanges(const MemoryAccess &Load, const Effect &Step) const {
    if (!mayChange(Kernel, Load, Step))
      return false;
    if (Load.Space != MemorySpace::Global || Load.Array >= Kernel.Arrays.size())
      return true;
    switch (Step.Kind) {
    case EffectKind::Access: {
      const ArrayId Other = Kernel.Accesses[Step.Access].Array;
      return Other == None || Other == Load.Array;
    }
    case EffectKind::Call:
      return true;
    default:
      return !Kernel.Arrays[Load.Array].ReadOnly;
    }
  }

  bool wouldRestrictDo(const MemoryAccess &Load) const {
    const ArrayInfo &Array = Kernel.Arrays[Load.Array];
    return Array.ReadOnly && Array.Parameter < Kernel.Parameters.size() &&
           Kernel.Parameters[Array.Parameter].Pointer &&
           !Kernel.Parameters[Array.Parameter].Restrict;
  }

  /// The outermost loop of which every iteration loads from one address, and
  /// nothing writes there; None if there is none.
  LoopId invariantIn(AccessId Id) const {
    const MemoryAccess &Load = Kernel.Accesses[Id];
    LoopId Result = None;
    for (LoopId L = Kernel.Blocks[Load.Block].Loop; L != None;
         L = Kernel.Loops[L].Parent) {
      const LoopInfo &Loop = Kernel.Loops[L];
      const bool Always = all_of(Loop.Latches, [&](BlockId Latch) {
        return Dominators.dominates(Load.Block, Latch);
      });
      if (!Always || varies(Load.Address, L) ||
          any_of(Loop.Blocks, [&](BlockId B) {
            return any_of(Kernel.Blocks[B].Effects, [&](const Effect &Step) {
              return reallyChanges(Load, Step);
            });
          }))
        break;
      Result = L;
    }
    return Result;
  }

  /// Whether \p Address may be another in each iteration of \p L.
  bool varies(const Expr *Address, LoopId L) const {
    auto inside = [&](BlockId Block) {
      for (LoopId At = Block == None ? None : Kernel.Blocks[Block].Loop;
           At != None; At = Kernel.Loops[At].Parent)
        if (At == L)
          return true;
      return false;
    };
    bool Result = false;
    visitPostOrder(Address, [&](const Expr *Node) {
      const auto Number = static_cast<size_t>(Node->value());
      switch (Node->op()) {
      case Op::Counter:
        Result |= inside(Kernel.Loops[Number].Header);
        break;
      case Op::Phi:
        Result |= inside(Kernel.Phis[Number].Block);
        break;
      case Op::Load:
        Result |= inside(Kernel.Accesses[Number].Block);
        break;
      case Op::Opaque:
        Result = true;
        break;
      default:
        break;
      }
    });
    return Result;
  }

  /// The first step that keeps the compiler from having the value at hand. That
  /// there is none means that it has.
  bool findObstacle(Reload &Found) const {
    const MemoryAccess &Load = Kernel.Accesses[Found.Load];
    auto look = [&](BlockId B, size_t Begin, size_t End) {
      for (size_t I = Begin; I < End; ++I)
        if (mayChange(Kernel, Load, Kernel.Blocks[B].Effects[I])) {
          Found.Block = B;
          Found.Step = static_cast<unsigned>(I);
          return true;
        }
      return false;
    };
    auto steps = [&](BlockId B) { return Kernel.Blocks[B].Effects.size(); };
    if (Found.Loop != None)
      return any_of(Kernel.Loops[Found.Loop].Blocks,
                    [&](BlockId B) { return look(B, 0, steps(B)); });
    const BlockId From = Kernel.Accesses[Found.First].Block;
    for (BlockId B = From; B <= Load.Block && B < Kernel.Blocks.size(); ++B)
      if (Dominators.dominates(From, B) &&
          look(B, B == From ? stepOf(Found.First) + 1 : 0,
               B == Load.Block ? stepOf(Found.Load) : steps(B)))
        return true;
    return false;
  }

  /// The place of access \p Id among the steps of its block.
  size_t stepOf(AccessId Id) const {
    const auto &Steps = Kernel.Blocks[Kernel.Accesses[Id].Block].Effects;
    return static_cast<size_t>(
        find_if(Steps,
                [&](const Effect &Step) {
                  return Step.Kind == EffectKind::Access && Step.Access == Id;
                }) -
        Steps.begin());
  }

  const KernelModel &Kernel;
  const Dominance &Dominators;
};

} // namespace

std::vector<Reload> kernelcast::reloads(const KernelModel &Kernel,
                                        const Dominance &Dominators) {
  if (Kernel.Irreducible || Kernel.Status != ModelStatus::Modelled)
    return {};
  return ReloadSearch(Kernel, Dominators).run();
}
