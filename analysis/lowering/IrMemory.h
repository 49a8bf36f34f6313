//===- IrMemory.h - Loads, stores and atomics of the IR ---------*- C++ -*-===//
//
// Each instruction that touches memory is a MemoryAccess, or several where the
// hardware has none of that width: it moves up to 16 bytes at once, and no more
// than the address is aligned to. Where a pointer leads is asked of the IR,
// through phis and selections: if all ways lead into one array, that is the
// access's.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRMEMORY_H
#define KERNELCAST_ANALYSIS_LOWERING_IRMEMORY_H

#include "analysis/instructions/Builtins.h"
#include "analysis/lowering/IrParameters.h"
#include "analysis/lowering/IrSigns.h"
#include "analysis/lowering/IrSteps.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

namespace kernelcast {

class IrMemory {
public:
  IrMemory(const ReaderParts &Parts, IrArrays &Arrays, IrValues &Values,
           IrParameters &Parameters, IrSigns &Signs, IrSteps &Steps)
      : Parts(Parts), Pool(Parts.Pool), Arrays(Arrays), Values(Values),
        Parameters(Parameters), Signs(Signs), Steps(Steps) {}

  /// The value that a load, atomicrmw or cmpxchg has; none of a store or fence.
  IrScalars lower(const llvm::Instruction &I);

  /// The address of a local variable.
  IrScalars address(const llvm::AllocaInst &Variable) {
    return {Pool.base(Arrays.of(Variable))};
  }

  /// What \p I, a load of another name, reads from \p Pointer.
  IrScalars load(const llvm::Instruction &I, const llvm::Value &Pointer,
                 llvm::Align Alignment, MemoryForm Form);
  /// \p I writes \p V.
  void store(const llvm::Instruction &I, const llvm::Value &Pointer,
             const llvm::Value &V, llvm::Align Alignment, bool Volatile);
  /// An atomic operation by a function: its result is what was there.
  IrScalars atomic(const llvm::CallBase &Call, const llvm::Value &Pointer,
                   bool CanGather);
  /// An access at \p Offset bytes from \p Pointer, of which only the place is
  /// known: \p Address in place of the pointer's, if it is not null.
  AccessId access(AccessKind Kind, const llvm::Instruction &I,
                  const llvm::Value &Pointer, uint64_t Offset, unsigned Bytes,
                  llvm::Align Alignment, const Expr *Address = nullptr);
  /// memcpy, memmove and memset in a constant number of parts; false where it
  /// is not modelled.
  bool lower(const llvm::AnyMemIntrinsic &Copy);

private:
  struct Origin {
    ArrayId Array = None; ///< the only one
    std::optional<MemorySpace> Space;
    bool Mixed = false; ///< several memories
  };

  Origin originOf(const llvm::Value &Pointer);
  const Expr *tableElement(const llvm::LoadInst &Load);
  const llvm::StoreInst *onlyStoreBefore(const llvm::LoadInst &Load);
  ArrayId arrayOf(const llvm::Value &Object);
  IrScalars loadLeaves(const llvm::Instruction &I, const llvm::Value &Pointer,
                       llvm::Align Alignment, bool Volatile);
  IrScalars atomic(const llvm::AtomicRMWInst &I);
  IrScalars atomic(const llvm::AtomicCmpXchgInst &I);

  ReaderParts Parts;
  ExpressionPool &Pool;
  IrArrays &Arrays;
  IrValues &Values;
  IrParameters &Parameters;
  IrSigns &Signs;
  IrSteps &Steps;
  llvm::DenseMap<const llvm::Value *, Origin> Origins;
  uint64_t Moved = 0; ///< parts of copies and fills so far
  std::optional<llvm::DominatorTree> Dominators; ///< when they are asked for
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRMEMORY_H
