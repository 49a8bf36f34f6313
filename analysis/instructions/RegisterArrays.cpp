//===- RegisterArrays.cpp - Local arrays that live in registers -----------===//

#include "analysis/instructions/RegisterArrays.h"
#include "analysis/pdg/ConstantInIteration.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// A thread has at most 255 registers of four bytes.
static constexpr uint64_t MaxBytes = uint64_t(255) * 4;

void kernelcast::keepArraysInRegisters(KernelModel &Kernel) {
  ConstantInIteration Constants(Kernel);
  for (ArrayInfo &Array : Kernel.Arrays)
    Array.InRegisters =
        Array.Space == MemorySpace::Local && Array.Bytes <= MaxBytes;
  // What may lead to any of them finds them in memory.
  if (any_of(Kernel.Accesses, [](const MemoryAccess &Access) {
        return Access.Address && Access.Array == None &&
               Access.Space == MemorySpace::Local;
      }))
    for (ArrayInfo &Array : Kernel.Arrays)
      Array.InRegisters = false;
  for (const MemoryAccess &Access : Kernel.Accesses)
    if (Access.Address && Access.Array < Kernel.Arrays.size() &&
        Kernel.Arrays[Access.Array].InRegisters &&
        !Constants.contains(Access.Address))
      Kernel.Arrays[Access.Array].InRegisters = false;
}

static bool isRegister(const KernelModel &Kernel, const MemoryAccess &Access) {
  return Access.Silent || (Access.Array < Kernel.Arrays.size() &&
                           Kernel.Arrays[Access.Array].InRegisters);
}

/// Puts \p Change to every expression of the model.
static void changeExpressions(KernelModel &Kernel,
                              function_ref<void(const Expr *&)> Change) {
  for (MemoryAccess &Access : Kernel.Accesses) {
    Change(Access.Address);
    Change(Access.OwnAddress);
    Change(Access.Stored);
  }
  for (SlowOperation &Slow : Kernel.SlowOperations)
    Change(Slow.Value);
  for (RowIndex &Row : Kernel.RowIndices)
    Change(Row.Index);
  for (BasicBlock &Block : Kernel.Blocks) {
    Change(Block.Condition);
    for (Instruction &I : Block.Instructions) {
      Change(I.Value);
      Change(I.Address);
    }
  }
  for (PhiNode &Phi : Kernel.Phis) {
    for (const Expr *&E : Phi.Incoming)
      Change(E);
    Change(Phi.ClosedForm);
  }
  for (LoopInfo &Loop : Kernel.Loops)
    Change(Loop.TripCount);
}

/// Gives loads the numbers in \p NewId; those without one are unknown values.
static void renumberLoads(KernelModel &Kernel, ArrayRef<AccessId> NewId) {
  ExpressionPool &Pool = *Kernel.Pool;
  DenseMap<const Expr *, const Expr *> Memo;
  auto NewLeaf = [&](const Expr *Leaf) -> const Expr * {
    if (Leaf->op() != Op::Load)
      return nullptr;
    AccessId New = NewId[static_cast<unsigned>(Leaf->value())];
    unsigned Lane = 0;
    if (!Leaf->name().empty())
      Leaf->name().getAsInteger(10, Lane);
    return New == None ? Pool.opaque("element of a local array", Leaf->type())
                       : Pool.load(New, Leaf->type(), Lane);
  };
  changeExpressions(Kernel, [&](const Expr *&E) {
    if (E)
      E = Pool.rewrite(E, NewLeaf, &Memo);
  });
}

void kernelcast::numberAccesses(KernelModel &Kernel) {
  std::vector<AccessId> NewId(Kernel.Accesses.size(), None);
  std::vector<MemoryAccess> Kept;
  for (bool Registers : {false, true})
    for (BasicBlock &Block : Kernel.Blocks)
      for (Effect &Step : Block.Effects) {
        if (Step.Kind != EffectKind::Access || NewId[Step.Access] != None ||
            isRegister(Kernel, Kernel.Accesses[Step.Access]) != Registers)
          continue;
        MemoryAccess &Access = Kernel.Accesses[Step.Access];
        Access.Block = Block.Id;
        NewId[Step.Access] = Kept.size();
        Kept.push_back(Access);
      }
  for (BasicBlock &Block : Kernel.Blocks)
    for (Effect &Step : Block.Effects)
      if (Step.Kind == EffectKind::Access)
        Step.Access = NewId[Step.Access];
  Kernel.Accesses = std::move(Kept);
  renumberLoads(Kernel, NewId);
}

/// Removes the effects of \p Block that \p Drop holds for, and what
/// instructions there are for them.
static void removeEffects(BasicBlock &Block,
                          function_ref<bool(const Effect &)> Drop) {
  std::vector<unsigned> NewIndex(Block.Effects.size(), None);
  unsigned Count = 0;
  for (auto [Index, Step] : enumerate(Block.Effects))
    if (!Drop(Step))
      NewIndex[Index] = Count++;
  if (Count == Block.Effects.size())
    return;
  erase_if(Block.Effects, Drop);
  erase_if(Block.Instructions, [&](Instruction &I) {
    if (I.Effect == None)
      return false;
    I.Effect = NewIndex[I.Effect];
    return I.Effect == None;
  });
}

void kernelcast::dropRegisterAccesses(KernelModel &Kernel) {
  std::vector<AccessId> NewId;
  NewId.reserve(Kernel.Accesses.size());
  unsigned Kept = 0;
  for (const MemoryAccess &Access : Kernel.Accesses)
    NewId.push_back(isRegister(Kernel, Access) ? None : Kept++);
  if (Kept == NewId.size())
    return;
  for (BasicBlock &Block : Kernel.Blocks)
    removeEffects(Block, [&](const Effect &Step) {
      return Step.Kind == EffectKind::Access && NewId[Step.Access] == None;
    });
  Kernel.Accesses.resize(Kept); // they are the last ones
  renumberLoads(Kernel, NewId);
}
