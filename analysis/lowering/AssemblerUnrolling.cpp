//===- AssemblerUnrolling.cpp - Loops that ptxas unrolls ------------------===//

#include "analysis/lowering/AssemblerUnrolling.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

using Class = kernelcast::InstructionClass;
using kernelcast::MachineCode;
using kernelcast::MachineInstructions;
using CostMap = DenseMap<const Instruction *, MachineCode>;

/// Copies of the loop's body, of four iterations each.
constexpr float Copies = 4;
/// Instructions of one of them, with its end, in loops that load from global
/// memory and in others, where those of the slower units count for more.
constexpr float MostWithLoads = 46, MostInstructions = 30, SlowOnes = 5;
/// Jumps beside the one that nvcc has in front of its loop.
constexpr float JumpsAround = 2;

bool hasNote(const BasicBlock &Latch) {
  MDNode *Id = Latch.getTerminator()->getMetadata(LLVMContext::MD_loop);
  return Id && GetUnrollMetadata(Id, kernelcast::ShortLoopNote);
}

bool isUnrolled(const Loop &L, const CostMap &Costs) {
  if (!L.isInnermost() || !L.getLoopPreheader() ||
      L.getExitingBlock() != L.getLoopLatch())
    return false;
  float Size = 0, Slow = 0;
  bool Loads = false;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (auto Code = Costs.find(&I); Code != Costs.end())
        for (const MachineInstructions &Step : Code->second) {
          Size += Step.Count;
          Loads |= Step.Class == Class::LoadGlobal;
          if (Step.Class == Class::LoadShared ||
              Step.Class == Class::Conversion || Step.Class == Class::Sfu)
            Slow += Step.Count;
        }
  return Loads ? Size <= MostWithLoads
               : Size + (SlowOnes - 1) * Slow <= MostInstructions;
}

/// Whether \p Next is \p Phi and a constant.
bool advances(const Value *Next, const PHINode &Phi) {
  if (const auto *Sum = dyn_cast<BinaryOperator>(Next))
    return Sum->getOpcode() == Instruction::Add && Sum->getOperand(0) == &Phi &&
           isa<ConstantInt>(Sum->getOperand(1));
  const auto *Address = dyn_cast<GetElementPtrInst>(Next);
  return Address && Address->getPointerOperand() == &Phi &&
         Address->hasAllConstantIndices();
}

/// What runs once for all copies: the counters' steps, the comparison and the
/// jump.
SmallPtrSet<const Instruction *, 8> endOf(const Loop &L) {
  SmallPtrSet<const Instruction *, 8> End;
  const BasicBlock *Latch = L.getLoopLatch();
  const Instruction *Jump = Latch->getTerminator();
  End.insert(Jump);
  if (const auto *Branch = dyn_cast<BranchInst>(Jump);
      Branch && Branch->isConditional())
    if (const auto *Test = dyn_cast<CmpInst>(Branch->getCondition());
        Test && Test->hasOneUse() && L.contains(Test))
      End.insert(Test);
  for (const PHINode &Phi : L.getHeader()->phis())
    if (const Value *Next = Phi.getIncomingValueForBlock(Latch);
        advances(Next, Phi))
      End.insert(cast<Instruction>(Next));
  return End;
}

void unroll(const Loop &L, CostMap &Costs) {
  const SmallPtrSet<const Instruction *, 8> End = endOf(L);
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      auto Code = Costs.find(&I);
      if (Code == Costs.end())
        continue;
      for (MachineInstructions &Step : Code->second) {
        if (!End.contains(&I)) {
          Step.Rare = Copies * (Step.Rare + Step.Count) - Step.Count;
          continue;
        }
        Step.Rare += Step.Count * (1 - 1 / Copies);
        Step.Count /= Copies;
        Step.Off /= Copies;
      }
    }
  MachineInstructions Jumps;
  Jumps.Class = Class::Branch;
  Jumps.Count = JumpsAround;
  Costs[L.getLoopPreheader()->getTerminator()].push_back(Jumps);
}

} // namespace

void kernelcast::unrollLikePtxas(const Function &Kernel, CostMap &Costs) {
  if (none_of(Kernel, hasNote))
    return;
  DominatorTree Dominators(const_cast<Function &>(Kernel));
  llvm::LoopInfo Loops(Dominators);
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (const llvm::BasicBlock *Latch = L->getLoopLatch();
        Latch && hasNote(*Latch) && isUnrolled(*L, Costs))
      unroll(*L, Costs);
}
