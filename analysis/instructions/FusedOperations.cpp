//===- FusedOperations.cpp - Additions that multiply, too -----------------===//

#include "analysis/instructions/FusedOperations.h"
#include "analysis/instructions/Builtins.h"

using namespace kernelcast;

FusedOperations::FusedOperations(const KernelModel &Kernel) {
  for (const BasicBlock &Block : Kernel.Blocks)
    for (const Instruction &Step : Block.Instructions)
      if (Step.Value)
        Computed.insert(Step.Value);
}

bool FusedOperations::isMultiplyAdd(const Instruction &Step) const {
  const Expr *E = Step.Value;
  if (!E)
    return false;
  if (E->op() == Op::Call) {
    const std::string Function = plainName(E->name());
    return Function == "fma" || Function == "mad";
  }
  if (E->op() != Op::Add && E->op() != Op::Sub)
    return false;
  for (const Expr *Operand : E->operands()) {
    if (E->type().Float && Operand->op() == Op::Negate)
      Operand = Operand->operand(0); // the sign of an operand costs nothing
    if (Operand->op() == Op::Mul && !Computed.contains(Operand))
      return true;
  }
  return false;
}
