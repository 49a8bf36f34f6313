//===- PredicatedCode.cpp - Short sides of branches, in line --------------===//

#include "analysis/lowering/PredicatedCode.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// Expressions that are looked at between an instruction and what it uses.
constexpr size_t MostLookedAt = 1000;

class PredicatedCode {
public:
  explicit PredicatedCode(KernelModel &Kernel) : Kernel(Kernel) {
    for (const BasicBlock &Block : Kernel.Blocks)
      for (const Instruction &I : Block.Instructions)
        if (I.Value)
          Computed.insert(I.Value);
  }

  /// Moves what \p Side computes in front of it and behind it.
  void move(BasicBlock &Side) {
    std::vector<Instruction> InOrder;
    Values Waiting;
    BasicBlock &Before = Kernel.Blocks[front(Side.Id)];
    for (const Instruction &I : Side.Instructions) {
      if (I.Effect == None && !waits(I, Side.Id, Waiting)) {
        Before.Instructions.push_back(I);
        continue;
      }
      if (I.Effect == None)
        Waiting.insert(I.Value);
      InOrder.push_back(I);
    }
    Side.Instructions = std::move(InOrder);
    if (const BlockId Meeting = behind(Side); Meeting != None)
      moveBehind(Side, Kernel.Blocks[Meeting]);
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

  /// Whether \p I needs a load of \p Side or one of \p Waiting, which do.
  bool waits(const Instruction &I, BlockId Side, const Values &Waiting) const {
    return I.Value && use(I.Value->operands(), Waiting, Side);
  }

  bool isUsedByEffects(const BasicBlock &Block, const Values &Of) const {
    return any_of(Block.Effects, [&](const Effect &E) {
      if (E.Access == None)
        return false;
      const MemoryAccess &Access = Kernel.Accesses[E.Access];
      return use({Access.Address, Access.Stored}, Of);
    });
  }

  /// Moves to the beginning of \p Meeting what no access of \p Side needs. What
  /// one needs, as the address of a load that another load has brought, stays
  /// where it is, behind what it waits for itself.
  void moveBehind(BasicBlock &Side, BasicBlock &Meeting) const {
    std::vector<Instruction> Stay, Behind;
    Values Needed;
    for (const Instruction &I : reverse(Side.Instructions)) {
      const bool Stays = I.Effect != None || !I.Value ||
                         Needed.contains(I.Value) ||
                         isUsedByEffects(Side, Values({I.Value}));
      (Stays ? Stay : Behind).push_back(I);
      if (Stays && I.Value)
        for (const Instruction &Other : Side.Instructions)
          if (Other.Value && Other.Effect == None &&
              use(I.Value->operands(), Values({Other.Value})))
            Needed.insert(Other.Value);
    }
    Side.Instructions.assign(Stay.rbegin(), Stay.rend());
    Meeting.Instructions.insert(Meeting.Instructions.begin(), Behind.rbegin(),
                                Behind.rend());
  }

  /// The block in line with which \p Block is; itself if it is not.
  BlockId front(BlockId Block) const {
    while (Kernel.Blocks[Block].InLine)
      Block = Kernel.Blocks[Block].Predecessors[0];
    return Block;
  }

  /// The block in which all lanes that came to the branch are together again,
  /// and no others; None where there is none right behind \p Side.
  BlockId behind(const BasicBlock &Side) const {
    if (Side.Successors.size() != 1)
      return None;
    const BasicBlock &Meeting = Kernel.Blocks[Side.Successors[0]];
    const bool IsAlone = all_of(Meeting.Predecessors, [&](BlockId Other) {
      return front(Other) == front(Side.Id);
    });
    return IsAlone && Meeting.Id > Side.Id && Meeting.Loop == Side.Loop
               ? Meeting.Id
               : None;
  }

  KernelModel &Kernel;
  Values Computed; ///< by an instruction
};

} // namespace

void kernelcast::movePredicatedCode(KernelModel &Kernel,
                                    function_ref<bool(BlockId)> IsSide) {
  for (BasicBlock &Block : Kernel.Blocks)
    Block.InLine = Block.Predecessors.size() == 1 &&
                   Block.Predecessors[0] < Block.Id && IsSide(Block.Id);
  PredicatedCode Code(Kernel);
  for (BasicBlock &Block : Kernel.Blocks)
    if (Block.InLine)
      Code.move(Block);
}
