//===- AtomicCosts.cpp - Atomic operations of a warp ----------------------===//

#include "analysis/lowering/AtomicCosts.h"
#include "analysis/lowering/CodeWriter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
// Not all of kernelcast: BasicBlock and Instruction are LLVM's here.
using kernelcast::CodeWriter;
using kernelcast::withoutFreeCasts;
using Class = kernelcast::InstructionClass;

static constexpr float WarpLanes = 32;

/// Whether the assembler sees that one lane of a warp at most comes to \p
/// Block: behind a comparison of a thread's or lane's number, or its sum with
/// something uniform, with a uniform value.
static bool hasOneLane(const BasicBlock &Block, const CodeWriter &Code) {
  const BasicBlock *At = &Block;
  for (unsigned Step = 0; Step < 8; ++Step) {
    const auto *Node = Code.Before.getNode(At);
    if (!Node || !Node->getIDom())
      return false;
    const BasicBlock *Above = Node->getIDom()->getBlock();
    const auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
    const auto *Compare = Branch && Branch->isConditional()
                              ? dyn_cast<ICmpInst>(Branch->getCondition())
                              : nullptr;
    if (Compare && Compare->isEquality()) {
      unsigned Side = Compare->getPredicate() == ICmpInst::ICMP_EQ ? 0 : 1;
      const BasicBlock *Equal = Branch->getSuccessor(Side);
      const Value *Number = withoutFreeCasts(Compare->getOperand(0));
      if (const auto *Sum = dyn_cast<BinaryOperator>(Number))
        if (Sum->getOpcode() == Instruction::Add)
          Number = withoutFreeCasts(Code.Uniform.isUniform(Sum->getOperand(0))
                                        ? Sum->getOperand(1)
                                        : Sum->getOperand(0));
      const auto *Call = dyn_cast<CallBase>(Number);
      if (Call && Equal->getSinglePredecessor() == Above &&
          Code.Before.dominates(Equal, &Block) &&
          Code.Uniform.isUniform(Compare->getOperand(1)) &&
          (Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x ||
           Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_laneid))
        return true;
    }
    At = Above;
  }
  return false;
}

void kernelcast::writeAtomic(const AtomicRMWInst &I, CodeWriter &Code) {
  Code.moveBase(I.getPointerOperand());
  const Type *T = I.getType();
  bool Used = !I.use_empty();
  auto Kind = I.getOperation();
  bool Shared = I.getPointerAddressSpace() == 3;
  if (Shared && T->isFloatingPointTy()) {
    // No such instruction: load, add, compare and exchange until it holds. In
    // each round one lane of those with the same address succeeds. Rounds that
    // are lost to other warps are not counted.
    const bool Together = Code.Uniform.isUniform(I.getPointerOperand()) &&
                          !hasOneLane(*I.getParent(), Code);
    const float Rounds = Together ? WarpLanes : 1;
    bool Adds = Kind == AtomicRMWInst::FAdd || Kind == AtomicRMWInst::FSub;
    Code.addArithmetic(T, Rounds, Adds ? Rounds : 0);
    Code.add(Class::LoadShared, Rounds);
    Code.add(Class::Atomic, Rounds);
    Code.add(Class::Int, Rounds * (T->isDoubleTy() ? 2 : 1));
    Code.add(Class::Branch, Rounds * (Code.Architecture < 80 ? 4 : 3));
    return;
  }
  bool Gathers = Kind == AtomicRMWInst::Add || Kind == AtomicRMWInst::Sub ||
                 Kind == AtomicRMWInst::Max || Kind == AtomicRMWInst::Min ||
                 Kind == AtomicRMWInst::UMax || Kind == AtomicRMWInst::UMin ||
                 Kind == AtomicRMWInst::And || Kind == AtomicRMWInst::Or ||
                 Kind == AtomicRMWInst::Xor;
  if (!Gathers || !T->isIntegerTy(32) ||
      !Code.Uniform.isUniform(I.getPointerOperand()) ||
      hasOneLane(*I.getParent(), Code)) {
    if (const auto *C = dyn_cast<Constant>(I.getValOperand());
        C && !C->isNullValue())
      Code.moveIntoRegister(C);
    Code.add(Class::Atomic, 1);
    return;
  }
  if (Code.Uniform.isUniform(I.getValOperand())) {
    Code.add(Class::Atomic, 1);
    Code.add(Class::Other, Used ? 4 : 2); // lane numbers, a vote, a shuffle
    Code.add(Class::Int, Used ? 6 : 3);
    return;
  }
  if (Code.Architecture >= 80 && !Used) {
    Code.add(Class::Atomic, 1);
    Code.add(Class::Other, 3); // with REDUX
    Code.add(Class::Int, 4);
    return;
  }
  Code.add(Class::Atomic, 1, 1);
  Code.add(Class::Other, Used ? 9 : 7);
  Code.add(Class::Int, Used ? 14 : 7);
  Code.add(Class::Branch, 1);
}
