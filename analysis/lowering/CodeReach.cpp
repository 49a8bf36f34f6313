//===- CodeReach.cpp - What a kernel's code needs of its module -----------===//

#include "analysis/lowering/CodeReach.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kernelcast {

std::vector<const Function *> reachedFrom(const Function &Kernel) {
  std::vector<const Function *> Reached;
  SmallPtrSet<const Constant *, 32> Seen{&Kernel};
  SmallVector<const Constant *, 32> Open{&Kernel};
  auto Add = [&](const Use &Operand) {
    if (const auto *C = dyn_cast<Constant>(Operand))
      if (Seen.insert(C).second)
        Open.push_back(C);
  };
  while (!Open.empty()) {
    const Constant *C = Open.pop_back_val();
    for (const Use &Operand : C->operands())
      Add(Operand);
    const auto *F = dyn_cast<Function>(C);
    if (!F)
      continue;
    Reached.push_back(F);
    for (const Instruction &I : instructions(*F))
      for (const Use &Operand : I.operands())
        Add(Operand);
  }
  return Reached;
}

void keepOnly(Module &Code, ArrayRef<Function *> Kernels) {
  SmallPtrSet<const Function *, 32> Kept;
  for (const Function *Kernel : Kernels)
    for (const Function *Reached : reachedFrom(*Kernel))
      Kept.insert(Reached);
  for (Function &F : Code) {
    if (F.isDeclaration())
      continue;
    F.setComdat(nullptr);
    if (is_contained(Kernels, &F)) {
      F.setLinkage(GlobalValue::ExternalLinkage);
      continue;
    }
    if (!Kept.contains(&F))
      F.deleteBody();
    else
      F.setLinkage(GlobalValue::InternalLinkage);
  }
}

} // namespace kernelcast
