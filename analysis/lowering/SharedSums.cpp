//===- SharedSums.cpp - What several blocks compute alike -----------------===//
//
// Blocks are visited in reverse post-order, operands before what is made of
// them. An instruction whose operands do not change in a loop goes before it.
// Then the first of those with the same operands is kept. It dominates the
// others or moves to the end of the nearest block that dominates it and them,
// where its operands are known as well: they dominate both. What can do neither
// takes the place of the first for those that come.
//
// An address is told by its base and the summands of its index, so that
// sext(a + b), where the sum does not overflow, is sext(a) + sext(b), which the
// pass that splits off constant offsets makes of it in some of the copies.
//===----------------------------------------------------------------------===//

#include "analysis/lowering/SharedSums.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>
#include <vector>

using namespace llvm;

namespace kernelcast {

namespace {

/// Summands of an index that are told apart.
constexpr size_t MostSummands = 16;

class SumSharing {
public:
  explicit SumSharing(Function &Kernel)
      : Kernel(Kernel), Dominators(Kernel), Loops(Dominators) {}

  void run() {
    for (BasicBlock *Block : ReversePostOrderTraversal<Function *>(&Kernel))
      for (Instruction &I : make_early_inc_range(*Block))
        if (isMovable(I))
          share(I);
    for (const WeakTrackingVH &V : Unused)
      if (V)
        RecursivelyDeleteTriviallyDeadInstructions(V);
  }

private:
  /// Opcode, then type, loop, and what makes the value.
  using Key = std::pair<unsigned, std::vector<const void *>>;

  Function &Kernel;
  DominatorTree Dominators;
  LoopInfo Loops;
  std::map<Key, Instruction *> First;
  std::vector<WeakTrackingVH> Unused; ///< perhaps

  static bool isMovable(const Instruction &I);
  static Key keyOf(const Instruction &I, const Loop *Around);
  void moveOutOfLoops(Instruction &I);
  void share(Instruction &I);
};

} // namespace

/// Cheap, without effects, and the same in any place.
bool SumSharing::isMovable(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::GetElementPtr:
  case Instruction::ICmp:
    return !I.getType()->isVectorTy();
  default:
    return false;
  }
}

/// The summands of \p Index, of 64 bits.
static void addSummands(const Value *Index, std::vector<const void *> &Result) {
  SmallVector<const Value *, 8> Open{Index};
  while (!Open.empty()) {
    const Value *V = Open.pop_back_val();
    // What is extended counts as itself.
    if (const auto *Wide = dyn_cast<SExtInst>(V))
      V = Wide->getOperand(0);
    const auto *Sum = dyn_cast<OverflowingBinaryOperator>(V);
    const bool Whole =
        V->getType()->isIntegerTy(64) || (Sum && Sum->hasNoSignedWrap());
    if (Sum && Sum->getOpcode() == Instruction::Add && Whole &&
        Result.size() + Open.size() < MostSummands)
      Open.append({Sum->getOperand(0), Sum->getOperand(1)});
    else
      Result.push_back(V);
  }
}

SumSharing::Key SumSharing::keyOf(const Instruction &I, const Loop *Around) {
  std::vector<const void *> Parts{I.getType(), Around};
  if (const auto *Compare = dyn_cast<ICmpInst>(&I))
    return {unsigned(Instruction::OtherOpsEnd) + Compare->getPredicate(),
            {I.getType(), Around, I.getOperand(0), I.getOperand(1)}};
  const auto *Address = dyn_cast<GetElementPtrInst>(&I);
  if (Address)
    Parts.push_back(Address->getSourceElementType());
  if (Address && Address->getNumIndices() == 1 &&
      Address->getOperand(1)->getType()->isIntegerTy(64)) {
    Parts.push_back(Address->getPointerOperand());
    const size_t Begin = Parts.size();
    addSummands(Address->getOperand(1), Parts);
    std::sort(Parts.begin() + static_cast<ptrdiff_t>(Begin), Parts.end());
  } else {
    append_range(Parts, I.operand_values());
  }
  return {I.getOpcode(), std::move(Parts)};
}

/// An address stays: its constant offset belongs to the access.
void SumSharing::moveOutOfLoops(Instruction &I) {
  if (isa<GetElementPtrInst>(I))
    return;
  BasicBlock *Home = I.getParent();
  while (const Loop *Around = Loops.getLoopFor(Home)) {
    BasicBlock *Before = Around->getLoopPreheader();
    if (!Before || !Around->hasLoopInvariantOperands(&I))
      break;
    Home = Before;
  }
  if (Home != I.getParent())
    I.moveBefore(Home->getTerminator());
}

void SumSharing::share(Instruction &I) {
  moveOutOfLoops(I);
  BasicBlock *Block = I.getParent();
  const Loop *Around = Loops.getLoopFor(Block);
  auto [Known, IsNew] = First.try_emplace(keyOf(I, Around), &I);
  if (IsNew)
    return;
  Instruction *Kept = Known->second;
  BasicBlock *Common =
      Dominators.findNearestCommonDominator(Kept->getParent(), Block);
  if (Common != Kept->getParent()) {
    // Operands that differ, of addresses with the same summands, need not be
    // known there. A comparison moved up would have its predicate kept so long.
    if (isa<ICmpInst>(I) || !I.isIdenticalToWhenDefined(Kept) ||
        Loops.getLoopFor(Common) != Around) {
      Known->second = &I; // nearer to those that come
      return;
    }
    Kept->moveBefore(Common->getTerminator());
  }
  Kept->dropPoisonGeneratingFlags();
  const SmallVector<Value *, 4> Operands(I.operands());
  I.replaceAllUsesWith(Kept);
  I.eraseFromParent();
  Unused.insert(Unused.end(), Operands.begin(), Operands.end());
}

void shareSums(Function &Kernel) { SumSharing(Kernel).run(); }

} // namespace kernelcast
