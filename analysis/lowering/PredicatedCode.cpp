//===- PredicatedCode.cpp - Short sides of branches, in line --------------===//

#include "analysis/lowering/PredicatedCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Expressions that are looked at between an instruction and what it uses, and
/// sides that an instruction is moved over.
constexpr size_t MostLookedAt = 1000, MostSides = 64;

class PredicatedCode {
public:
  PredicatedCode(KernelModel &Kernel, function_ref<bool(BlockId)> IsSide)
      : Kernel(Kernel) {
    for (const BasicBlock &Block : Kernel.Blocks) {
      for (const Instruction &I : Block.Instructions)
        if (I.Value)
          Computed.insert(I.Value);
      if (Block.Predecessors.size() == 1 && Block.Predecessors[0] < Block.Id &&
          IsSide(Block.Id))
        Sides.insert(Block.Id);
    }
  }

  void move() {
    for (BasicBlock &Block : Kernel.Blocks)
      if (Sides.contains(Block.Id))
        divide(Block);
    // What waits for a load in front of a side lets the side's loads pass.
    for (BasicBlock &Block : Kernel.Blocks)
      if (!Sides.contains(Block.Id) && behind(Block) != None)
        takeLate(Block);
    std::map<BlockId, std::vector<Instruction>> InFront;
    for (auto &[Block, Instructions] : Late)
      if (const BlockId To = placeFor(Block, Instructions); To != Block)
        append_range(InFront[To], Instructions);
      else
        putAtEnd(Kernel.Blocks[Block], Instructions);
    for (auto &[Block, Instructions] : InFront) {
      auto &List = Kernel.Blocks[Block].Instructions;
      List.insert(List.begin(), Instructions.begin(), Instructions.end());
    }
  }

private:
  using Values = DenseSet<const Expr *>;

  /// Whether \p Roots need one of \p Of, or a load of \p Block, without another
  /// instruction between.
  bool use(ArrayRef<const Expr *> Roots, const Values &Of,
           BlockId Block = None) const {
    SmallVector<const Expr *, 8> Work(Roots);
    Values Seen;
    while (!Work.empty() && Seen.size() < MostLookedAt) {
      const Expr *E = Work.pop_back_val();
      if (!E || !Seen.insert(E).second)
        continue;
      if (Of.contains(E))
        return true;
      if (E->op() == Op::Load) {
        const auto Access = static_cast<AccessId>(E->value());
        if (Access < Kernel.Accesses.size() &&
            Kernel.Accesses[Access].Block == Block)
          return true;
      } else if (E->op() != Op::Phi && !Computed.contains(E)) {
        Work.append(E->operands().begin(), E->operands().end());
      }
    }
    return false;
  }

  /// What \p Block computes goes in front of it, but for what is late.
  void divide(BasicBlock &Block) {
    BasicBlock &Before = Kernel.Blocks[Block.Predecessors[0]];
    std::vector<Instruction> Stay;
    Values OfLate;
    for (const Instruction &I : Block.Instructions) {
      if (I.Effect != None) {
        Stay.push_back(I);
      } else if (I.Value && use(I.Value->operands(), OfLate, Block.Id)) {
        OfLate.insert(I.Value);
        Late[Block.Id].push_back(I);
      } else {
        Before.Instructions.push_back(I);
      }
    }
    Block.Instructions = std::move(Stay);
    // A store of the side waits for it where it is.
    if (auto Found = Late.find(Block.Id);
        Found != Late.end() && isUsedByEffects(Block, OfLate)) {
      putBeforeUses(Block, Found->second);
      Late.erase(Found);
    }
  }

  /// Takes what waits for loads of \p Block out of it, unless that is needed
  /// there.
  void takeLate(BasicBlock &Block) {
    std::vector<Instruction> Stay, Waits;
    Values OfLate;
    for (const Instruction &I : Block.Instructions) {
      if (I.Effect == None && I.Value &&
          use(I.Value->operands(), OfLate, Block.Id)) {
        OfLate.insert(I.Value);
        Waits.push_back(I);
      } else {
        Stay.push_back(I);
      }
    }
    if (Waits.empty() || isUsedByEffects(Block, OfLate) ||
        (Block.Condition && use({Block.Condition}, OfLate)))
      return;
    Block.Instructions = std::move(Stay);
    Late[Block.Id] = std::move(Waits);
  }

  /// In front of the jump.
  static void putAtEnd(BasicBlock &Block, ArrayRef<Instruction> Instructions) {
    auto &List = Block.Instructions;
    auto At = List.end();
    while (At != List.begin() &&
           std::prev(At)->Class == InstructionClass::Branch)
      --At;
    List.insert(At, Instructions.begin(), Instructions.end());
  }

  bool isUsedBy(const Effect &E, const Values &Of) const {
    if (E.Access == None)
      return false;
    const MemoryAccess &Access = Kernel.Accesses[E.Access];
    return use({Access.Address, Access.Stored}, Of);
  }
  bool isUsedByEffects(const BasicBlock &Block, const Values &Of) const {
    return any_of(Block.Effects,
                  [&](const Effect &E) { return isUsedBy(E, Of); });
  }

  /// In front of the first effect that needs one of \p Instructions.
  void putBeforeUses(BasicBlock &Block,
                     ArrayRef<Instruction> Instructions) const {
    Values Of;
    for (const Instruction &I : Instructions)
      Of.insert(I.Value);
    auto &List = Block.Instructions;
    auto *const First = std::find_if(
        List.data(), List.data() + List.size(), [&](const Instruction &I) {
          return isUsedBy(Block.Effects[I.Effect], Of);
        });
    List.insert(List.begin() + (First - List.data()), Instructions.begin(),
                Instructions.end());
  }

  /// Where the warp is again with all lanes behind \p Block: behind the sides
  /// that it parts to, or the block that follows it alone.
  BlockId behind(const BasicBlock &Block) const {
    BlockId Meeting = None;
    for (BlockId Next : Block.Successors) {
      BlockId To = Next;
      if (Sides.contains(Next)) {
        if (Kernel.Blocks[Next].Successors.size() != 1)
          return None;
        To = Kernel.Blocks[Next].Successors[0];
      }
      if (Meeting != None && To != Meeting)
        return None;
      Meeting = To;
    }
    if (Meeting == None || Meeting <= Block.Id ||
        Kernel.Blocks[Meeting].Loop != Block.Loop)
      return None;
    // Nobody else comes there.
    const bool IsAlone =
        all_of(Kernel.Blocks[Meeting].Predecessors, [&](BlockId From) {
          return From == Block.Id ||
                 (Sides.contains(From) &&
                  Kernel.Blocks[From].Predecessors[0] == Block.Id);
        });
    return IsAlone ? Meeting : None;
  }

  /// Adds the values of \p Block that \p Of come to by way of phis.
  void follow(const BasicBlock &Block, Values &Of) const {
    for (PhiId Id : Block.Phis) {
      const PhiNode &Phi = Kernel.Phis[Id];
      if (use(SmallVector<const Expr *, 4>(Phi.Incoming.begin(),
                                           Phi.Incoming.end()),
              Of))
        Of.insert(Kernel.Pool->phi(Id, Phi.Type));
    }
  }

  /// Whether something that stays in \p Block needs one of \p Of, or a barrier
  /// is there.
  bool holds(const BasicBlock &Block, const Values &Of) const {
    return isUsedByEffects(Block, Of) ||
           any_of(Block.Effects,
                  [](const Effect &E) { return isBarrier(E.Kind); }) ||
           (Block.Condition && use({Block.Condition}, Of)) ||
           any_of(Block.Instructions, [&](const Instruction &I) {
             return I.Value && use(I.Value->operands(), Of);
           });
  }

  /// Adds to \p Of what is late in \p Block and waits for one of them.
  void followLate(BlockId Block, Values &Of) const {
    if (auto Found = Late.find(Block); Found != Late.end())
      for (const Instruction &I : Found->second)
        if (use(I.Value->operands(), Of))
          Of.insert(I.Value);
  }

  /// The block at the begin of which \p Instructions of \p From are issued, or
  /// \p From where they cannot pass the sides behind it.
  BlockId placeFor(BlockId From, ArrayRef<Instruction> Instructions) const {
    Values Of;
    for (const Instruction &I : Instructions)
      Of.insert(I.Value);
    BlockId Place = From;
    bool InPlace = !Sides.contains(From);
    if (!InPlace) {
      Place = behind(Kernel.Blocks[Kernel.Blocks[From].Predecessors[0]]);
      if (Place == None)
        return From;
    }
    for (size_t Moved = 0; Moved < MostSides; ++Moved) {
      const BasicBlock &Block = Kernel.Blocks[Place];
      if (!InPlace) {
        follow(Block, Of);
        if (holds(Block, Of))
          return Place;
        followLate(Place, Of);
      }
      InPlace = false;
      const BlockId Next = behind(Block);
      if (Next == None)
        return Place;
      for (BlockId Passed : Block.Successors)
        if (Sides.contains(Passed)) {
          if (holds(Kernel.Blocks[Passed], Of))
            return Place;
          followLate(Passed, Of);
        }
      Place = Next;
    }
    return Place;
  }

  KernelModel &Kernel;
  Values Computed; ///< by an instruction
  DenseSet<BlockId> Sides;
  std::map<BlockId, std::vector<Instruction>> Late; ///< by block
};

} // namespace

void kernelcast::movePredicatedCode(KernelModel &Kernel,
                                    function_ref<bool(BlockId)> IsSide) {
  PredicatedCode(Kernel, IsSide).move();
}
