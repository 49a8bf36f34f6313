//===- InstructionCosts.cpp - Machine code of optimised IR ----------------===//

#include "analysis/lowering/InstructionCosts.h"
#include "analysis/lowering/AssemblerUnrolling.h"
#include "analysis/lowering/AtomicCosts.h"
#include "analysis/lowering/BranchCosts.h"
#include "analysis/lowering/CallCosts.h"
#include "analysis/lowering/CodeWriter.h"
#include "analysis/lowering/DivisionCosts.h"
#include "analysis/lowering/ReadOnlyLoads.h"
#include "analysis/lowering/SharedMemoryLoads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace kernelcast::sequences;
// Not all of kernelcast: BasicBlock and Instruction are LLVM's here.
using kernelcast::BranchCosts;
using kernelcast::CodeWriter;
using kernelcast::FoldedAddress;
using kernelcast::hasShortAddress;
using kernelcast::isInConstantBank;
using kernelcast::MachineCode;
using kernelcast::MachineInstructions;
using kernelcast::partsOf;
using kernelcast::registersOf;

namespace {

using Class = kernelcast::InstructionClass;

/// Prices one kernel, block by block.
class CostWriter {
public:
  CostWriter(const Function &Kernel, unsigned Architecture,
             DenseMap<const Instruction *, MachineCode> &Costs,
             DenseSet<const BasicBlock *> &Predicated,
             DenseSet<const BasicBlock *> &Hoisted,
             DenseMap<const BasicBlock *, std::array<float, 2>> &Off)
      : Code(Kernel, Architecture, Costs), Costs(Costs), Predicated(Predicated),
        Hoisted(Hoisted), Off(Off),
        Merged(kernelcast::loadsDoneByNeighbours(Kernel)) {}

  void write() {
    for (const BasicBlock &Block : Code.Kernel)
      for (const Instruction &I : Block)
        visit(I);
    writeBranches();
  }

private:
  void visit(const Instruction &I);
  void visitBinary(const BinaryOperator &I);
  float operationsOf(const BinaryOperator &I) const;
  void visitFloat(const BinaryOperator &I);
  void visitMultiplication(const BinaryOperator &I);
  void visitCast(const CastInst &I);
  void visitAddress(const GetElementPtrInst &I);
  void visitTerminator(const Instruction &I);
  void writeOwnAddress(const LoadInst &Load);
  void writeBranches();

  CodeWriter Code;
  DenseMap<const Instruction *, MachineCode> &Costs;
  DenseSet<const BasicBlock *> &Predicated, &Hoisted;
  DenseMap<const BasicBlock *, std::array<float, 2>> &Off;
  DenseSet<const Instruction *> Merged; ///< loads that an earlier one does
};

} // namespace

/// Whether \p Index is made of numbers of 32 bits.
static bool isExtended(const Value &Index, unsigned Depth = 0) {
  static constexpr unsigned MostSteps = 4;
  if (isa<SExtInst, ZExtInst>(Index))
    return true;
  const auto *Sum = dyn_cast<BinaryOperator>(&Index);
  return Sum && Depth < MostSteps &&
         any_of(
             Sum->operands(),
             [&](auto &Part) { return isExtended(*Part, Depth + 1); });
}

namespace {
/// Operations for the address of a load by __ldg(), beyond those that an access
/// which shares it with its neighbours takes.
struct OwnAddress {
  float Here = 0;
  float BeforeLoop = 0;
  const BasicBlock *Preheader = nullptr;
};
} // namespace

/// nvcc finds the address of inline PTX anew for each load, from the index: a
/// sum of 64 bits, of which one part is extended on the way, and a shift and
/// addition of 64 bits (IADD3, LEA.HI.X.SX32, LEA, LEA.HI.X). Others have an
/// IMAD.WIDE for the first of several loads and an offset for the rest. Where a
/// loop moves the address on, each load has a pointer of its own: 2 operations
/// to move it, and in front of the loop the sum of indices as well. Source: the
/// PTX of nvcc 13.0 and what ptxas makes of it, for loops that copy rows to
/// shared memory by __ldg().
static OwnAddress ownAddressOf(const LoadInst &Load, const DataLayout &Layout,
                               const LoopInfo &Loops) {
  constexpr float Anew = 4, Shared = 1, Moves = 2, SumOfIndices = 1;
  OwnAddress Result;
  if (!kernelcast::isByReadOnlyCall(Load))
    return Result;
  const Value *Root = kernelcast::withoutFreeCasts(Load.getPointerOperand());
  bool HasOffset = false;
  while (const auto *Address = dyn_cast<GetElementPtrInst>(Root)) {
    if (!Address->hasAllConstantIndices())
      break;
    HasOffset = true;
    Root = kernelcast::withoutFreeCasts(Address->getPointerOperand());
  }
  if (const auto *Address = dyn_cast<GetElementPtrInst>(Root)) {
    const FoldedAddress Parts = partsOf(*Address, Layout);
    if (Parts.Known && any_of(Parts.Indices, [](const auto &Index) {
          return isExtended(*Index.first);
        }))
      Result.Here = HasOffset ? Anew : Anew - Shared;
  } else if (isa<PHINode>(Root) && HasOffset) {
    const Loop *Around = Loops.getLoopFor(cast<Instruction>(Root)->getParent());
    if (Around && Around->contains(&Load) && Around->getLoopPreheader()) {
      Result.Here = Moves;
      Result.BeforeLoop = Anew + SumOfIndices;
      Result.Preheader = Around->getLoopPreheader();
    }
  }
  return Result;
}

/// Whether \p Address is computed once for all lanes, by the uniform datapath:
/// an address that a loop advances, the same for all of a warp, of parameters
/// and constants alone.
static bool isOnUniformDatapath(const GetElementPtrInst &Address,
                                const CodeWriter &Code) {
  static constexpr unsigned FirstWithDatapath = 75, MostSteps = 64;
  if (Code.Architecture < FirstWithDatapath ||
      !Code.Uniform.isUniform(&Address))
    return false;
  SmallVector<const Value *, 8> Work{&Address};
  SmallPtrSet<const Value *, 16> Seen{&Address};
  bool Advances = false;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (isa<Constant, Argument>(V) || isInConstantBank(V))
      continue;
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || Seen.size() > MostSteps ||
        !isa<PHINode, GetElementPtrInst, BinaryOperator, CastInst>(I))
      return false;
    Advances |= isa<PHINode>(I);
    for (const Value *Operand : I->operands())
      if (Seen.insert(Operand).second)
        Work.push_back(Operand);
  }
  return Advances;
}

void CostWriter::visit(const Instruction &I) {
  Code.beginAt(I);
  if (Code.Folded.isFolded(I))
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
    return kernelcast::writeCall(*Call, Code);
  if (I.isTerminator())
    return visitTerminator(I);
  switch (I.getOpcode()) {
  case Instruction::ICmp: {
    Code.moveOperands(I);
    const Type *T = I.getOperand(0)->getType();
    Code.add(Class::Int, T->isIntegerTy(1)
                             ? 1.0f
                             : static_cast<float>(registersOf(T, Code.Layout)));
    return;
  }
  case Instruction::FCmp:
    Code.moveOperands(I);
    Code.add(I.getOperand(0)->getType()->getScalarType()->isDoubleTy()
                 ? Class::Fp64
                 : Class::Int,
             1);
    return;
  case Instruction::Select:
    Code.moveOperands(I);
    if (!I.getType()->isIntegerTy(1))
      Code.add(Class::Int, static_cast<float>(Code.width(I)));
    else
      Code.add(Class::Other, 1);
    return;
  case Instruction::FNeg: // adds -0
    Code.addArithmetic(I.getType(), 1, 1);
    return;
  case Instruction::Load: {
    const auto &Load = cast<LoadInst>(I);
    if (isInConstantBank(&I))
      return;
    if (const auto *Choice = Code.Choices.of(I))
      return Code.add(*Choice);
    // What nobody writes is read once, whatever is between.
    if (kernelcast::isOfUnwrittenParameter(Load) && Code.comesAgain(I, 0))
      return;
    Code.moveBase(Load.getPointerOperand());
    if (Merged.contains(&I))
      return;
    writeOwnAddress(Load);
    Code.addAccess(I.getType(), Load.getPointerAddressSpace(), false,
                   Load.getAlign());
    return;
  }
  case Instruction::Store: {
    const auto &Store = cast<StoreInst>(I);
    if (const auto *Choice = Code.Choices.of(I))
      return Code.add(*Choice);
    const Value *V = Store.getValueOperand();
    const auto *C = dyn_cast<Constant>(V);
    if ((C && !C->isNullValue() && !isa<UndefValue>(C)) || isInConstantBank(V))
      Code.moveIntoRegister(V);
    Code.moveBase(Store.getPointerOperand());
    Code.addAccess(V->getType(), Store.getPointerAddressSpace(), true,
                   Store.getAlign());
    return;
  }
  case Instruction::AtomicRMW:
    return kernelcast::writeAtomic(cast<AtomicRMWInst>(I), Code);
  case Instruction::AtomicCmpXchg:
    Code.moveBase(cast<AtomicCmpXchgInst>(I).getPointerOperand());
    Code.add(Class::Atomic, 1);
    return;
  case Instruction::Fence:
    Code.add(Class::Other, 2);
    return;
  default: // phis, lanes of vectors, allocas: registers and frame offsets
    return;
  }
}

void CostWriter::visitBinary(const BinaryOperator &I) {
  if (I.getType()->isFPOrFPVectorTy())
    return visitFloat(I);
  float Width = static_cast<float>(Code.width(I));
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return kernelcast::writeIntegerDivision(I, Code);
  case Instruction::Mul:
    return visitMultiplication(I);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    if (I.getType()->isIntegerTy(1)) {
      // Turning a predicate round is free, others take an instruction.
      if (!match(&I, m_Not(m_Value())))
        Code.add(Class::Other, 1);
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
  Code.moveOperands(I);
  Code.add(Class::Int, Width);
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

/// Additions and multiplications of \p I in all its lanes.
float CostWriter::operationsOf(const BinaryOperator &I) const {
  const float Each = Code.Folded.multiplies(I) ? 2 : 1;
  const auto *V = dyn_cast<FixedVectorType>(I.getType());
  return V ? Each * static_cast<float>(V->getNumElements()) : Each;
}

void CostWriter::visitFloat(const BinaryOperator &I) {
  const Type *T = I.getType()->getScalarType();
  float Lanes = 1;
  if (const auto *V = dyn_cast<FixedVectorType>(I.getType())) {
    Lanes = static_cast<float>(V->getNumElements());
    if (T->isHalfTy() || (T->isBFloatTy() && Code.Architecture >= 80))
      Lanes = (Lanes + 1) / 2; // a register holds two
  }
  bool IsDouble = T->isDoubleTy();
  switch (I.getOpcode()) {
  case Instruction::FDiv: {
    const Value *Dividend = I.getOperand(0);
    bool Approximate = !IsDouble && (Code.Approximate || I.hasApproxFunc());
    bool Splits = !Code.Uniform.isUniform(&I);
    bool One = match(Dividend, m_SpecificFP(1));
    if (!Approximate && Lanes == 1 && sharesReciprocal(I)) {
      // One reciprocal for several divisions, each of which multiplies.
      Code.addArithmetic(T, 1, 1);
      if (Code.comesAgain(I, 1))
        return;
      One = true;
    }
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      if (Approximate && One)
        Code.add(FlushedApproximation);
      else if (Approximate)
        Code.add(Code.Flushes ? FlushedDivision : ApproximateDivision);
      else if (IsDouble)
        Code.add(One ? ReciprocalF64 : DivisionF64, Splits);
      else
        Code.add(One                              ? ReciprocalF32
                 : isa<Constant>(I.getOperand(1)) ? ConstantDivisionF32
                                                  : DivisionF32,
                 Splits);
    if (T->isHalfTy()) { // in single precision
      Code.addArithmetic(T, 2 * Lanes, 2 * Lanes);
      Code.add(Class::Conversion, Lanes);
    }
    return;
  }
  case Instruction::FRem:
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      Code.add(IsDouble ? RemainderF64 : RemainderF32);
    return;
  default:
    Code.moveOperands(I);
    Code.addArithmetic(T, Lanes, operationsOf(I));
    if (T->isBFloatTy() && Code.Architecture < 80) {
      Code.add(Class::Int, 2 * Lanes);
      for (unsigned Lane = 0; Lane < Lanes; ++Lane)
        Code.add(ToBFloat);
    }
    return;
  }
}

void CostWriter::visitMultiplication(const BinaryOperator &I) {
  Code.moveOperands(I);
  if (Code.width(I) < 2) {
    Code.add(Class::Int, static_cast<float>(Code.width(I)));
    return;
  }
  auto Narrow = [](const Value *V) {
    if (const auto *C = dyn_cast<ConstantInt>(V))
      return C->getBitWidth() <= 64 &&
             (isInt<32>(C->getSExtValue()) || isUInt<32>(C->getZExtValue()));
    return isa<SExtInst, ZExtInst>(V);
  };
  bool A = Narrow(I.getOperand(0)), B = Narrow(I.getOperand(1));
  bool Constant = isa<ConstantInt>(I.getOperand(1));
  // One wide product; and the products with the upper halves.
  Code.add(Class::Int, A && B ? 1.0f : A || B || Constant ? 3.0f : 4.0f);
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
      Code.add(Class::Int,
               Lanes * static_cast<float>(registersOf(To, Code.Layout)));
      return;
    }
    Code.add(Class::Conversion, Lanes);
    return;
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    Code.add(Class::Conversion, Lanes);
    return;
  case Instruction::FPExt:
    if (To->isDoubleTy())
      Code.add(Class::Conversion, Lanes);
    else if (From->isBFloatTy())
      Code.add(Class::Int, Lanes);
    else
      Code.add(Class::Fp32, Lanes); // HADD2.F32
    return;
  case Instruction::FPTrunc:
    if (To->isBFloatTy() && Code.Architecture < 80)
      for (unsigned Lane = 0; Lane < Lanes; ++Lane)
        Code.add(ToBFloat);
    else
      Code.add(Class::Conversion, Lanes);
    return;
  case Instruction::ZExt:
    if (From->isIntegerTy(1))
      Code.add(Class::Int, Lanes);
    return;
  case Instruction::SExt:
    if (From->isIntegerTy(1) || (To->isIntegerTy(64) && Code.width(I) > 1))
      Code.add(Class::Int, Lanes);
    return;
  case Instruction::Trunc:
    if (To->isIntegerTy(1))
      Code.add(Class::Int, Lanes);
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
  FoldedAddress Parts = partsOf(I, Code.Layout);
  if (hasShortAddress(I.getType())) {
    // The sum of the scaled indices; a known base and the offset are part of
    // the access, and so is a scale of 4, 8 or 16 from sm_75 on.
    if (!Parts.Known || Parts.Indices.empty())
      return;
    float Count = static_cast<float>(Parts.Indices.size());
    bool FixedBase = isFixedBase(Parts.Base);
    bool Scaled = FixedBase && Code.Architecture >= 75 &&
                  all_of(Parts.Indices, [&](auto &Index) {
                    int64_t Last = Parts.Indices.back().second;
                    return (Last == 4 || Last == 8 || Last == 16) &&
                           Index.second % Last == 0;
                  });
    if (Scaled || (FixedBase && Parts.Indices.back().second == 1))
      Count -= 1;
    Code.add(Class::Int, Count);
    return;
  }
  const Class Unit = isOnUniformDatapath(I, Code) ? Class::Other : Class::Int;
  if (!Parts.Known) {
    Code.add(Unit, 2);
    return;
  }
  if (Parts.Indices.empty()) {
    if (isa<Constant>(Parts.Base))
      return;
    Code.add(Unit, 2);
    return;
  }
  bool First = true;
  for (auto &[Index, Scale] : Parts.Indices) {
    bool Extended = isa<SExtInst, ZExtInst>(Index) || isa<ConstantInt>(Index);
    bool PowerOfTwo = isPowerOf2_64(static_cast<uint64_t>(std::abs(Scale)));
    if (Extended && Scale != 1) {
      // IMAD.WIDE; the scale in a register if the base is a parameter.
      if (First && isInConstantBank(Parts.Base))
        Code.moveIntoRegister(ConstantInt::get(Type::getInt32Ty(I.getContext()),
                                               static_cast<uint64_t>(Scale)));
      Code.add(Unit, 1);
    } else if (Scale == 1 || PowerOfTwo) {
      Code.add(Unit, 2);
    } else {
      Code.add(Unit, 3);
    }
    First = false;
  }
}

void CostWriter::writeOwnAddress(const LoadInst &Load) {
  const OwnAddress Address = ownAddressOf(Load, Code.Layout, Code.Loops);
  if (Address.Here != 0)
    Code.add(Class::Int, Address.Here);
  if (!Address.Preheader)
    return;
  Code.beginAt(*Address.Preheader->getTerminator());
  Code.add(Class::Int, Address.BeforeLoop);
  Code.beginAt(Load);
}

void CostWriter::visitTerminator(const Instruction &I) {
  for (const BasicBlock *Successor : successors(I.getParent()))
    Code.moveConstantsOfPhis(*I.getParent(), *Successor);
  if (const auto *Switch = dyn_cast<SwitchInst>(&I)) // a tree of comparisons
    Code.add(Class::Int, static_cast<float>(Switch->getNumCases()));
}

/// Predication looks at how long blocks are, so branches come last.
void CostWriter::writeBranches() {
  DenseMap<const BasicBlock *, float> Sizes;
  DenseSet<const BasicBlock *> Fixed;
  for (const BasicBlock &Block : Code.Kernel)
    for (const Instruction &I : Block)
      for (const MachineInstructions &Step : Costs[&I]) {
        Sizes[&Block] += Step.Count;
        if (Step.Class == Class::Branch || Step.Class == Class::Barrier ||
            Step.Class == Class::Atomic || Step.Rare > 0 || I.isVolatile())
          Fixed.insert(&Block);
      }
  BranchCosts Branches(Code.Kernel, Code.Architecture, Sizes, Fixed);
  for (const BasicBlock &Block : Code.Kernel) {
    Code.beginAt(*Block.getFirstNonPHIIt());
    Code.add(Class::Branch, Branches.atBegin(Block));
    Code.beginAt(*Block.getTerminator());
    Code.add(Class::Branch, Branches.atEnd(Block));
    if (Branches.isPredicated(Block))
      Predicated.insert(&Block);
    if (Branches.isHoisted(Block))
      Hoisted.insert(&Block);
    Off[&Block] = {Branches.switchedOff(Block, 0),
                   Branches.switchedOff(Block, 1)};
  }
}

kernelcast::InstructionCosts::InstructionCosts(const Function &Kernel,
                                               unsigned Architecture) {
  CostWriter(Kernel, Architecture, Costs, Predicated, Hoisted, Off).write();
  Unrolled = unrollLikePtxas(Kernel, Costs);
  // The stack pointer is moved from the constant bank, by an IMAD.MOV; on sm_90
  // it is loaded. From sm_80 on what describes global memory is loaded, too,
  // into uniform registers.
  Entry.push_back(
      {Architecture < 90 ? InstructionClass::Int : InstructionClass::Other,
       1,
       0,
       {}});
  if (Architecture >= 80)
    Entry.push_back({InstructionClass::Other, 1, 0, {}});
  if (Architecture < 90)
    return;
  // Parameters are no operands any more: each is loaded.
  unsigned Loaded = 0;
  for (const Argument &A : Kernel.args())
    Loaded += !A.use_empty() && isInConstantBank(&A);
  for (const llvm::Instruction &I : instructions(Kernel))
    Loaded +=
        !I.use_empty() && isa<LoadInst, CallBase>(I) && isInConstantBank(&I);
  if (Loaded)
    Entry.push_back(
        {InstructionClass::Other, static_cast<float>(Loaded), 0, {}});
}

ArrayRef<MachineInstructions>
kernelcast::InstructionCosts::of(const llvm::Instruction &I) const {
  auto Found = Costs.find(&I);
  if (Found == Costs.end())
    return {};
  return Found->second;
}
