//===- BudgetGate.h - Passes end when their budget does ---------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_BUDGETGATE_H
#define KERNELCAST_ANALYSIS_LOWERING_BUDGETGATE_H

#include "analysis/lowering/CompileBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"

namespace kernelcast {

/// Whether a basic block has more accesses than LLVM can look for neighbours in
/// within seconds: making wide accesses takes their square.
inline bool hasTooManyNeighbours(const llvm::Function &Code) {
  return llvm::any_of(Code, [](const llvm::BasicBlock &Block) {
    return llvm::count_if(Block, [](const llvm::Instruction &I) {
             return I.mayReadOrWriteMemory();
           }) > CompileBudget::MostNeighbours;
  });
}

/// Whether neighbouring accesses of \p Code are made wide ones. If not, \p
/// Budget says so.
inline bool mayMergeAccesses(const llvm::Function &Code,
                             CompileBudget &Budget) {
  if (!hasTooManyNeighbours(Code))
    return true;
  Budget.leaveAccessesApart();
  return false;
}

/// Lets the passes that may be left out run while the budget lasts, and the one
/// that makes wide accesses where it takes seconds.
class BudgetGate : public llvm::OptPassGate {
public:
  BudgetGate(const llvm::Module &Code, CompileBudget &Budget)
      : Code(Code), Budget(Budget) {}
  bool shouldRunPass(llvm::StringRef Pass, llvm::StringRef Of) override {
    if (!Budget.goesOn(&Code))
      return false;
    if (Pass != "GPU Load and Store Vectorizer")
      return true;
    // As LLVM describes what a pass is to run on. To look at all functions for
    // each takes the square of their number.
    const llvm::Function *One = nullptr;
    if (Of.consume_front("function (") && Of.consume_back(")"))
      One = Code.getFunction(Of);
    return One ? mayMergeAccesses(*One, Budget)
               : llvm::all_of(Code, [&](const llvm::Function &F) {
                   return mayMergeAccesses(F, Budget);
                 });
  }
  bool isEnabled() const override { return true; }

private:
  const llvm::Module &Code;
  CompileBudget &Budget;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_BUDGETGATE_H
