//===- InstructionUses.cpp - What placed instructions read ----------------===//

#include "analysis/pdg/InstructionUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

InstructionUses::InstructionUses(const KernelModel &Kernel)
    : Kernel(Kernel), Variance(Kernel), OfAccess(Kernel.Accesses.size()) {
  for (const BasicBlock &Block : Kernel.Blocks)
    for (auto [Index, I] : enumerate(Block.Instructions)) {
      if (I.Value) {
        OfValue[I.Value] = {Block.Id, unsigned(Index)};
        if (I.Value->op() == Op::Coordinate)
          SpecialRegister.try_emplace(I.Value->value(), I.Value);
      }
      if (I.Effect >= Block.Effects.size())
        continue;
      AccessId Access = Block.Effects[I.Effect].Access;
      if (Access < OfAccess.size())
        OfAccess[Access] = {Block.Id, unsigned(Index)};
    }
  // What a register has, an earlier load has brought.
  for (auto [Access, Definition] : enumerate(OfAccess))
    if (unsigned First = Kernel.Accesses[Access].Repeats; First < Access)
      Definition = OfAccess[First];
}

SmallVector<const Expr *, 3>
InstructionUses::roots(const BasicBlock &Block, const Instruction &I) const {
  SmallVector<const Expr *, 3> Result;
  if (I.Value)
    Result.append(I.Value->operands().begin(), I.Value->operands().end());
  if (I.Address)
    Result.push_back(I.Address);
  if (I.Effect < Block.Effects.size()) {
    AccessId Access = Block.Effects[I.Effect].Access;
    if (Access < Kernel.Accesses.size() && Kernel.Accesses[Access].Stored)
      Result.push_back(Kernel.Accesses[Access].Stored);
  } else if (I.Class == InstructionClass::Branch && Block.Condition) {
    Result.push_back(Block.Condition);
  }
  return Result;
}

void InstructionUses::visit(ArrayRef<const Expr *> Roots,
                            function_ref<void(const Expr *)> Found) {
  Seen.clear();
  SmallVector<const Expr *, 16> Work(Roots.rbegin(), Roots.rend());
  while (!Work.empty() && Steps != 0) {
    --Steps;
    const Expr *E = Work.pop_back_val();
    if (E->op() == Op::Coordinate)
      if (const Expr *Read = SpecialRegister.lookup(E->value()))
        E = Read;
    if (!Seen.insert(E).second)
      continue;
    if (E->op() == Op::Phi || E->op() == Op::Load || OfValue.count(E))
      Found(E);
    else
      Work.append(E->operands().rbegin(), E->operands().rend());
  }
}

InstructionUses::Definition InstructionUses::definition(const Expr *E) const {
  if (E->op() != Op::Load)
    return OfValue.lookup(E);
  size_t Access = static_cast<uint32_t>(E->value());
  return Access < OfAccess.size() ? OfAccess[Access] : Definition{};
}

LoopId InstructionUses::advancesIn(const Expr *E, BlockId Block) {
  LoopId Loop = Variance.linearLoop(E);
  return Loop != None && Variance.inside(Kernel.Blocks[Block].Loop, Loop)
             ? Loop
             : None;
}
