//===- BudgetGate.h - Passes end when their budget does ---------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_BUDGETGATE_H
#define KERNELCAST_ANALYSIS_LOWERING_BUDGETGATE_H

#include "analysis/lowering/CompileBudget.h"
#include "llvm/IR/OptBisect.h"

namespace kernelcast {

/// Lets the passes that may be left out run while the budget lasts.
class BudgetGate : public llvm::OptPassGate {
public:
  BudgetGate(const llvm::Module &Code, CompileBudget &Budget)
      : Code(Code), Budget(Budget) {}
  bool shouldRunPass(llvm::StringRef, llvm::StringRef) override {
    return Budget.goesOn(&Code);
  }
  bool isEnabled() const override { return true; }

private:
  const llvm::Module &Code;
  CompileBudget &Budget;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_BUDGETGATE_H
