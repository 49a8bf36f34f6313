//===- RepeatedLoads.cpp - Loads whose value is still at hand -------------===//

#include "analysis/instructions/RepeatedLoads.h"
#include "analysis/pdg/FlowNodes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GenericDomTreeConstruction.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// A load's place: its block, and which of the block's effects it is.
struct Place {
  AccessId Access;
  BlockId Block;
  unsigned Effect;
};

class Search {
public:
  Search(const KernelModel &Kernel, MayChange Changes)
      : Kernel(Kernel), MayWrite(Changes), Graph(Kernel) {
    Dominators.recalculate(Graph);
    Dominators.updateDFSNumbers();
  }

  std::vector<RepeatedLoad> run() {
    // Loads of one address and width, in block order.
    std::map<std::pair<unsigned, unsigned>, SmallVector<Place, 2>> Loads;
    for (const BasicBlock &Block : Kernel.Blocks)
      for (auto [Index, Step] : enumerate(Block.Effects)) {
        if (Step.Kind != EffectKind::Access)
          continue;
        const MemoryAccess &Access = Kernel.Accesses[Step.Access];
        if (Access.Kind != AccessKind::Load || Access.Silent ||
            Access.Volatile || !Access.Address ||
            pathOf(Access) == AccessPath::Operand)
          continue;
        SmallVector<Place, 2> &Same =
            Loads[{Access.Address->id(), Access.Bytes}];
        const Place Here{Step.Access, Block.Id, unsigned(Index)};
        if (std::optional<AccessId> First = repeatedOne(Same, Here))
          Found.push_back({Here.Access, *First});
        else
          Same.push_back(Here);
      }
    return std::move(Found);
  }

private:
  /// Compared with so many earlier loads of the same address.
  static constexpr size_t MostCompared = 4;
  /// Blocks looked through for all loads of a kernel.
  static constexpr size_t MostBlocks = 200000;

  std::optional<AccessId> repeatedOne(ArrayRef<Place> Earlier,
                                      const Place &Here) {
    if (Earlier.size() > MostCompared)
      Earlier = Earlier.take_back(MostCompared);
    for (const Place &First : reverse(Earlier)) {
      if (!dominates(First, Here) || mayChangeBetween(First, Here))
        continue;
      return First.Access;
    }
    return std::nullopt;
  }

  bool dominates(const Place &First, const Place &Here) const {
    if (First.Block == Here.Block)
      return First.Effect < Here.Effect;
    FlowNode *A = Graph.Pointers[First.Block], *B = Graph.Pointers[Here.Block];
    return Dominators.isReachableFromEntry(B) && Dominators.dominates(A, B);
  }

  bool mayChangeBetween(const Place &First, const Place &Here) {
    const MemoryAccess &Load = Kernel.Accesses[Here.Access];
    if (First.Block == Here.Block)
      return changes(Load, First.Block, First.Effect + 1, Here.Effect);
    if (changes(Load, First.Block, First.Effect + 1, ~0u) ||
        changes(Load, Here.Block, 0, Here.Effect))
      return true;
    // Every block on a way from the first to here that does not come through
    // the first again; here too, if a loop leads back to it.
    BitVector Seen(Kernel.Blocks.size());
    SmallVector<BlockId, 16> Work;
    append_range(Work, Kernel.Blocks[Here.Block].Predecessors);
    while (!Work.empty()) {
      BlockId B = Work.pop_back_val();
      if (B == First.Block || Seen.test(B))
        continue;
      if (++Looked > MostBlocks || changes(Load, B, 0, ~0u))
        return true;
      Seen.set(B);
      append_range(Work, Kernel.Blocks[B].Predecessors);
    }
    return false;
  }

  /// Whether one of the effects [\p Begin, \p End) of \p Block may write what
  /// \p Load reads.
  bool changes(const MemoryAccess &Load, BlockId Block, unsigned Begin,
               unsigned End) const {
    ArrayRef<Effect> Steps = Kernel.Blocks[Block].Effects;
    End = std::min<unsigned>(End, Steps.size());
    for (unsigned I = Begin; I < End; ++I)
      if (MayWrite(Load, Steps[I]))
        return true;
    return false;
  }

  const KernelModel &Kernel;
  MayChange MayWrite;
  std::vector<RepeatedLoad> Found;
  FlowNodes Graph;
  DomTreeBase<FlowNode> Dominators;
  size_t Looked = 0;
};

} // namespace

/// Whether \p Id is what a restrict pointer leads to, and nothing else does.
static bool isRestrict(const KernelModel &Kernel, ArrayId Id) {
  if (Id >= Kernel.Arrays.size())
    return false;
  const unsigned Parameter = Kernel.Arrays[Id].Parameter;
  return Parameter < Kernel.Parameters.size() &&
         Kernel.Parameters[Parameter].Restrict;
}

bool kernelcast::mayChange(const KernelModel &Kernel, const MemoryAccess &Load,
                           const Effect &Step) {
  if (Load.Space == MemorySpace::Constant || Load.Space == MemorySpace::Texture)
    return false;
  const bool Promised = isRestrict(Kernel, Load.Array);
  if (Promised && Kernel.Arrays[Load.Array].ReadOnly)
    return false;
  switch (Step.Kind) {
  case EffectKind::Shuffle:
  case EffectKind::Vote:
  case EffectKind::MatrixProduct:
    return false;
  case EffectKind::Access:
    break;
  default:
    return true;
  }
  const MemoryAccess &Other = Kernel.Accesses[Step.Access];
  if (Other.Kind == AccessKind::Load || Other.Silent)
    return false;
  if ((Promised || isRestrict(Kernel, Other.Array)) && Load.Array != None &&
      Other.Array != None && Other.Array != Load.Array)
    return false;
  // A pointer that leads nobody knows where has the space of its type only.
  if (Other.Array != None && Load.Array != None && Other.Space != Load.Space)
    return false;
  // Different variables that do not share their bytes.
  bool OwnPlaces =
      Load.Space == MemorySpace::Shared || Load.Space == MemorySpace::Local;
  auto IsKnown = [&](ArrayId Id) {
    return Id < Kernel.Arrays.size() && !Kernel.Arrays[Id].DynamicShared;
  };
  return !(OwnPlaces && Load.Array != Other.Array && IsKnown(Load.Array) &&
           IsKnown(Other.Array));
}

void kernelcast::findReadOnlyArrays(KernelModel &Kernel) {
  const bool Calls = any_of(Kernel.Blocks, [](const BasicBlock &Block) {
    return any_of(Block.Effects, [](const Effect &Step) {
      return Step.Kind == EffectKind::Call;
    });
  });
  bool Anywhere = Calls;
  BitVector Written(Kernel.Arrays.size());
  for (const MemoryAccess &Access : Kernel.Accesses)
    if (Access.Kind != AccessKind::Load && !Access.Silent) {
      if (Access.Array < Kernel.Arrays.size())
        Written.set(Access.Array);
      else
        Anywhere = true;
    }
  for (const auto &[Id, Array] : enumerate(Kernel.Arrays))
    Array.ReadOnly = !Anywhere && !Written.test(static_cast<unsigned>(Id));
  for (MemoryAccess &Access : Kernel.Accesses)
    if (Access.Kind == AccessKind::Load && !Access.Volatile &&
        Access.Space == MemorySpace::Global &&
        isRestrict(Kernel, Access.Array) &&
        Kernel.Arrays[Access.Array].ReadOnly)
      Access.ReadOnly = true;
}

std::vector<RepeatedLoad> kernelcast::repeatedLoads(const KernelModel &Kernel,
                                                    MayChange Changes) {
  if (Kernel.Accesses.size() < 2 || Kernel.Irreducible)
    return {};
  return Search(Kernel, Changes).run();
}

void kernelcast::findRepeatedLoads(KernelModel &Kernel) {
  for (const RepeatedLoad &Repeated :
       repeatedLoads(Kernel, [&](const MemoryAccess &Load, const Effect &Step) {
         return mayChange(Kernel, Load, Step);
       }))
    Kernel.Accesses[Repeated.Load].Repeats = Repeated.First;
}
