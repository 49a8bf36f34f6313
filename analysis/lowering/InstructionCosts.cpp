//===- InstructionCosts.cpp - Machine code of optimised IR ----------------===//

#include "analysis/lowering/InstructionCosts.h"
#include "analysis/instructions/Builtins.h"
#include "analysis/lowering/BranchCosts.h"
#include "analysis/lowering/FoldedOperations.h"
#include "analysis/lowering/SharedLoads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/DivisionByConstantInfo.h"

using namespace llvm;
using namespace llvm::PatternMatch;
// Not all of kernelcast: BasicBlock and Instruction are LLVM's here.
using kernelcast::AddressParts;
using kernelcast::BranchCosts;
using kernelcast::FoldedOperations;
using kernelcast::hasShortAddress;
using kernelcast::InstructionClass;
using kernelcast::isInConstantBank;
using kernelcast::MachineCode;
using kernelcast::MachineInstructions;
using kernelcast::mergedSharedLoads;
using kernelcast::partsOf;
using kernelcast::registersOf;
using kernelcast::UniformValues;
using kernelcast::withoutFreeCasts;

namespace {

using Class = InstructionClass;

/// A line of Sequences.def.
struct Sequence {
  float Fp32, Fp64, Sfu, Int, Conversion, Branch, RareInt, RareBranch;
};

#define SEQUENCE(NAME, FP32, FP64, SFU, INT, CONVERSION, BRANCH, RARE_INT,     \
                 RARE_BRANCH)                                                  \
  constexpr Sequence NAME = {FP32,       FP64,   SFU,      INT,                \
                             CONVERSION, BRANCH, RARE_INT, RARE_BRANCH};
#define BMOV_BEFORE_80(COUNT) constexpr float SavedBarrier = COUNT;
#include "analysis/lowering/Sequences.def"

/// Prices one kernel, block by block.
class CostWriter {
public:
  CostWriter(const Function &Kernel, unsigned Architecture,
             DenseMap<const Instruction *, MachineCode> &Costs,
             DenseSet<const BasicBlock *> &Predicated)
      : Kernel(Kernel), Layout(Kernel.getDataLayout()),
        Architecture(Architecture), Folded(Kernel, Architecture), Costs(Costs),
        Predicated(Predicated), Before(const_cast<Function &>(Kernel)),
        Loops(Before), Behind(const_cast<Function &>(Kernel)),
        Uniform(Kernel, Behind), Merged(mergedSharedLoads(Kernel)) {
    FastDivision = Kernel.getFnAttribute("unsafe-fp-math").getValueAsBool();
    Flushes = Kernel.getDenormalMode(APFloat::IEEEsingle()).Output ==
              DenormalMode::PreserveSign;
  }

  void write() {
    for (const Instruction &I : instructions(Kernel))
      Costs[&I]; // none of them moves from here on
    for (const BasicBlock &Block : Kernel) {
      Home = homeOf(Block);
      for (const Instruction &I : Block)
        visit(I);
    }
    writeBranches();
  }

private:
  void add(Class C, float Count, float Rare = 0);
  void add(const Sequence &Steps, bool Splits = true);
  void visit(const Instruction &I);
  void visitBinary(const BinaryOperator &I);
  void visitFloat(const BinaryOperator &I);
  void visitMultiplication(const BinaryOperator &I);
  void visitDivision(const BinaryOperator &I);
  bool comesAgain(const Instruction &I, unsigned Shared);
  void visitConstantDivision(const BinaryOperator &I, const APInt &Divisor);
  void visitCast(const CastInst &I);
  void visitAddress(const GetElementPtrInst &I);
  void visitCall(const CallBase &I);
  bool visitIntrinsic(const CallBase &I);
  bool visitDeviceIntrinsic(const CallBase &I, StringRef Name);
  void visitUnknownCall(const CallBase &I, StringRef Name);
  bool hasOneLane(const BasicBlock &Block) const;
  void visitAtomic(const AtomicRMWInst &I);
  void moveBase(const Value *Pointer);
  void visitTerminator(const Instruction &I);
  void writeBranches();
  void visitMemoryCopy(const MemIntrinsic &I);
  void addAccess(const Type *Type, unsigned Space, bool IsStore, Align Known);
  void moveOperands(const Instruction &I);
  void moveIntoRegister(const Value *V);
  const BasicBlock *homeOf(const BasicBlock &Block) const;
  void moveConstantsOfPhis(const BasicBlock &From, const BasicBlock &To);
  void gatherOperands(const Instruction &I,
                      SmallVectorImpl<const Value *> &Result, unsigned Depth);
  /// Registers of the result that somebody looks at.
  unsigned width(const Value &V) const {
    unsigned Registers = registersOf(V.getType(), Layout);
    return Registers == 2 && !Folded.needsHigh(&V) ? 1 : Registers;
  }
  Class floatClass(const Type *T) const {
    return T->getScalarType()->isDoubleTy() ? Class::Fp64 : Class::Fp32;
  }

  const Function &Kernel;
  const DataLayout &Layout;
  unsigned Architecture;
  FoldedOperations Folded;
  DenseMap<const Instruction *, MachineCode> &Costs;
  DenseSet<const BasicBlock *> &Predicated;
  DominatorTree Before;
  LoopInfo Loops;
  const BasicBlock *At = nullptr;
  DenseMap<std::pair<const Value *, unsigned>,
           SmallVector<const Instruction *, 2>>
      Seen; ///< by an operand and what is done with it
  MachineCode *Current = nullptr;
  /// The block that moves what the current one needs in registers: itself, or
  /// the one in front of the loop around it.
  const BasicBlock *Home = nullptr;
  /// What each home has moved.
  DenseSet<std::pair<const BasicBlock *, const Value *>> Moved;
  PostDominatorTree Behind;
  UniformValues Uniform;
  DenseSet<const Instruction *> Merged; ///< loads that an earlier one does
  bool FastDivision = false;
  bool Flushes = false; ///< denormal floats are zero
};

} // namespace

void CostWriter::add(Class C, float Count, float Rare) {
  if (Count == 0 && Rare == 0)
    return;
  for (MachineInstructions &Entry : *Current)
    if (Entry.Class == C) {
      Entry.Count += Count;
      Entry.Rare += Rare;
      return;
    }
  Current->push_back({C, Count, Rare});
}

/// \p Splits: lanes may differ in whether they take the rare way.
void CostWriter::add(const Sequence &Steps, bool Splits) {
  if (Steps.RareBranch > 0 && !Splits) {
    Sequence Uniform = Steps;
    Uniform.Branch -= 2; // BSSY and BSYNC
    Uniform.RareBranch = 0;
    add(Uniform, true);
    add(Class::Branch, 0, Steps.RareBranch);
    return;
  }
  float Saved = Steps.RareBranch > 0 && Architecture < 80 ? SavedBarrier : 0;
  add(Class::Fp32, Steps.Fp32);
  add(Class::Fp64, Steps.Fp64);
  add(Class::Sfu, Steps.Sfu);
  add(Class::Int, Steps.Int, Steps.RareInt);
  add(Class::Conversion, Steps.Conversion);
  add(Class::Branch, Steps.Branch + Saved, Steps.RareBranch);
}

/// What \p I reads, through operations that are folded into it.
void CostWriter::gatherOperands(const Instruction &I,
                                SmallVectorImpl<const Value *> &Result,
                                unsigned Depth) {
  for (const Value *Operand : I.operands()) {
    const auto *Inner = dyn_cast<Instruction>(Operand);
    if (Inner && Depth < 3 && Folded.isFolded(*Inner) &&
        isa<BinaryOperator>(Inner))
      gatherOperands(*Inner, Result, Depth + 1);
    else
      Result.push_back(Operand);
  }
}

void CostWriter::moveIntoRegister(const Value *V) {
  V = withoutFreeCasts(V);
  if (!Moved.insert({Home, V}).second)
    return;
  unsigned Registers = registersOf(V->getType(), Layout);
  if (const auto *C = dyn_cast<ConstantInt>(V))
    if (C->getBitWidth() == 64 && (C->getZExtValue() >> 32) == 0)
      Registers = 1;
  MachineCode *Here = Current;
  if (Home != At)
    Current = &Costs[Home->getTerminator()];
  add(Class::Int, static_cast<float>(Registers));
  Current = Here;
}

const BasicBlock *CostWriter::homeOf(const BasicBlock &Block) const {
  const Loop *Around = Loops.getLoopFor(&Block);
  if (!Around)
    return &Block;
  const auto *Node = Before.getNode(Around->getHeader());
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : &Block;
}

/// Of several operands that are in no register, all but one are moved there.
void CostWriter::moveOperands(const Instruction &I) {
  SmallVector<const Value *, 4> Operands;
  gatherOperands(I, Operands, 0);
  const Value *First = nullptr;
  for (const Value *V : Operands) {
    const auto *C = dyn_cast<Constant>(V);
    if (C ? C->isNullValue() || isa<UndefValue>(C) || isa<GlobalValue>(C) ||
                C->getType()->isVectorTy()
          : !isInConstantBank(V))
      continue;
    const Value *Plain = withoutFreeCasts(V);
    if (Moved.contains({Home, Plain}))
      continue;
    if (const auto *F = dyn_cast<ConstantFP>(V))
      if (F->getType()->isDoubleTy() &&
          (F->getValueAPF().bitcastToAPInt().getZExtValue() & 0xffffffffu)) {
        moveIntoRegister(V); // only the upper half fits into an instruction
        continue;
      }
    if (!First)
      First = Plain;
    else if (First != Plain)
      moveIntoRegister(V);
  }
}

void CostWriter::moveConstantsOfPhis(const BasicBlock &From,
                                     const BasicBlock &To) {
  for (const PHINode &Phi : To.phis()) {
    const Value *V = Phi.getIncomingValueForBlock(&From);
    if (isa<UndefValue>(V))
      continue;
    if (isa<Constant>(V) || isInConstantBank(V)) {
      unsigned Registers = width(Phi);
      if (Phi.getType()->isIntegerTy(1))
        Registers = 1;
      add(Class::Int, static_cast<float>(Registers));
    }
  }
}

/// Whether \p Load becomes one through the read-only cache: of a parameter that
/// promises that nobody writes there.
static bool isReadOnly(const LoadInst &Load) {
  if (Load.isVolatile() || Load.isAtomic() ||
      Load.getPointerAddressSpace() != 1)
    return false;
  if (Load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  const auto *A =
      dyn_cast<Argument>(getUnderlyingObject(Load.getPointerOperand()));
  return A && A->hasNoAliasAttr() && A->onlyReadsMemory();
}

void CostWriter::visit(const Instruction &I) {
  Current = &Costs[&I];
  At = I.getParent();
  if (Folded.isFolded(I))
    return;
  if (I.use_empty() && !I.mayHaveSideEffects() && !I.isTerminator())
    return;
  if (const auto *Binary = dyn_cast<BinaryOperator>(&I))
    return visitBinary(*Binary);
  if (const auto *Cast = dyn_cast<CastInst>(&I))
    return visitCast(*Cast);
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return visitAddress(*Address);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (I.isTerminator())
    return visitTerminator(I);
  switch (I.getOpcode()) {
  case Instruction::ICmp: {
    moveOperands(I);
    const Type *T = I.getOperand(0)->getType();
    add(Class::Int,
        T->isIntegerTy(1) ? 1.0f : static_cast<float>(registersOf(T, Layout)));
    return;
  }
  case Instruction::FCmp:
    moveOperands(I);
    add(I.getOperand(0)->getType()->getScalarType()->isDoubleTy() ? Class::Fp64
                                                                  : Class::Int,
        1);
    return;
  case Instruction::Select:
    moveOperands(I);
    add(Class::Int,
        I.getType()->isIntegerTy(1) ? 1.0f : static_cast<float>(width(I)));
    return;
  case Instruction::FNeg:
    add(floatClass(I.getType()), 1);
    return;
  case Instruction::Load: {
    const auto &Load = cast<LoadInst>(I);
    if (isInConstantBank(&I))
      return;
    // What nobody writes is read once, whatever is between.
    if (isReadOnly(Load) && comesAgain(I, 0))
      return;
    moveBase(Load.getPointerOperand());
    if (Merged.contains(&I))
      return;
    addAccess(I.getType(), Load.getPointerAddressSpace(), false,
              Load.getAlign());
    return;
  }
  case Instruction::Store: {
    const auto &Store = cast<StoreInst>(I);
    const Value *V = Store.getValueOperand();
    const auto *C = dyn_cast<Constant>(V);
    if ((C && !C->isNullValue() && !isa<UndefValue>(C)) || isInConstantBank(V))
      moveIntoRegister(V);
    moveBase(Store.getPointerOperand());
    addAccess(V->getType(), Store.getPointerAddressSpace(), true,
              Store.getAlign());
    return;
  }
  case Instruction::AtomicRMW:
    return visitAtomic(cast<AtomicRMWInst>(I));
  case Instruction::AtomicCmpXchg:
    moveBase(cast<AtomicCmpXchgInst>(I).getPointerOperand());
    add(Class::Atomic, 1);
    return;
  case Instruction::Fence:
    add(Class::Other, 2);
    return;
  default: // phis, lanes of vectors, allocas: registers and frame offsets
    return;
  }
}

/// Whether the assembler sees that one lane of a warp at most comes to \p
/// Block: behind a comparison of a thread's or lane's number, or its sum with
/// something uniform, with a uniform value.
bool CostWriter::hasOneLane(const BasicBlock &Block) const {
  const BasicBlock *At = &Block;
  for (unsigned Step = 0; Step < 8; ++Step) {
    const auto *Node = Before.getNode(At);
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
          Number = withoutFreeCasts(Uniform.isUniform(Sum->getOperand(0))
                                        ? Sum->getOperand(1)
                                        : Sum->getOperand(0));
      const auto *Call = dyn_cast<CallBase>(Number);
      if (Call && Equal->getSinglePredecessor() == Above &&
          Before.dominates(Equal, &Block) &&
          Uniform.isUniform(Compare->getOperand(1)) &&
          (Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_tid_x ||
           Call->getIntrinsicID() == Intrinsic::nvvm_read_ptx_sreg_laneid))
        return true;
    }
    At = Above;
  }
  return false;
}

/// Where all lanes change one place by whole numbers, the warp adds them up and
/// one lane goes to memory. A number that is the same for all is multiplied by
/// how many lanes there are; others are summed by shuffles if the warp is
/// complete, else one by one.
void CostWriter::visitAtomic(const AtomicRMWInst &I) {
  moveBase(I.getPointerOperand());
  const Type *T = I.getType();
  bool Used = !I.use_empty();
  auto Kind = I.getOperation();
  bool Shared = I.getPointerAddressSpace() == 3;
  if (Shared && T->isFloatingPointTy()) {
    // No such instruction: load, add, compare and exchange until it holds.
    add(floatClass(T), 1);
    add(Class::LoadShared, 1);
    add(Class::Atomic, 1);
    add(Class::Int, T->isDoubleTy() ? 2 : 1);
    add(Class::Branch, Architecture < 80 ? 4 : 3);
    return;
  }
  bool Gathers = Kind == AtomicRMWInst::Add || Kind == AtomicRMWInst::Sub ||
                 Kind == AtomicRMWInst::Max || Kind == AtomicRMWInst::Min ||
                 Kind == AtomicRMWInst::UMax || Kind == AtomicRMWInst::UMin ||
                 Kind == AtomicRMWInst::And || Kind == AtomicRMWInst::Or ||
                 Kind == AtomicRMWInst::Xor;
  if (!Gathers || !T->isIntegerTy(32) ||
      !Uniform.isUniform(I.getPointerOperand()) || hasOneLane(*I.getParent())) {
    if (const auto *C = dyn_cast<Constant>(I.getValOperand());
        C && !C->isNullValue())
      moveIntoRegister(C);
    add(Class::Atomic, 1);
    return;
  }
  if (Uniform.isUniform(I.getValOperand())) {
    add(Class::Atomic, 1);
    add(Class::Other, Used ? 4 : 2); // lane numbers, a vote, a shuffle
    add(Class::Int, Used ? 6 : 3);
    return;
  }
  if (Architecture >= 80 && !Used) {
    add(Class::Atomic, 1);
    add(Class::Other, 3); // with REDUX
    add(Class::Int, 4);
    return;
  }
  add(Class::Atomic, 1, 1);
  add(Class::Other, Used ? 9 : 7);
  add(Class::Int, Used ? 14 : 7);
  add(Class::Branch, 1);
}

/// An access adds a constant to a register, not to a parameter: that one is
/// moved, once.
void CostWriter::moveBase(const Value *Pointer) {
  for (unsigned Step = 0; Step < 8; ++Step) {
    const Value *Plain = withoutFreeCasts(Pointer);
    const auto *Address = dyn_cast<GetElementPtrInst>(Plain);
    if (!Address || !Address->hasAllConstantIndices()) {
      if (isInConstantBank(Plain) ||
          (isa<GlobalValue>(Plain) && !hasShortAddress(Plain->getType())))
        moveIntoRegister(Plain);
      return;
    }
    Pointer = Address->getPointerOperand();
  }
}

/// The instructions of an access: one for each 16 bytes that are aligned.
void CostWriter::addAccess(const Type *T, unsigned Space, bool IsStore,
                           Align Known) {
  uint64_t Bytes =
      Layout.getTypeStoreSize(const_cast<Type *>(T)).getKnownMinValue();
  uint64_t Each = std::min<uint64_t>({Known.value(), 16, PowerOf2Ceil(Bytes)});
  float Count =
      static_cast<float>((Bytes + Each - 1) / std::max<uint64_t>(Each, 1));
  switch (Space) {
  case 3:
    add(IsStore ? Class::StoreShared : Class::LoadShared, Count);
    return;
  case 4:
    add(Class::Other, Count);
    return;
  default:
    add(IsStore ? Class::StoreGlobal : Class::LoadGlobal, Count);
    return;
  }
}

void CostWriter::visitBinary(const BinaryOperator &I) {
  if (I.getType()->isFPOrFPVectorTy())
    return visitFloat(I);
  float Width = static_cast<float>(width(I));
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return visitDivision(I);
  case Instruction::Mul:
    return visitMultiplication(I);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    if (I.getType()->isIntegerTy(1)) {
      // Turning a predicate round is free, others take an instruction.
      if (!match(&I, m_Not(m_Value())))
        add(Class::Int, 1);
      return;
    }
    if (Width == 2)
      for (const Value *Operand : I.operands())
        if (const auto *C = dyn_cast<ConstantInt>(Operand)) {
          // A half that the constant leaves alone or clears.
          unsigned Half = 0;
          uint64_t Neutral =
              I.getOpcode() == Instruction::And ? 0xffffffffu : 0;
          for (uint64_t Part :
               {C->getZExtValue() >> 32, C->getZExtValue() & 0xffffffffu})
            Half += Part == Neutral ||
                    (I.getOpcode() == Instruction::And && Part == 0);
          Width -= static_cast<float>(Half);
        }
    break;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    if (const auto *C = dyn_cast<ConstantInt>(I.getOperand(1)))
      if (Width == 2) {
        if (I.getOpcode() == Instruction::Shl &&
            isa<SExtInst, ZExtInst>(I.getOperand(0)))
          Width = 1; // IMAD.WIDE
        else if (C->getZExtValue() >= 32 && I.getOpcode() != Instruction::AShr)
          Width = 1;
      }
    break;
  default:
    break;
  }
  moveOperands(I);
  add(Class::Int, Width);
}

/// Whether instruction selection divides by the divisor of \p I once, since
/// several in this block do and may use its reciprocal.
static bool sharesReciprocal(const BinaryOperator &I) {
  unsigned Divisions = 0;
  for (const User *U : I.getOperand(1)->users()) {
    const auto *Other = dyn_cast<BinaryOperator>(U);
    Divisions += Other && Other->getOpcode() == Instruction::FDiv &&
                 Other->getParent() == I.getParent() &&
                 Other->getOperand(1) == I.getOperand(1) &&
                 Other->hasAllowReciprocal();
  }
  return I.hasAllowReciprocal() && Divisions >= 2 &&
         !isa<llvm::Constant>(I.getOperand(1));
}

void CostWriter::visitFloat(const BinaryOperator &I) {
  const Type *T = I.getType()->getScalarType();
  float Lanes = 1;
  if (const auto *V = dyn_cast<FixedVectorType>(I.getType())) {
    Lanes = static_cast<float>(V->getNumElements());
    if (T->isHalfTy() || (T->isBFloatTy() && Architecture >= 80))
      Lanes = (Lanes + 1) / 2; // a register holds two
  }
  bool IsDouble = T->isDoubleTy();
  switch (I.getOpcode()) {
  case Instruction::FDiv: {
    const Value *Dividend = I.getOperand(0);
    bool Approximate = !IsDouble && (FastDivision || I.hasApproxFunc());
    bool Splits = !Uniform.isUniform(&I);
    bool One = match(Dividend, m_SpecificFP(1));
    if (!Approximate && Lanes == 1 && sharesReciprocal(I)) {
      // One reciprocal for several divisions, each of which multiplies.
      add(floatClass(T), 1);
      if (comesAgain(I, 1))
        return;
      One = true;
    }
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      if (Approximate && One)
        add(FlushedApproximation);
      else if (Approximate)
        add(Flushes ? FlushedDivision : ApproximateDivision);
      else if (IsDouble)
        add(One ? ReciprocalF64 : DivisionF64, Splits);
      else
        add(One                              ? ReciprocalF32
            : isa<Constant>(I.getOperand(1)) ? ConstantDivisionF32
                                             : DivisionF32,
            Splits);
    if (T->isHalfTy()) { // in single precision
      add(Class::Fp32, 2 * Lanes);
      add(Class::Conversion, Lanes);
    }
    return;
  }
  case Instruction::FRem:
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      add(IsDouble ? RemainderF64 : RemainderF32);
    return;
  default:
    moveOperands(I);
    add(floatClass(T), Lanes);
    if (T->isBFloatTy() && Architecture < 80) {
      add(Class::Int, 2 * Lanes);
      for (unsigned Lane = 0; Lane < Lanes; ++Lane)
        add(ToBFloat);
    }
    return;
  }
}

void CostWriter::visitMultiplication(const BinaryOperator &I) {
  moveOperands(I);
  if (width(I) < 2) {
    add(Class::Int, static_cast<float>(width(I)));
    return;
  }
  auto Narrow = [](const Value *V) {
    if (const auto *C = dyn_cast<ConstantInt>(V))
      return isInt<32>(C->getSExtValue()) || isUInt<32>(C->getZExtValue());
    return isa<SExtInst, ZExtInst>(V);
  };
  bool A = Narrow(I.getOperand(0)), B = Narrow(I.getOperand(1));
  bool Constant = isa<ConstantInt>(I.getOperand(1));
  // One wide product; and the products with the upper halves.
  add(Class::Int, A && B ? 1.0f : A || B || Constant ? 3.0f : 4.0f);
}

/// Whether an operation like \p I, with the same operand number \p Shared,
/// comes before it on every way.
bool CostWriter::comesAgain(const Instruction &I, unsigned Shared) {
  auto &Earlier = Seen[{I.getOperand(Shared), I.getOpcode()}];
  bool Again = any_of(Earlier, [&](const Instruction *Other) {
    return Before.dominates(Other, &I);
  });
  if (!Again && Earlier.size() < 64)
    Earlier.push_back(&I);
  return Again;
}

void CostWriter::visitDivision(const BinaryOperator &I) {
  if (const auto *C = dyn_cast<ConstantInt>(I.getOperand(1)))
    if (!C->isZero())
      return visitConstantDivision(I, C->getValue());
  bool Wide = registersOf(I.getType(), Layout) > 1;
  bool Again = !Wide && comesAgain(I, 1);
  switch (I.getOpcode()) {
  case Instruction::UDiv:
    return add(Wide    ? UnsignedDivision64
               : Again ? NextUnsignedDivision32
                       : UnsignedDivision32);
  case Instruction::SDiv:
    return add(Wide    ? SignedDivision64
               : Again ? NextSignedDivision32
                       : SignedDivision32);
  case Instruction::URem:
    return add(Wide    ? UnsignedRemainder64
               : Again ? NextUnsignedRemainder32
                       : UnsignedRemainder32);
  default:
    return add(Wide    ? SignedRemainder64
               : Again ? NextSignedRemainder32
                       : SignedRemainder32);
  }
}

/// Division by a constant: multiplication with its reciprocal, of which the
/// upper half is shifted. Some reciprocals have a bit too many, and then
/// the dividend is added once more (Warren, Hacker's Delight, chapter 10).
void CostWriter::visitConstantDivision(const BinaryOperator &I,
                                       const APInt &Divisor) {
  bool Signed =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  bool Remainder =
      I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  bool Wide = registersOf(I.getType(), Layout) > 1;
  APInt Magnitude = Signed ? Divisor.abs() : Divisor;
  float Count;
  if (Magnitude.isOne()) {
    Count = 0;
  } else if (Magnitude.isPowerOf2()) {
    // Signed: the sign's copies, shifted, are added before the shift.
    if (Signed)
      Count = (Wide ? 5.0f : 3.0f) + (Remainder ? 1.0f : 0.0f);
    else
      Count = Wide && !Remainder ? 2.0f : 1.0f;
  } else if (Signed) {
    auto Magic = SignedDivisionByConstantInfo::get(Divisor);
    bool Adds =
        Divisor.isStrictlyPositive() != Magic.Magic.isStrictlyPositive();
    Count = Wide ? 15.0f
                 : 2.0f + (Magic.ShiftAmount > 0 ? 1.0f : 0.0f) +
                       (Adds ? 1.0f : 0.0f);
    Count += Remainder ? (Wide ? 3.0f : 1.0f) : 0.0f;
  } else {
    auto Magic = UnsignedDivisionByConstantInfo::get(Divisor);
    Count = Wide ? (Magic.IsAdd ? 15.0f : 9.0f) : (Magic.IsAdd ? 4.0f : 2.0f);
    Count += Remainder ? (Wide ? 3.0f : 1.0f) : 0.0f;
  }
  add(Class::Int, Count);
}

void CostWriter::visitCast(const CastInst &I) {
  const Type *From = I.getSrcTy()->getScalarType();
  const Type *To = I.getDestTy()->getScalarType();
  float Lanes = 1;
  if (const auto *V = dyn_cast<FixedVectorType>(I.getType()))
    Lanes = static_cast<float>(V->getNumElements());
  switch (I.getOpcode()) {
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    if (From->isIntegerTy(1)) {
      add(Class::Int, Lanes * static_cast<float>(registersOf(To, Layout)));
      return;
    }
    add(Class::Conversion, Lanes);
    return;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    add(Class::Conversion, Lanes);
    return;
  case Instruction::FPExt:
    if (To->isDoubleTy())
      add(Class::Conversion, Lanes);
    else if (From->isBFloatTy())
      add(Class::Int, Lanes);
    else
      add(Class::Fp32, Lanes); // HADD2.F32
    return;
  case Instruction::FPTrunc:
    if (To->isBFloatTy() && Architecture < 80)
      for (unsigned Lane = 0; Lane < Lanes; ++Lane)
        add(ToBFloat);
    else
      add(Class::Conversion, Lanes);
    return;
  case Instruction::ZExt:
    if (From->isIntegerTy(1))
      add(Class::Int, Lanes);
    return;
  case Instruction::SExt:
    if (From->isIntegerTy(1) || (To->isIntegerTy(64) && width(I) > 1))
      add(Class::Int, Lanes);
    return;
  case Instruction::Trunc:
    if (To->isIntegerTy(1))
      add(Class::Int, Lanes);
    return;
  default:
    return;
  }
}

/// A variable whose place is known when the code is made.
static bool isFixedBase(const Value *Base) {
  const Value *Variable = Base->stripPointerCasts();
  return isa<GlobalVariable>(Variable) || isa<AllocaInst>(Variable) ||
         isa<Constant>(Variable);
}

void CostWriter::visitAddress(const GetElementPtrInst &I) {
  AddressParts Parts = partsOf(I, Layout);
  if (hasShortAddress(I.getType())) {
    // The sum of the scaled indices; a known base and the offset are part of
    // the access, and so is a scale of 4, 8 or 16 from sm_75 on.
    if (!Parts.Known || Parts.Indices.empty())
      return;
    float Count = static_cast<float>(Parts.Indices.size());
    bool FixedBase = isFixedBase(Parts.Base);
    bool Scaled = FixedBase && Architecture >= 75 &&
                  all_of(Parts.Indices, [&](auto &Index) {
                    int64_t Last = Parts.Indices.back().second;
                    return (Last == 4 || Last == 8 || Last == 16) &&
                           Index.second % Last == 0;
                  });
    if (Scaled || (FixedBase && Parts.Indices.back().second == 1))
      Count -= 1;
    add(Class::Int, Count);
    return;
  }
  if (!Parts.Known) {
    add(Class::Int, 2);
    return;
  }
  if (Parts.Indices.empty()) {
    if (isa<Constant>(Parts.Base))
      return;
    add(Class::Int, 2);
    return;
  }
  bool First = true;
  for (auto &[Index, Scale] : Parts.Indices) {
    bool Extended = isa<SExtInst, ZExtInst>(Index) || isa<ConstantInt>(Index);
    bool PowerOfTwo = isPowerOf2_64(static_cast<uint64_t>(std::abs(Scale)));
    if (Extended && Scale != 1) {
      // IMAD.WIDE; the scale in a register if the base is a parameter.
      if (First && isInConstantBank(Parts.Base))
        moveIntoRegister(ConstantInt::get(Type::getInt32Ty(I.getContext()),
                                          static_cast<uint64_t>(Scale)));
      add(Class::Int, 1);
    } else if (Scale == 1 || PowerOfTwo) {
      add(Class::Int, 2);
    } else {
      add(Class::Int, 3);
    }
    First = false;
  }
}

void CostWriter::visitMemoryCopy(const MemIntrinsic &I) {
  const auto *Length = dyn_cast<ConstantInt>(I.getLength());
  if (!Length) {
    add(Class::Other, 1);
    return;
  }
  uint64_t Each = std::min<uint64_t>(I.getDestAlign().valueOrOne().value(), 16);
  const auto *Copy = dyn_cast<MemTransferInst>(&I);
  if (Copy)
    Each = std::min(Each, Copy->getSourceAlign().valueOrOne().value());
  float Steps = static_cast<float>(Length->getZExtValue() / Each);
  auto Access = [&](unsigned Space, bool IsStore) {
    bool Shared = Space == 3;
    if (Space == 4 || Space == 101)
      add(Class::Other, Steps);
    else if (IsStore)
      add(Shared ? Class::StoreShared : Class::StoreGlobal, Steps);
    else
      add(Shared ? Class::LoadShared : Class::LoadGlobal, Steps);
  };
  if (Copy)
    Access(Copy->getSourceAddressSpace(), false);
  Access(I.getDestAddressSpace(), true);
}

void CostWriter::visitCall(const CallBase &I) {
  if (I.isInlineAsm()) {
    // Statements end with semicolons; each is an instruction or close to it.
    StringRef Text = cast<InlineAsm>(I.getCalledOperand())->getAsmString();
    add(Class::Int,
        static_cast<float>(Text.trim().trim(';').empty()
                               ? 0
                               : Text.trim().rtrim(';').count(';') + 1));
    return;
  }
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
    return visitMemoryCopy(*Memory);
  const Function *Callee = I.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : StringRef();
  if (visitIntrinsic(I))
    return;
  if (Name.consume_front("llvm.nvvm.")) {
    if (!visitDeviceIntrinsic(I, Name))
      add(Class::Int, std::max(1.0f, static_cast<float>(width(I))));
    return;
  }
  if (Name.starts_with("llvm."))
    return add(Class::Int, static_cast<float>(width(I)));
  visitUnknownCall(I, Name);
}

/// LLVM's own intrinsics. False: none that is known.
bool CostWriter::visitIntrinsic(const CallBase &I) {
  const Type *T = I.getType()->getScalarType();
  float Lanes = 1;
  if (const auto *V = dyn_cast<FixedVectorType>(I.getType()))
    Lanes = T->isHalfTy() ? static_cast<float>((V->getNumElements() + 1) / 2)
                          : static_cast<float>(V->getNumElements());
  bool Wide = registersOf(T, Layout) > 1;
  bool IsDouble = T->isDoubleTy();
  auto Each = [&](const Sequence &Steps) {
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      add(Steps);
    return true;
  };
  auto Of = [&](Class C, float Count) {
    add(C, Count * Lanes);
    return true;
  };
  bool Approximate = !IsDouble && FastDivision;
  switch (I.getIntrinsicID()) {
  case Intrinsic::not_intrinsic:
    return false;
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::assume:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::expect:
    return true;
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    moveOperands(I);
    return Of(floatClass(T), 1);
  case Intrinsic::fabs:
    return Of(floatClass(T), 1);
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
    moveOperands(I);
    return IsDouble ? Each(MinimumF64) : Of(Class::Fp32, 1);
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return Of(Class::Conversion, 1);
  case Intrinsic::round:
    return Each(IsDouble ? RoundF64 : RoundF32);
  case Intrinsic::copysign:
    return Each(IsDouble ? CopySignF64 : CopySignF32);
  case Intrinsic::sqrt:
    if (Approximate)
      return Each(Flushes ? FlushedApproximation : ApproximateRoot);
    return Each(IsDouble ? RootF64 : RootF32);
  case Intrinsic::exp2:
  case Intrinsic::log2:
    return Each(Flushes ? FlushedApproximation : ApproximateRoot);
  case Intrinsic::sin:
  case Intrinsic::cos:
    return Each(ApproximateSine);
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    moveOperands(I);
    return Of(Class::Int, Wide ? 4 : 1);
  case Intrinsic::abs:
    return Of(Class::Int, Wide ? 5 : 1);
  case Intrinsic::ctpop:
    return Of(Class::Int, Wide ? 3 : 1);
  case Intrinsic::bitreverse:
  case Intrinsic::bswap:
    return Of(Class::Int, Wide ? 2 : 1);
  case Intrinsic::ctlz:
    return Wide ? Each(LeadingZeros64) : Of(Class::Int, 2);
  case Intrinsic::cttz:
    return Each(Wide ? TrailingZeros64 : TrailingZeros32);
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    if (isa<ConstantInt>(I.getOperand(2)))
      return Of(Class::Int, Wide ? 2 : 1);
    return Of(Class::Int, Wide ? 8 : 3);
  case Intrinsic::uadd_sat:
    return Of(Class::Int, Wide ? 6 : 3);
  case Intrinsic::usub_sat:
    return Of(Class::Int, Wide ? 5 : 2);
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
    return Of(Class::Int, Wide ? 9 : 4);
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
    return Of(Class::Branch, 1);
  default:
    return false;
  }
}

/// llvm.nvvm.*, by the name behind that.
bool CostWriter::visitDeviceIntrinsic(const CallBase &I, StringRef Name) {
  bool IsDouble = I.getType()->isDoubleTy();
  auto Of = [&](Class C, float Count) {
    add(C, Count);
    return true;
  };
  auto Steps = [&](const Sequence &S) {
    add(S);
    return true;
  };
  if (Name.consume_front("read.ptx.sreg.")) {
    if (isInConstantBank(&I) || Name == "warpsize")
      return true;
    return Of(Class::Other, Name.contains("clock64") ? 1 : 1);
  }
  if (Name.starts_with("ldg.") || Name.starts_with("ldu.")) {
    addAccess(I.getType(), 1, false,
              cast<ConstantInt>(I.getArgOperand(1))
                  ->getMaybeAlignValue()
                  .valueOrOne());
    return true;
  }
  if (Name.starts_with("ptr.") || Name.starts_with("bitcast.") ||
      Name.starts_with("lohi.") || Name.starts_with("d2i.") ||
      Name.starts_with("move.") || Name.starts_with("ll2"))
    return true;
  if (Name.starts_with("bar.warp.sync"))
    return Of(Class::Branch, 1);
  if (Name.starts_with("barrier0.") || Name.starts_with("barrier.sync"))
    return Of(Class::Barrier, 1),
           Name.starts_with("barrier0.") ? Of(Class::Other, 1) : true;
  if (Name.starts_with("barrier") || Name.starts_with("bar."))
    return Of(Class::Barrier, 1);
  if (Name.starts_with("membar."))
    return Of(Class::Other, Name == "membar.cta" ? 1 : 3);
  if (Name.starts_with("shfl.") || Name.starts_with("vote.") ||
      Name.starts_with("match.") || Name.starts_with("activemask") ||
      Name.starts_with("redux."))
    return Of(Class::Other, 1);
  if (Name.starts_with("atomic."))
    return Of(Class::Atomic, 1);
  if (Name.starts_with("fma."))
    return moveOperands(I), Of(floatClass(I.getType()), 1);
  if (Name.starts_with("add.") || Name.starts_with("mul."))
    return Of(I.getType()->isFPOrFPVectorTy() ? floatClass(I.getType())
                                              : Class::Int,
              1);
  if (Name.starts_with("fmin.") || Name.starts_with("fmax."))
    return IsDouble ? Steps(MinimumF64) : Of(Class::Fp32, 1);
  if (Name.starts_with("fabs.") || Name.starts_with("saturate."))
    return Of(floatClass(I.getType()), 1);
  bool Flushed = Name.contains(".ftz") || Flushes;
  if (Name.starts_with("div.approx") || Name.starts_with("div.full"))
    return Steps(Flushed ? FlushedDivision : ApproximateDivision);
  if (Name.starts_with("div."))
    return Steps(IsDouble ? DivisionF64 : DivisionF32);
  if (Name.starts_with("rcp.approx"))
    return Steps(Flushed ? FlushedApproximation : ApproximateRoot);
  if (Name.starts_with("rcp."))
    return Steps(IsDouble ? ReciprocalF64 : ReciprocalF32);
  if (Name == "rsqrt.approx.d")
    return Steps(ReciprocalRootF64);
  if (Name.starts_with("sqrt.approx") || Name.starts_with("rsqrt.") ||
      Name.starts_with("ex2.") || Name.starts_with("lg2."))
    return Steps(Flushed ? FlushedApproximation : ApproximateRoot);
  if (Name.starts_with("sqrt."))
    return Steps(IsDouble ? RootF64 : RootF32);
  if (Name.starts_with("sin.") || Name.starts_with("cos."))
    return Steps(ApproximateSine);
  if (Name.starts_with("floor.") || Name.starts_with("ceil.") ||
      Name.starts_with("trunc.") || Name.starts_with("round.") ||
      Name.contains("2i.") || Name.contains("2ui.") || Name.contains("2ll.") ||
      Name.contains("2ull.") || Name.contains("2f.") || Name.contains("2d."))
    return Of(Class::Conversion, 1);
  if (Name.starts_with("mulhi."))
    return registersOf(I.getType(), Layout) > 1 ? Steps(HighProduct64)
                                                : Of(Class::Int, 1);
  if (Name.starts_with("wmma.") || Name.starts_with("mma."))
    return Of(Name.contains("load")    ? Class::LoadShared
              : Name.contains("store") ? Class::StoreShared
                                       : Class::Fp32,
              2);
  return false;
}

/// Functions that stay calls: the vendor's mathematical library, by its cost;
/// else a call, with its operands moved to where the callee wants them.
void CostWriter::visitUnknownCall(const CallBase &I, StringRef Name) {
  std::string Plain = kernelcast::plainName(Name);
  if (Name.starts_with("__nv_") || kernelcast::isMathFunction(Plain)) {
    const kernelcast::MathFunction Function = kernelcast::mathFunction(Plain);
    const Type *T = I.getType()->isVoidTy() && I.arg_size()
                        ? I.getArgOperand(0)->getType()
                        : I.getType();
    if (!T->isFloatingPointTy()) {
      add(Class::Int, std::max(1.0f, static_cast<float>(width(I))));
      return;
    }
    const kernelcast::PrecisionCost &Cost =
        T->isDoubleTy() ? Function.Cost.Double : Function.Cost.Single;
    add(Function.Is == kernelcast::Meaning::Rounding ? Class::Conversion
                                                     : floatClass(T),
        Cost.All);
    add(Class::Sfu, Cost.Sfu);
    add(Class::Int, Cost.Int);
    return;
  }
  float Words = static_cast<float>(registersOf(I.getType(), Layout));
  for (const Value *Operand : I.args())
    Words += static_cast<float>(registersOf(Operand->getType(), Layout));
  add(Class::Int, Words);
  add(Class::Branch, 1);
}

void CostWriter::visitTerminator(const Instruction &I) {
  for (const BasicBlock *Successor : successors(I.getParent()))
    moveConstantsOfPhis(*I.getParent(), *Successor);
  if (const auto *Switch = dyn_cast<SwitchInst>(&I)) // a tree of comparisons
    add(Class::Int, static_cast<float>(Switch->getNumCases()));
}

/// Predication looks at how long blocks are, so branches come last.
void CostWriter::writeBranches() {
  DenseMap<const BasicBlock *, float> Sizes;
  DenseSet<const BasicBlock *> Fixed;
  for (const BasicBlock &Block : Kernel)
    for (const Instruction &I : Block)
      for (const MachineInstructions &Step : Costs[&I]) {
        Sizes[&Block] += Step.Count;
        if (Step.Class == Class::Branch || Step.Class == Class::Barrier ||
            Step.Class == Class::Atomic || Step.Rare > 0 || I.isVolatile())
          Fixed.insert(&Block);
      }
  BranchCosts Branches(Kernel, Architecture, Sizes, Fixed);
  for (const BasicBlock &Block : Kernel) {
    Current = &Costs[&*Block.getFirstNonPHIIt()];
    add(Class::Branch, Branches.atBegin(Block));
    Current = &Costs[Block.getTerminator()];
    add(Class::Branch, Branches.atEnd(Block));
    if (Branches.isPredicated(Block))
      Predicated.insert(&Block);
  }
}

kernelcast::InstructionCosts::InstructionCosts(const Function &Kernel,
                                               unsigned Architecture) {
  CostWriter(Kernel, Architecture, Costs, Predicated).write();
  // The stack pointer.
  if (Architecture < 100)
    Entry.push_back({InstructionClass::Int, 1, 0});
}

ArrayRef<MachineInstructions>
kernelcast::InstructionCosts::of(const llvm::Instruction &I) const {
  auto Found = Costs.find(&I);
  if (Found == Costs.end())
    return {};
  return Found->second;
}
