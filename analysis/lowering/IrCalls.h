//===- IrCalls.h - Intrinsics and calls of the IR ---------------*- C++ -*-===//
//
// Intrinsics of LLVM with a meaning in numbers are expressions. Those of the
// target have the names of Clang's builtin functions with other punctuation, so
// that one table (instructions/Builtins.def) serves both readings:
// llvm.nvvm.barrier0.popc is __nvvm_barrier0_popc. OpenCL's functions are
// declared under their mangled names; the table has the plain ones. What is in
// no table is a function that nobody sees: its result is unknown.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRCALLS_H
#define KERNELCAST_ANALYSIS_LOWERING_IRCALLS_H

#include "analysis/instructions/Builtins.h"
#include "analysis/lowering/IrArithmetic.h"
#include "analysis/lowering/IrMemory.h"

namespace kernelcast {

class IrCalls {
public:
  IrCalls(const ReaderParts &Parts, IrValues &Values, IrMemory &Memory,
          IrSigns &Signs, IrSteps &Steps)
      : Parts(Parts), Pool(Parts.Pool), Values(Values), Memory(Memory),
        Signs(Signs), Steps(Steps) {}

  /// The value of \p Call; its effects are noted.
  IrScalars lower(const llvm::CallBase &Call);

private:
  IrScalars laneNumber(const llvm::IntrinsicInst &Call);
  std::optional<IrScalars> intrinsic(const llvm::IntrinsicInst &Call);
  const Expr *integerIntrinsic(const llvm::IntrinsicInst &Call, unsigned Lane);
  IrScalars withOverflow(const llvm::WithOverflowInst &Call);
  std::optional<IrScalars> builtin(const llvm::CallBase &Call,
                                   llvm::StringRef Name);
  std::optional<IrScalars> index(const IndexFunction &Function,
                                 const llvm::CallBase &Call);
  std::optional<IrScalars> memory(MemoryForm Form, const llvm::CallBase &Call,
                                  llvm::StringRef Name);
  std::optional<IrScalars> vectorAccess(bool Store, const llvm::CallBase &Call,
                                        llvm::StringRef Name);
  IrScalars texture(const llvm::CallBase &Call, bool Write);
  std::optional<IrScalars> function(const llvm::CallBase &Call,
                                    llvm::StringRef Name);
  std::optional<IrScalars> conversion(ConversionForm Form,
                                      const llvm::CallBase &Call);
  void storeResults(const llvm::CallBase &Call, llvm::StringRef Name);
  IrScalars choice(const llvm::CallBase &Call);
  const Expr *meaningOf(Meaning Is, const llvm::CallBase &Call,
                        llvm::ArrayRef<const Expr *> Operands, ScalarType Type);
  const Expr *bitFunction(llvm::StringRef Name, const Expr *X, ScalarType Type);
  IrScalars converted(const Expr *V, llvm::Type *To);
  IrScalars unseen(const llvm::CallBase &Call);

  ReaderParts Parts;
  ExpressionPool &Pool;
  IrValues &Values;
  IrMemory &Memory;
  IrSigns &Signs;
  IrSteps &Steps;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRCALLS_H
