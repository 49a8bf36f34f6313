//===- IrInstructionMix.cpp - Machine instructions of one of the IR -------===//
//
// One instruction for each scalar operation, two for integers of 64 bits, whose
// registers have 32; more where the hardware has no such operation
// (InstructionCost.h, Builtins.def). Conversions between integers, casts of
// addresses and the joining of values cost nothing.
//===----------------------------------------------------------------------===//

#include "analysis/lowering/IrInstructionMix.h"
#include "analysis/instructions/Builtins.h"
#include "analysis/instructions/InstructionCost.h"
#include "analysis/lowering/IrCalls.h"

using namespace llvm;

namespace kernelcast {

using MachineList = SmallVector<MachineInstructions, 2>;

static InstructionClass realClass(llvm::Type *T) {
  return T->getScalarType()->isDoubleTy() ? InstructionClass::Fp64
                                          : InstructionClass::Fp32;
}

static float lanesOf(llvm::Type *T) {
  const auto *Vector = dyn_cast<FixedVectorType>(T);
  return Vector ? Vector->getNumElements() : 1;
}

static MachineList ofFunction(llvm::StringRef Name, llvm::Type *T) {
  const MathFunction Known = mathFunction(plainName(Name));
  const bool Double = T->getScalarType()->isDoubleTy();
  const PrecisionCost &Cost = Double ? Known.Cost.Double : Known.Cost.Single;
  const float Lanes = lanesOf(T);
  MachineList Result;
  if (!T->isFPOrFPVectorTy())
    return {{InstructionClass::Int,
             Lanes * (T->getScalarSizeInBits() > 32 ? 2 : 1)}};
  if (Known.Is == Meaning::Rounding)
    return {{InstructionClass::Conversion, Lanes}};
  Result.push_back({realClass(T), Lanes * Cost.All});
  Result.push_back({InstructionClass::Sfu, Lanes * Cost.Sfu});
  Result.push_back({InstructionClass::Int, Lanes * Cost.Int});
  return Result;
}

static MachineList ofCall(const CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.isInlineAsm())
    return {{InstructionClass::Other, 1}};
  if (isa<DbgInfoIntrinsic, LifetimeIntrinsic, AssumeInst>(Call))
    return {};
  if (Callee->getIntrinsicID() == Intrinsic::fmuladd)
    return ofFunction("fma", Call.getType());
  const std::string Name = builtinName(*Callee);
  if (const Builtin *Known = findBuiltin(Name, Language::OpenCL)) {
    if (const auto *Kind = std::get_if<EffectKind>(Known))
      return {{*Kind == EffectKind::Barrier ? InstructionClass::Barrier
                                            : InstructionClass::Other,
               1}};
    if (const auto *Index = std::get_if<IndexFunction>(Known))
      return {{InstructionClass::Other,
               Index->First <= Coordinate::BlockZ ? 1.0f : 0.0f}};
    return {};
  }
  StringRef Function = Name;
  if (Function.consume_front("llvm."))
    Function = Function.take_until([](char C) { return C == '.'; });
  if (Call.getType()->isVoidTy())
    return {{InstructionClass::Other, 1}};
  return ofFunction(Function, Call.getType());
}

static MachineList ofIntegers(const BinaryOperator &I) {
  const unsigned Bits = I.getType()->getScalarSizeInBits();
  const float Lanes = lanesOf(I.getType());
  const bool Wide = Bits > 32;
  if (Bits == 1) // predicates
    return {{InstructionClass::Int, Lanes}};
  switch (I.getOpcode()) {
  case llvm::Instruction::Mul:
    return {{InstructionClass::Int, Lanes * (Wide ? 4 : 1)}};
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem: {
    const bool Signed = I.getOpcode() == llvm::Instruction::SDiv ||
                        I.getOpcode() == llvm::Instruction::SRem;
    const ScalarType Type = ScalarType::integer(Bits <= 32 ? 32 : 64, Signed);
    const auto *Divisor = dyn_cast<ConstantInt>(I.getOperand(1));
    return {
        {InstructionClass::Int,
         Lanes * (Divisor ? constantDivisionCount(
                                Type, Divisor->getValue().abs().isPowerOf2())
                          : divisionCount(Type))}};
  }
  default:
    return {{InstructionClass::Int, Lanes * (Wide ? 2 : 1)}};
  }
}

static MachineList ofCast(const CastInst &I) {
  const bool FromReal = I.getSrcTy()->isFPOrFPVectorTy();
  const bool ToReal = I.getDestTy()->isFPOrFPVectorTy();
  if (isa<BitCastInst>(I))
    return {};
  if (FromReal || ToReal)
    return {{InstructionClass::Conversion, lanesOf(I.getDestTy())}};
  const bool FromTruth = I.getSrcTy()->isIntOrIntVectorTy(1);
  return {{InstructionClass::Int,
           FromTruth || isa<SExtInst>(I) ? lanesOf(I.getDestTy()) : 0}};
}

static MachineList ofOperation(const llvm::Instruction &I) {
  llvm::Type *T = I.getType();
  switch (I.getOpcode()) {
  case llvm::Instruction::FAdd:
  case llvm::Instruction::FSub:
  case llvm::Instruction::FMul:
    return {{realClass(T), lanesOf(T)}};
  case llvm::Instruction::FDiv:
    return ofFunction("divide", T);
  case llvm::Instruction::FRem:
    return ofFunction("fmod", T);
  case llvm::Instruction::FCmp:
    return {{I.getOperand(0)->getType()->getScalarType()->isDoubleTy()
                 ? InstructionClass::Fp64
                 : InstructionClass::Int,
             lanesOf(T)}};
  case llvm::Instruction::ICmp:
  case llvm::Instruction::Select: {
    llvm::Type *Compared = I.getOperand(I.getNumOperands() - 1)->getType();
    const bool Wide =
        Compared->isPtrOrPtrVectorTy() || Compared->getScalarSizeInBits() > 32;
    return {{InstructionClass::Int, lanesOf(T) * (Wide ? 2 : 1)}};
  }
  case llvm::Instruction::GetElementPtr:
    // Constants are part of the access.
    return {{InstructionClass::Int,
             cast<GetElementPtrInst>(I).hasAllConstantIndices() ? 0.0f : 1.0f}};
  case llvm::Instruction::Br:
    return {{InstructionClass::Branch,
             cast<BranchInst>(I).isConditional() ? 1.0f : 0.0f}};
  default:
    return {};
  }
}

MachineList machineInstructions(const llvm::Instruction &I) {
  MachineList All;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    All = ofCall(*Call);
  else if (const auto *Cast = dyn_cast<CastInst>(&I))
    All = ofCast(*Cast);
  else if (const auto *Binary = dyn_cast<BinaryOperator>(&I);
           Binary && I.getType()->isIntOrIntVectorTy())
    All = ofIntegers(*Binary);
  else
    All = ofOperation(I);
  erase_if(All, [](const MachineInstructions &M) { return M.Count == 0; });
  return All;
}

} // namespace kernelcast
