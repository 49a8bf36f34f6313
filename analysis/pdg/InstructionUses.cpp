//===- InstructionUses.cpp - What placed instructions read ----------------===//

#include "analysis/pdg/InstructionUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static bool isSum(const Expr *E) {
  return E->op() == Op::Add || E->op() == Op::Sub;
}

/// x, where \p E is x + constant; null else.
static const Expr *withoutConstant(const Expr *E) {
  return E && E->op() == Op::Add && E->operand(1)->isIntegerConstant()
             ? E->operand(0)
             : nullptr;
}

InstructionUses::InstructionUses(const KernelModel &Kernel)
    : Kernel(Kernel), Variance(Kernel), OfAccess(Kernel.Accesses.size()) {
  for (const BasicBlock &Block : Kernel.Blocks)
    for (auto [Index, I] : enumerate(Block.Instructions)) {
      if (I.Value) {
        OfValue[I.Value] = {Block.Id, unsigned(Index)};
        if (const Expr *X = withoutConstant(I.Value))
          WithConstant.try_emplace(X, I.Value);
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

/// The sum with a constant that has been made of \p E before the instruction
/// \p GoesOn, which adds to it; null where there is none.
const Expr *InstructionUses::sumBefore(const Expr *E, Definition GoesOn) const {
  if (GoesOn.Block == None || !isSum(E))
    return nullptr;
  const Expr *Sum = WithConstant.lookup(E);
  const Definition Made = Sum ? OfValue.lookup(Sum) : Definition{};
  return Made.Block == GoesOn.Block && Made.Index < GoesOn.Index ? Sum
                                                                 : nullptr;
}

void InstructionUses::visitRead(const BasicBlock &Block, unsigned Index,
                                function_ref<void(const Expr *)> Found) {
  const Instruction &I = Block.Instructions[Index];
  SmallVector<const Expr *, 3> Roots = roots(Block, I);
  Definition GoesOn;
  const Expr *X = withoutConstant(I.Value);
  if (X && isSum(X) && !OfValue.count(X)) {
    GoesOn = {Block.Id, Index};
    // The sum itself is told by X, too.
    erase(Roots, X);
    append_range(Roots, X->operands());
  }
  visit(Roots, GoesOn, Found);
}

/// \p GoesOn: the instruction that reads, if it makes a sum with a constant.
void InstructionUses::visit(ArrayRef<const Expr *> Roots, Definition GoesOn,
                            function_ref<void(const Expr *)> Found) {
  Seen.clear();
  SmallVector<const Expr *, 16> Work(Roots.rbegin(), Roots.rend());
  while (!Work.empty() && Steps != 0) {
    --Steps;
    const Expr *E = Work.pop_back_val();
    if (E->op() == Op::Coordinate)
      if (const Expr *Read = SpecialRegister.lookup(E->value()))
        E = Read;
    const bool IsRegister =
        E->op() == Op::Phi || E->op() == Op::Load || OfValue.count(E);
    const Expr *Sum = IsRegister ? nullptr : sumBefore(E, GoesOn);
    if (!Seen.insert(Sum ? Sum : E).second)
      continue;
    if (IsRegister || Sum)
      Found(Sum ? Sum : E);
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
