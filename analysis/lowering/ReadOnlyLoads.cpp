//===- ReadOnlyLoads.cpp - What __ldg() is --------------------------------===//

#include "analysis/lowering/ReadOnlyLoads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr unsigned GlobalSpace = 1;

static bool isReadOnlyLoad(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::nvvm_ldg_global_f:
  case Intrinsic::nvvm_ldg_global_i:
  case Intrinsic::nvvm_ldg_global_p:
  case Intrinsic::nvvm_ldu_global_f:
  case Intrinsic::nvvm_ldu_global_i:
  case Intrinsic::nvvm_ldu_global_p:
    return true;
  default:
    return false;
  }
}

bool kernelcast::isByReadOnlyCall(const LoadInst &Load) {
  return Load.hasMetadata(LLVMContext::MD_invariant_load);
}

bool kernelcast::isOfUnwrittenParameter(const LoadInst &Load) {
  constexpr unsigned MostSteps = 32;
  if (Load.isVolatile() || Load.isAtomic() || isByReadOnlyCall(Load) ||
      Load.getPointerAddressSpace() != GlobalSpace)
    return false;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Load.getPointerOperand(), Objects, nullptr, MostSteps);
  return !Objects.empty() && all_of(Objects, [](const Value *Object) {
    const auto *A = dyn_cast<Argument>(Object);
    return A && A->hasNoAliasAttr() && A->onlyReadsMemory();
  });
}

void kernelcast::holdReadOnlyLoads(Module &Code) {
  for (Function &Declared : Code)
    if (isReadOnlyLoad(Declared.getIntrinsicID()))
      Declared.setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Ref) |
                                MemoryEffects::inaccessibleMemOnly());
}

void kernelcast::writeReadOnlyLoads(Module &Code) {
  for (Function &Declared : Code) {
    if (!isReadOnlyLoad(Declared.getIntrinsicID()))
      continue;
    for (User *U : make_early_inc_range(Declared.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      auto *By = Call ? dyn_cast<ConstantInt>(Call->getArgOperand(1)) : nullptr;
      if (!By)
        continue;
      IRBuilder<> Builder(Call);
      Value *Place = Builder.CreateAddrSpaceCast(Call->getArgOperand(0),
                                                 Builder.getPtrTy(GlobalSpace));
      LoadInst *Load = Builder.CreateAlignedLoad(
          Call->getType(), Place, MaybeAlign(By->getZExtValue()));
      Load->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(Code.getContext(), {}));
      Load->takeName(Call);
      Call->replaceAllUsesWith(Load);
      Call->eraseFromParent();
    }
  }
}
