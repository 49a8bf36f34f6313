//===- AssemblerUnrolling.cpp - Loops that ptxas unrolls ------------------===//

#include "analysis/lowering/AssemblerUnrolling.h"
#include "analysis/lowering/FoldedOperations.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

using Class = kernelcast::InstructionClass;
using kernelcast::MachineCode;
using kernelcast::MachineInstructions;
using CostMap = DenseMap<const Instruction *, MachineCode>;

constexpr float Copies = kernelcast::AssemblerCopies;
/// Instructions of one of them, with its end, in loops that load from global
/// memory and in others, where those of the slower units count for more.
constexpr float MostWithLoads = 46, MostInstructions = 30, SlowOnes = 5;
/// Jumps beside the one that nvcc has in front of its loop.
constexpr float JumpsAround = 2;

bool hasNote(const BasicBlock &Latch) {
  MDNode *Id = Latch.getTerminator()->getMetadata(LLVMContext::MD_loop);
  return Id && GetUnrollMetadata(Id, kernelcast::ShortLoopNote);
}

/// A pointer to shared memory has the width of no counter.
constexpr unsigned NoCounters = ~0u;

/// Bits of a counter or a pointer that the loop advances; 0 of anything else.
unsigned widthOf(const PHINode &Phi) {
  const Type *T = Phi.getType();
  if (T->isIntegerTy())
    return T->getIntegerBitWidth();
  if (!T->isPointerTy())
    return 0;
  return kernelcast::hasShortAddress(T) ? NoCounters : 64;
}

/// Whether nvcc ends \p L by the sum of its counter and what is left, in place
/// of a number that goes down to zero: it does so where what the loop advances
/// has one width, and the counter is not all of it.
bool endsBySum(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  const auto *Jump = dyn_cast<BranchInst>(Latch->getTerminator());
  if (!Jump || !Jump->isConditional())
    return false;
  const auto *Test = dyn_cast<ICmpInst>(Jump->getCondition());
  if (!Test || !Test->isEquality())
    return false;
  // The counter of the copies, up to a number that nobody knows.
  const PHINode *Counter = nullptr;
  for (unsigned Side : {0u, 1u})
    if (const auto *Step = dyn_cast<BinaryOperator>(Test->getOperand(Side));
        Step && Step->getOpcode() == Instruction::Add &&
        !isa<Constant>(Test->getOperand(1 - Side)))
      Counter = dyn_cast<PHINode>(Step->getOperand(0));
  if (!Counter || Counter->getParent() != L.getHeader() ||
      !match(Counter->getIncomingValueForBlock(L.getLoopPreheader()),
             PatternMatch::m_Zero()))
    return false;
  bool Others = any_of(Counter->users(), [&](const User *U) {
    const auto *Sum = dyn_cast<BinaryOperator>(U);
    if (!Sum || Sum->getOpcode() != Instruction::Add || Sum->hasNoSignedWrap())
      return false;
    const Value *Other = Sum->getOperand(Sum->getOperand(0) == Counter);
    return !isa<Constant>(Other) && L.isLoopInvariant(Other);
  });
  for (const PHINode &Phi : L.getHeader()->phis())
    if (const unsigned Width = widthOf(Phi); Width && &Phi != Counter) {
      if (Width != widthOf(*Counter))
        return false;
      Others = true;
    }
  return Others;
}

bool isUnrolled(const Loop &L, const CostMap &Costs) {
  if (!L.isInnermost() || !L.getLoopPreheader() ||
      L.getExitingBlock() != L.getLoopLatch() || endsBySum(L))
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

void unroll(const Loop &L, const SmallPtrSetImpl<const Instruction *> &End,
            CostMap &Costs) {
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

kernelcast::AssemblerLoops kernelcast::unrollLikePtxas(const Function &Kernel,
                                                       CostMap &Costs) {
  AssemblerLoops Result;
  if (none_of(Kernel, hasNote))
    return Result;
  DominatorTree Dominators(const_cast<Function &>(Kernel));
  llvm::LoopInfo Loops(Dominators);
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (const llvm::BasicBlock *Latch = L->getLoopLatch();
        Latch && hasNote(*Latch) && isUnrolled(*L, Costs)) {
      auto End = endOf(*L);
      unroll(*L, End, Costs);
      if (L->getNumBlocks() == 1)
        Result[Latch] = std::move(End);
    }
  return Result;
}
