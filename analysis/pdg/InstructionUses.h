//===- InstructionUses.h - What placed instructions read --------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_PDG_INSTRUCTIONUSES_H
#define KERNELCAST_ANALYSIS_PDG_INSTRUCTIONUSES_H

#include "analysis/pdg/LoopVariance.h"
#include "llvm/ADT/DenseSet.h"

namespace kernelcast {

/// Connects the placed instructions of a kernel by the registers between them.
/// A register value is the result of a placed instruction, the data of a load,
/// or a phi; between a use and its register values stand expressions that cost
/// nothing or are part of the using instruction.
class InstructionUses {
public:
  struct Definition {
    BlockId Block = None;
    unsigned Index = 0;
  };

  explicit InstructionUses(const KernelModel &Kernel);

  /// The expressions that the instruction starts from.
  llvm::SmallVector<const Expr *, 3> roots(const BasicBlock &Block,
                                           const Instruction &I) const;

  /// Calls \p Found for the register values that \p Roots need, each once.
  /// Does nothing any more after some ten million steps for one kernel.
  void visit(llvm::ArrayRef<const Expr *> Roots,
             llvm::function_ref<void(const Expr *)> Found);

  /// The last instruction that makes \p E; Block None for phis and for what no
  /// instruction makes.
  Definition definition(const Expr *E) const;

  /// The loop in which \p Block's instruction for \p E adds to its own result
  /// of the previous iteration, or None.
  LoopId advancesIn(const Expr *E, BlockId Block);

  bool exhausted() const { return Steps == 0; }

private:
  const KernelModel &Kernel;
  LoopVariance Variance;
  llvm::DenseMap<const Expr *, Definition> OfValue;
  llvm::DenseMap<int64_t, const Expr *> SpecialRegister; ///< by coordinate
  std::vector<Definition> OfAccess;
  llvm::DenseSet<const Expr *> Seen;
  size_t Steps = 16'000'000;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_INSTRUCTIONUSES_H
