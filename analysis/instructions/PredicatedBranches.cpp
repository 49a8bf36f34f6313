//===- PredicatedBranches.cpp - Branches that become selects --------------===//

#include "analysis/instructions/PredicatedBranches.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// Instructions of both sides that are moved before the branch.
constexpr float MostMoved = 8;

class Predication {
public:
  explicit Predication(KernelModel &Kernel) : Kernel(Kernel) { findNeeded(); }

  void run() {
    for (BasicBlock &Block : Kernel.Blocks)
      if (std::optional<Sides> Found = sidesOf(Block))
        predicate(Block, *Found);
  }

private:
  /// One side: the blocks from the branch to the join that follow each other,
  /// perhaps none, and the join.
  struct Side {
    SmallVector<BlockId, 4> Blocks;
    BlockId Join;
  };
  struct Sides {
    Side True, False;
  };

  /// The variables at joins whose value something needs.
  void findNeeded() {
    SmallVector<const Expr *, 64> Work;
    for (const BasicBlock &Block : Kernel.Blocks) {
      for (const Instruction &I : Block.Instructions)
        for (const Expr *E : {I.Value, I.Address})
          if (E)
            Work.push_back(E);
      for (const Effect &Step : Block.Effects)
        if (Step.Access < Kernel.Accesses.size() &&
            Kernel.Accesses[Step.Access].Stored)
          Work.push_back(Kernel.Accesses[Step.Access].Stored);
      if (Block.Condition)
        Work.push_back(Block.Condition);
    }
    DenseSet<const Expr *> Seen;
    while (!Work.empty()) {
      const Expr *E = Work.pop_back_val();
      if (!Seen.insert(E).second)
        continue;
      append_range(Work, E->operands());
      auto Phi = static_cast<size_t>(E->value());
      if (E->op() != Op::Phi || Phi >= Kernel.Phis.size())
        continue;
      Needed.try_emplace(static_cast<PhiId>(Phi), E);
      for (const Expr *Incoming : Kernel.Phis[Phi].Incoming)
        if (Incoming)
          Work.push_back(Incoming);
    }
  }

  std::optional<Sides> sidesOf(const BasicBlock &Block) const {
    if (Block.Successors.size() != 2 || !Block.Condition ||
        Block.FromLoopCondition || Block.Successors[0] == Block.Successors[1])
      return std::nullopt;
    Sides Found{sideFrom(Block, Block.Successors[0]),
                sideFrom(Block, Block.Successors[1])};
    BlockId Join = Found.True.Join;
    if (Join != Found.False.Join ||
        (Found.True.Blocks.empty() && Found.False.Blocks.empty()))
      return std::nullopt;
    // Behind both sides, or the next iteration.
    if (Join <= Block.Id &&
        (Block.Loop == None || Kernel.Loops[Block.Loop].Header != Join))
      return std::nullopt;
    float Moved = 0;
    for (const Side *S : {&Found.True, &Found.False})
      for (BlockId Id : S->Blocks) {
        if (!isMovable(Kernel, Kernel.Blocks[Id]))
          return std::nullopt;
        for (const Instruction &I : Kernel.Blocks[Id].Instructions)
          Moved += I.Class == InstructionClass::Branch ? 0 : I.Count;
      }
    return Moved <= MostMoved ? std::optional(std::move(Found)) : std::nullopt;
  }

  Side sideFrom(const BasicBlock &Branch, BlockId First) const {
    Side Result{{}, First};
    while (Result.Join > Branch.Id) {
      const BasicBlock &Block = Kernel.Blocks[Result.Join];
      if (Block.Predecessors.size() != 1 || Block.Successors.size() != 1 ||
          Block.Loop != Branch.Loop)
        break;
      Result.Blocks.push_back(Block.Id);
      Result.Join = Block.Successors[0];
    }
    return Result;
  }

  static bool isMovable(const KernelModel &Kernel, const BasicBlock &Block) {
    return all_of(Block.Effects, [&](const Effect &Step) {
      return Step.Kind == EffectKind::Access &&
             (Kernel.Accesses[Step.Access].Silent ||
              Kernel.Accesses[Step.Access].Repeats != None);
    });
  }

  void predicate(BasicBlock &Block, const Sides &Found) {
    Block.Predicated = true;
    erase_if(Block.Instructions, [](const Instruction &I) {
      return I.Class == InstructionClass::Branch;
    });
    for (const Side *S : {&Found.True, &Found.False})
      for (BlockId Id : S->Blocks) {
        Block.SidesLoad |= !Kernel.Blocks[Id].Effects.empty();
        std::vector<Instruction> &Own = Kernel.Blocks[Id].Instructions;
        for (const Instruction &I : Own)
          if (I.Effect == None && I.Class != InstructionClass::Branch)
            Block.Instructions.push_back(I);
        erase_if(Own, [](const Instruction &I) { return I.Effect == None; });
      }
    const BasicBlock &Join = Kernel.Blocks[Found.True.Join];
    auto IncomingFrom = [&](const PhiNode &Phi, BlockId From) {
      size_t At = find(Join.Predecessors, From) - Join.Predecessors.begin();
      return At < Phi.Incoming.size() ? Phi.Incoming[At] : nullptr;
    };
    auto LastOf = [&](const Side &S) {
      return S.Blocks.empty() ? Block.Id : S.Blocks.back();
    };
    BlockId First = LastOf(Found.True), Second = LastOf(Found.False);
    for (PhiId Id : Join.Phis) {
      auto It = Needed.find(Id);
      if (It == Needed.end() || IncomingFrom(Kernel.Phis[Id], First) ==
                                    IncomingFrom(Kernel.Phis[Id], Second))
        continue;
      if (!isMinimum(Block, IncomingFrom(Kernel.Phis[Id], First),
                     IncomingFrom(Kernel.Phis[Id], Second)))
        Block.Instructions.push_back({InstructionClass::Int, It->second});
    }
  }

  /// Whether the selection of \p A or \p B is the minimum or maximum of the
  /// two: the comparison and the selection are one instruction.
  static bool isMinimum(const BasicBlock &Block, const Expr *A, const Expr *B) {
    const Expr *Test = Block.Condition;
    while (Test && Test->op() == Op::Not)
      Test = Test->operand(0);
    if (!Test || Test->operands().size() != 2 ||
        (Test->op() != Op::Less && Test->op() != Op::LessEqual))
      return false;
    const Expr *X = Test->operand(0), *Y = Test->operand(1);
    return (A == X && B == Y) || (A == Y && B == X);
  }

  KernelModel &Kernel;
  DenseMap<PhiId, const Expr *> Needed;
};

} // namespace

void kernelcast::predicateBranches(KernelModel &Kernel) {
  if (!Kernel.Irreducible)
    Predication(Kernel).run();
}
