//===- DivisionCosts.cpp - Whole numbers divided --------------------------===//

#include "analysis/lowering/DivisionCosts.h"
#include "analysis/lowering/CodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/DivisionByConstantInfo.h"

using namespace llvm;
// Not all of kernelcast: BasicBlock and Instruction are LLVM's here.
using namespace kernelcast::sequences;
using kernelcast::CodeWriter;
using kernelcast::registersOf;
using Class = kernelcast::InstructionClass;

/// Division by a constant: multiplication with its reciprocal, of which the
/// upper half is shifted. Some reciprocals have a bit too many, and then
/// the dividend is added once more (Warren, Hacker's Delight, chapter 10).
static void writeByConstant(const BinaryOperator &I, const APInt &Divisor,
                            CodeWriter &Code) {
  bool Signed =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  bool Remainder =
      I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  bool Wide = registersOf(I.getType(), Code.Layout) > 1;
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
  Code.add(Class::Int, Count);
}

void kernelcast::writeIntegerDivision(const BinaryOperator &I,
                                      CodeWriter &Code) {
  if (const auto *C = dyn_cast<ConstantInt>(I.getOperand(1)))
    if (!C->isZero())
      return writeByConstant(I, C->getValue(), Code);
  bool Wide = registersOf(I.getType(), Code.Layout) > 1;
  bool Again = !Wide && Code.comesAgain(I, 1);
  switch (I.getOpcode()) {
  case llvm::Instruction::UDiv:
    return Code.add(Wide    ? UnsignedDivision64
                    : Again ? NextUnsignedDivision32
                            : UnsignedDivision32);
  case llvm::Instruction::SDiv:
    return Code.add(Wide    ? SignedDivision64
                    : Again ? NextSignedDivision32
                            : SignedDivision32);
  case llvm::Instruction::URem:
    return Code.add(Wide    ? UnsignedRemainder64
                    : Again ? NextUnsignedRemainder32
                            : UnsignedRemainder32);
  default:
    return Code.add(Wide    ? SignedRemainder64
                    : Again ? NextSignedRemainder32
                            : SignedRemainder32);
  }
}
