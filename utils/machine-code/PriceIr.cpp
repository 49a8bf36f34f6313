//===- PriceIr.cpp - Prints what the instructions of IR cost --------------===//
//
//   price-ir ARCHITECTURE FILE.ll...
//
// One line of JSON for each kernel: machine instructions by class, those of
// rare ways among them, and registers. For utils/compare-machine-code.
//===----------------------------------------------------------------------===//
#include "analysis/lowering/InstructionCosts.h"
#include "analysis/lowering/RegisterEstimate.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace llvm;

/// The functions that annotations say are kernels.
static SmallPtrSet<const Function *, 8> kernelsOf(const Module &M) {
  SmallPtrSet<const Function *, 8> Kernels;
  if (const NamedMDNode *Notes = M.getNamedMetadata("nvvm.annotations"))
    for (const MDNode *Note : Notes->operands())
      if (Note->getNumOperands() == 3)
        if (const auto *Kind = dyn_cast<MDString>(Note->getOperand(1));
            Kind && Kind->getString() == "kernel")
          if (const auto *F =
                  mdconst::dyn_extract_or_null<Function>(Note->getOperand(0)))
            Kernels.insert(F);
  return Kernels;
}

static json::Object price(const Function &Kernel, unsigned Architecture) {
  std::array<float, kernelcast::NumInstructionClasses> Counts{}, Rare{};
  auto Add = [&](ArrayRef<kernelcast::MachineInstructions> Code) {
    for (const kernelcast::MachineInstructions &Steps : Code) {
      Counts[static_cast<unsigned>(Steps.Class)] += Steps.Count;
      Rare[static_cast<unsigned>(Steps.Class)] += Steps.Rare;
    }
  };
  kernelcast::InstructionCosts Costs(Kernel, Architecture);
  Add(Costs.entry());
  unsigned Calls = 0;
  for (const llvm::Instruction &I : instructions(Kernel)) {
    Add(Costs.of(I));
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    Calls += Call && !(Callee && Callee->isIntrinsic());
  }
  json::Object Classes;
  for (unsigned C = 0; C < kernelcast::NumInstructionClasses; ++C)
    Classes[kernelcast::name(static_cast<kernelcast::InstructionClass>(C))] =
        Counts[C] + Rare[C];
  const kernelcast::RegisterEstimate Estimate =
      kernelcast::estimateRegisters(Kernel, Architecture, 0);
  return json::Object{{"kernel", Kernel.getName()},
                      {"calls", Calls},
                      {"registers", Estimate.Registers},
                      {"fewest_registers", Estimate.Least},
                      {"classes", std::move(Classes)}};
}

int main(int Count, char **Arguments) {
  unsigned Architecture = 0;
  if (Count < 3 || StringRef(Arguments[1]).getAsInteger(10, Architecture)) {
    errs() << "usage: price-ir ARCHITECTURE FILE.ll...\n";
    return 2;
  }
  for (int I = 2; I < Count; ++I) {
    LLVMContext Context;
    SMDiagnostic Problem;
    std::unique_ptr<Module> M = parseIRFile(Arguments[I], Problem, Context);
    if (!M) {
      Problem.print("price-ir", errs());
      return 1;
    }
    SmallPtrSet<const Function *, 8> Kernels = kernelsOf(*M);
    for (const Function &F : *M)
      if (!F.isDeclaration() && Kernels.contains(&F))
        outs() << json::Value(price(F, Architecture)) << '\n';
  }
  return 0;
}
