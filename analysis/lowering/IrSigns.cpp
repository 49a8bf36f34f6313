//===- IrSigns.cpp - Which integers of the IR are signed ------------------===//

#include "analysis/lowering/IrSigns.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace kernelcast {

/// So many uses of a value, and of what is made of it, are asked.
static constexpr unsigned MostUses = 16, MostSteps = 2;

/// 1: signed, -1: unsigned, 0: it does not tell.
int IrSigns::vote(const Use &U, unsigned Depth) {
  const auto *User = dyn_cast<llvm::Instruction>(U.getUser());
  if (!User)
    return 0;
  auto Through = [&] { return Depth == 0 ? 0 : votes(User, Depth - 1); };
  const bool First = U.getOperandNo() == 0;
  switch (User->getOpcode()) {
  case llvm::Instruction::SExt:
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::SRem:
    return 1;
  case llvm::Instruction::AShr:
    return First ? 1 : 0;
  case llvm::Instruction::ZExt:
  case llvm::Instruction::UIToFP:
    return User->hasNonNeg() ? 0 : -1;
  case llvm::Instruction::UDiv:
  case llvm::Instruction::URem:
    return -1;
  case llvm::Instruction::LShr:
    return First ? -1 : 0;
  case llvm::Instruction::ICmp:
    return cast<ICmpInst>(User)->isSigned()     ? 1
           : cast<ICmpInst>(User)->isUnsigned() ? -1
                                                : 0;
  case llvm::Instruction::Shl:
    if (!First)
      return 0;
    [[fallthrough]];
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul: {
    const bool Signed = User->hasNoSignedWrap();
    const bool Unsigned = User->hasNoUnsignedWrap();
    return Signed != Unsigned ? (Signed ? 1 : -1) : Through();
  }
  case llvm::Instruction::PHI:
  case llvm::Instruction::Freeze:
    return Through();
  case llvm::Instruction::Select:
    return First ? 0 : Through();
  case llvm::Instruction::GetElementPtr:
    return First || U->getType()->isIntegerTy(64) ? 0 : 1;
  case llvm::Instruction::Call:
    if (const auto *Extremum = dyn_cast<MinMaxIntrinsic>(User))
      return Extremum->isSigned() ? 1 : -1;
    return 0;
  default:
    return 0;
  }
}

int IrSigns::votes(const Value *V, unsigned Depth) {
  int Sum = 0;
  unsigned Asked = 0;
  for (const Use &U : V->uses()) {
    if (++Asked > MostUses)
      break;
    Sum += vote(U, Depth);
  }
  return Sum > 0 ? 1 : Sum < 0 ? -1 : 0;
}

/// Whether \p V is a variable of a loop with an operation behind its next value
/// of which nobody says that it stays in the range of a signed number. Closed
/// forms take signed steps not to overflow. Also true if there is much behind.
static bool mayWrapInLoop(const Value *V) {
  static constexpr size_t MostBehind = 64;
  const auto *Variable = dyn_cast<PHINode>(V);
  if (!Variable)
    return false;
  SmallSetVector<const Value *, 16> Behind;
  Behind.insert(Variable->op_begin(), Variable->op_end());
  bool MayWrap = false;
  for (size_t At = 0; At != Behind.size(); ++At) {
    if (At == MostBehind)
      return true;
    const auto *Made = dyn_cast<llvm::Instruction>(Behind[At]);
    if (!Made || Made == Variable ||
        !isa<BinaryOperator, CastInst, SelectInst, PHINode, FreezeInst>(Made))
      continue;
    MayWrap |= isa<OverflowingBinaryOperator>(Made) && !Made->hasNoSignedWrap();
    Behind.insert(Made->op_begin(), Made->op_end());
  }
  return MayWrap && Behind.contains(Variable);
}

bool IrSigns::isSigned(const Value *V, bool Otherwise) {
  auto [At, New] = Known.try_emplace(V, 0);
  if (New)
    At->second = mayWrapInLoop(V) ? -1 : votes(V, MostSteps);
  return At->second == 0 ? Otherwise : At->second > 0;
}

} // namespace kernelcast
