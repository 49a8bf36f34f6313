//===- HeldDivisors.cpp - Divisions that nvcc keeps -----------------------===//

#include "analysis/lowering/HeldDivisors.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

/// What hides a divisor of \p Bits: a move.
static Intrinsic::ID moveOf(unsigned Bits) {
  switch (Bits) {
  case 16:
    return Intrinsic::nvvm_move_i16;
  case 32:
    return Intrinsic::nvvm_move_i32;
  case 64:
    return Intrinsic::nvvm_move_i64;
  default:
    return Intrinsic::not_intrinsic;
  }
}

static bool isMove(const Value &V) {
  const auto *Call = dyn_cast<IntrinsicInst>(&V);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_move_i16:
  case Intrinsic::nvvm_move_i32:
  case Intrinsic::nvvm_move_i64:
    return true;
  default:
    return false;
  }
}

/// What \p V is computed of by instructions with one operand that is not a
/// constant; null where one has more.
static const Value *originOf(const Value *V) {
  constexpr unsigned Deepest = 8;
  for (unsigned Depth = 0; Depth < Deepest; ++Depth) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || isa<PHINode>(I))
      return V;
    const Value *Variable = nullptr;
    for (const Value *Operand : I->operands())
      if (!isa<Constant>(Operand)) {
        if (Variable)
          return nullptr;
        Variable = Operand;
      }
    if (!Variable)
      return nullptr;
    V = Variable;
  }
  return nullptr;
}

static bool isPowerOfTwo(const Value &V, const Function &In) {
  return isKnownToBeAPowerOfTwo(&V, In.getDataLayout(), /*OrZero=*/true);
}

/// Whether LLVM may make more of \p Divisor in \p F than nvcc does: of a
/// parameter, once the function is part of a caller.
static bool mayBecomeKnown(const Value &Divisor, const Function &F) {
  const Value *Origin = originOf(&Divisor);
  return Origin && ((isa<PHINode>(Origin) && isPowerOfTwo(Divisor, F)) ||
                    (isa<Argument>(Origin) && !F.use_empty()));
}

/// Whether nvcc, too, makes something of \p Divisor in \p F.
static bool isKnownToNvcc(const Value &Divisor, const Function &F) {
  if (isa<Constant>(Divisor))
    return true;
  const Value *Origin = originOf(&Divisor);
  return !isa_and_nonnull<PHINode>(Origin) && isPowerOfTwo(Divisor, F);
}

namespace {

struct HoldDivisors : PassInfoMixin<HoldDivisors> {
  static PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    bool Changed = false;
    for (Instruction &I : instructions(F)) {
      if (!I.isIntDivRem() || !I.getType()->isIntegerTy())
        continue;
      Value *Divisor = I.getOperand(1);
      const Intrinsic::ID Move = moveOf(I.getType()->getIntegerBitWidth());
      if (Move == Intrinsic::not_intrinsic || !mayBecomeKnown(*Divisor, F))
        continue;
      Function *Declared = Intrinsic::getDeclaration(F.getParent(), Move);
      Declared->setDoesNotThrow();
      Declared->setWillReturn();
      Declared->setSpeculatable();
      I.setOperand(1, IRBuilder<>(&I).CreateCall(Declared, Divisor));
      Changed = true;
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

struct ReleaseDivisors : PassInfoMixin<ReleaseDivisors> {
  explicit ReleaseDivisors(bool All) : All(All) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) const {
    bool Changed = false;
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isMove(I) && (All || isKnownToNvcc(*I.getOperand(0), F))) {
        I.replaceAllUsesWith(I.getOperand(0));
        I.eraseFromParent();
        Changed = true;
      }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

  bool All; ///< not those alone that nvcc makes something of
};

} // namespace

void kernelcast::holdDivisors(PassBuilder &Builder) {
  Builder.registerPipelineEarlySimplificationEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(createModuleToFunctionPassAdaptor(HoldDivisors()));
      });
  Builder.registerPeepholeEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(ReleaseDivisors(/*All=*/false));
      });
}

void kernelcast::releaseDivisors(Module &Code) {
  FunctionAnalysisManager Unused;
  for (Function &F : Code)
    ReleaseDivisors(/*All=*/true).run(F, Unused);
}
