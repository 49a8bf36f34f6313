//===- CodeWriter.cpp - The machine code of an instruction, noted ---------===//

#include "analysis/lowering/CodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
// Not all of kernelcast: BasicBlock and Instruction are LLVM's here.
using kernelcast::InstructionClass;
using kernelcast::MachineCode;
using kernelcast::MachineInstructions;
using Class = InstructionClass;

kernelcast::CodeWriter::CodeWriter(
    const Function &Kernel, unsigned Architecture,
    DenseMap<const llvm::Instruction *, MachineCode> &Costs)
    : Kernel(Kernel), Layout(Kernel.getDataLayout()),
      Architecture(Architecture), Folded(Kernel), Choices(Kernel),
      Before(const_cast<Function &>(Kernel)),
      Behind(const_cast<Function &>(Kernel)), Loops(Before),
      Uniform(Kernel, Behind),
      Approximate(Kernel.getFnAttribute("unsafe-fp-math").getValueAsBool()),
      FastRoots(Approximate ||
                Kernel.hasFnAttribute(ApproximateRootsAttribute)),
      Flushes(Kernel.getDenormalMode(APFloat::IEEEsingle()).Output ==
              DenormalMode::PreserveSign),
      Costs(Costs) {
  for (const llvm::Instruction &I : instructions(Kernel))
    Costs[&I]; // none of them moves from here on
}

/// Of the integer instructions that \p I becomes, the shares. Shifts to the
/// left by a constant are products where that helps (IMAD.SHL), moves of a jump
/// are IMAD.MOV, and addresses IMAD.WIDE or LEA.
static kernelcast::PipelineShares
sharesOfIntegers(const llvm::Instruction &I,
                 const kernelcast::FoldedOperations &Folded) {
  using llvm::Instruction;
  auto IsProduct = [&](const Value *V) {
    const auto *Factor = dyn_cast<Instruction>(V);
    return Factor && Factor->getOpcode() == Instruction::Mul &&
           Folded.isFolded(*Factor);
  };
  switch (I.getOpcode()) {
  case Instruction::Mul:
    return {.Products = 1};
  case Instruction::Shl:
    return {.Either = isa<Constant>(I.getOperand(1)) ? 1.0 : 0.0};
  case Instruction::Add:
  case Instruction::Sub:
    if (any_of(I.operands(), IsProduct))
      return {.Products = 1};
    return {.Either = 1};
  case Instruction::GetElementPtr:
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::Br:
  case Instruction::PHI:
    return {.Either = 1};
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return kernelcast::QuotientPipes;
  default:
    return {};
  }
}

/// Of the conversions that \p I becomes, be it one itself or a division of
/// integers, which goes by way of a reciprocal.
static kernelcast::PipelineShares
sharesOfConversions(const llvm::Instruction &I) {
  auto IsWide = [](const Type *T) {
    return T->isDoubleTy() || T->isIntegerTy(64);
  };
  const Type *To = I.getType()->getScalarType();
  if (IsWide(To) || any_of(I.operands(), [&](const Value *V) {
        return IsWide(V->getType()->getScalarType());
      }))
    return {.Wide = 1};
  const bool IsPlain = isa<SIToFPInst, UIToFPInst>(I) ||
                       (isa<FPTruncInst>(I) && !To->isFloatTy()) ||
                       (isa<CallBase>(I) && To->isFloatTy() &&
                        I.getOperand(0)->getType()->isIntegerTy());
  return {.Plain = IsPlain ? 1.0 : 0.0};
}

void kernelcast::CodeWriter::beginAt(const llvm::Instruction &I) {
  if (At != I.getParent())
    Home = homeOf(*I.getParent());
  At = I.getParent();
  Current = &Costs[&I];
  OfIntegers = sharesOfIntegers(I, Folded);
  OfConversions = sharesOfConversions(I);
}

unsigned kernelcast::CodeWriter::width(const Value &V) const {
  unsigned Registers = registersOf(V.getType(), Layout);
  return Registers == 2 && !Folded.needsHigh(&V) ? 1 : Registers;
}

InstructionClass kernelcast::CodeWriter::floatClass(const Type *T) {
  return T->getScalarType()->isDoubleTy() ? Class::Fp64 : Class::Fp32;
}

void kernelcast::CodeWriter::add(Class C, float Count, float Rare) {
  if (Count == 0 && Rare == 0)
    return;
  for (MachineInstructions &Entry : *Current)
    if (Entry.Class == C) {
      Entry.Count += Count;
      Entry.Rare += Rare;
      return;
    }
  Current->push_back({.Class = C, .Count = Count, .Rare = Rare});
  if (C == Class::Int) // the shares of all that one IR instruction becomes
    Current->back().Pipes = OfIntegers;
  else if (C == Class::Conversion)
    Current->back().Pipes = OfConversions;
}

void kernelcast::CodeWriter::add(const RegisterChoices::Access &Choice) {
  if (Choice.Ways == 1)
    return; // a register like others
  if (Choice.Compares)
    add(Class::Int, static_cast<float>(Choice.Ways));
  // Half of the moves are IMAD.MOV.
  for (Class Move : {Class::Int, Class::Other}) {
    add(Move, static_cast<float>(Choice.Ways * Choice.Registers) / 2);
    for (MachineInstructions &Entry : *Current)
      if (Entry.Class == Move)
        Entry.Off +=
            static_cast<float>((Choice.Ways - 1) * Choice.Registers) / 2;
  }
}

void kernelcast::CodeWriter::addOperations(const FloatOperations &Operations) {
  if (Current->empty())
    Current->emplace_back();
  Current->front().Operations += Operations;
}

void kernelcast::CodeWriter::addArithmetic(const Type *T, float Instructions,
                                           float Operations) {
  add(floatClass(T), Instructions);
  const Type *Scalar = T->getScalarType();
  FloatOperations Made;
  (Scalar->isDoubleTy()                         ? Made.Fp64
   : Scalar->isHalfTy() || Scalar->isBFloatTy() ? Made.Fp16
                                                : Made.Fp32) = Operations;
  addOperations(Made);
}

/// \p Splits: lanes may differ in whether they take the rare way.
void kernelcast::CodeWriter::add(const Sequence &Steps, bool Splits) {
  if (Steps.RareBranch > 0 && !Splits) {
    Sequence Uniform = Steps;
    Uniform.Branch -= 2; // BSSY and BSYNC
    Uniform.RareBranch = 0;
    add(Uniform, true);
    add(Class::Branch, 0, Steps.RareBranch);
    return;
  }
  float Saved =
      Steps.RareBranch > 0 && Architecture < 80 ? sequences::SavedBarrier : 0;
  add(Class::Fp32, Steps.Fp32);
  add(Class::Fp64, Steps.Fp64);
  add(Class::Sfu, Steps.Sfu);
  add(Class::Int, Steps.Int, Steps.RareInt);
  add(Class::Conversion, Steps.Conversion);
  add(Class::Branch, Steps.Branch + Saved, Steps.RareBranch);
  if (Steps.Operations32 + Steps.Operations64 > 0)
    addOperations({.Fp32 = Steps.Operations32, .Fp64 = Steps.Operations64});
}

/// What \p I reads, through operations that are folded into it.
void kernelcast::CodeWriter::gatherOperands(
    const llvm::Instruction &I, SmallVectorImpl<const Value *> &Result,
    unsigned Depth) {
  for (const Value *Operand : I.operands()) {
    const auto *Inner = dyn_cast<llvm::Instruction>(Operand);
    if (Inner && Depth < 3 && Folded.isFolded(*Inner) &&
        isa<BinaryOperator>(Inner))
      gatherOperands(*Inner, Result, Depth + 1);
    else
      Result.push_back(Operand);
  }
}

void kernelcast::CodeWriter::moveIntoRegister(const Value *V) {
  V = withoutFreeCasts(V);
  if (!Moved.insert({Home, V}).second ||
      (Architecture >= 90 && isInConstantBank(V))) // it is there already
    return;
  unsigned Registers = registersOf(V->getType(), Layout);
  if (const auto *C = dyn_cast<ConstantInt>(V))
    if (C->getBitWidth() == 64 && (C->getZExtValue() >> 32) == 0)
      Registers = 1;
  MachineCode *Here = Current;
  if (Home != At)
    Current = &Costs[Home->getTerminator()];
  add(Class::Other, static_cast<float>(Registers));
  Current = Here;
}

const llvm::BasicBlock *
kernelcast::CodeWriter::homeOf(const llvm::BasicBlock &Block) const {
  const Loop *Around = Loops.getLoopFor(&Block);
  if (!Around)
    return &Block;
  const auto *Node = Before.getNode(Around->getHeader());
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : &Block;
}

/// Of several operands that are in no register, all but one are moved there.
/// One that other instructions want there too is moved before a constant, of
/// which each may have its own.
void kernelcast::CodeWriter::moveOperands(const llvm::Instruction &I) {
  SmallVector<const Value *, 4> Operands;
  gatherOperands(I, Operands, 0);
  const Value *Left = nullptr; ///< in the instruction
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
    if (!Left || Left == Plain) {
      Left = Plain;
      continue;
    }
    if (isa<Constant>(Plain) && !isa<Constant>(Left) && Left->hasNUsesOrMore(2))
      std::swap(Left, Plain);
    moveIntoRegister(Plain);
  }
}

void kernelcast::CodeWriter::moveConstantsOfPhis(const llvm::BasicBlock &From,
                                                 const llvm::BasicBlock &To) {
  for (const PHINode &Phi : To.phis()) {
    const Value *V = Phi.getIncomingValueForBlock(&From);
    if (isa<UndefValue>(V))
      continue;
    if (isa<Constant>(V) || isInConstantBank(V)) {
      unsigned Registers = width(Phi);
      if (Phi.getType()->isIntegerTy(1))
        Registers = 1;
      add(Class::Other, static_cast<float>(Registers));
    }
  }
}

/// An access adds a constant to a register, not to a parameter: that one is
/// moved, once.
void kernelcast::CodeWriter::moveBase(const Value *Pointer) {
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

/// Whether an operation like \p I, with the same operand number \p Shared,
/// comes before it on every way.
bool kernelcast::CodeWriter::comesAgain(const llvm::Instruction &I,
                                        unsigned Shared) {
  auto &Earlier = Seen[{I.getOperand(Shared), I.getOpcode()}];
  bool Again = any_of(Earlier, [&](const llvm::Instruction *Other) {
    return Before.dominates(Other, &I);
  });
  if (!Again && Earlier.size() < 64)
    Earlier.push_back(&I);
  return Again;
}

/// The instructions of an access: one for each 16 bytes that are aligned.
void kernelcast::CodeWriter::addAccess(const Type *T, unsigned Space,
                                       bool IsStore, Align Known) {
  uint64_t Bytes =
      Layout.getTypeStoreSize(const_cast<Type *>(T)).getKnownMinValue();
  if (Bytes == 0)
    return;
  uint64_t Each = std::min<uint64_t>({Known.value(), 16, PowerOf2Ceil(Bytes)});
  const auto Count =
      static_cast<float>(divideCeil(Bytes, std::max<uint64_t>(Each, 1)));
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
