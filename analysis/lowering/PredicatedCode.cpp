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
    std::vector<Instruction> Stay, Late;
    Values OfLate;
    BasicBlock &Before = Kernel.Blocks[Side.Predecessors[0]];
    for (const Instruction &I : Side.Instructions) {
      if (I.Effect != None) {
        Stay.push_back(I);
      } else if (I.Value && use(I.Value->operands(), OfLate, Side.Id)) {
        OfLate.insert(I.Value);
        Late.push_back(I);
      } else {
        Before.Instructions.push_back(I);
      }
    }
    Side.Instructions = std::move(Stay);
    if (Late.empty())
      return;
    const BlockId Meeting = behind(Side);
    if (Meeting == None || isUsedByEffects(Side, OfLate))
      return putBeforeUses(Side, Late, OfLate);
    auto &Behind = Kernel.Blocks[Meeting].Instructions;
    Behind.insert(Behind.begin(), Late.begin(), Late.end());
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

  /// In front of the first effect of \p Side that needs one of \p Late.
  void putBeforeUses(BasicBlock &Side, ArrayRef<Instruction> Late,
                     const Values &OfLate) const {
    auto &List = Side.Instructions;
    auto First = find_if(List, [&](const Instruction &I) {
      return isUsedBy(Side.Effects[I.Effect], OfLate);
    });
    List.insert(First, Late.begin(), Late.end());
  }

  /// The block in which all lanes that came to the branch are together again,
  /// and no others; None where there is none right behind \p Side.
  BlockId behind(const BasicBlock &Side) const {
    if (Side.Successors.size() != 1)
      return None;
    const BasicBlock &Meeting = Kernel.Blocks[Side.Successors[0]];
    const BlockId From = Side.Predecessors[0];
    const bool IsAlone = all_of(Meeting.Predecessors, [&](BlockId Other) {
      const BasicBlock &Way = Kernel.Blocks[Other];
      return Other == From || (Way.InLine && Way.Predecessors[0] == From);
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
