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
///
/// An expression has the constants of all that has been added up in one place,
/// at its end. A sum that goes on with another, s + 7 and then s + t + 7, does
/// not have that other one's expression in it, and is told by s.
class InstructionUses {
public:
  struct Definition {
    BlockId Block = None;
    unsigned Index = 0;
  };

  explicit InstructionUses(const KernelModel &Kernel);

  /// Calls \p Found for the register values that \p Root needs, each once.
  /// Does nothing any more after some ten million steps for one kernel.
  void visit(const Expr *Root, llvm::function_ref<void(const Expr *)> Found) {
    visit(Root, {}, Found);
  }

  /// The same for what instruction \p Index of \p Block reads.
  void visitRead(const BasicBlock &Block, unsigned Index,
                 llvm::function_ref<void(const Expr *)> Found);

  /// The last instruction that makes \p E; Block None for phis and for what no
  /// instruction makes.
  Definition definition(const Expr *E) const;

  /// The loop in which \p Block's instruction for \p E adds to its own result
  /// of the previous iteration, or None.
  LoopId advancesIn(const Expr *E, BlockId Block);

  bool exhausted() const { return Steps == 0; }

private:
  llvm::SmallVector<const Expr *, 3> roots(const BasicBlock &Block,
                                           const Instruction &I) const;
  void visit(llvm::ArrayRef<const Expr *> Roots, Definition GoesOn,
             llvm::function_ref<void(const Expr *)> Found);
  const Expr *sumBefore(const Expr *E, Definition GoesOn) const;

  const KernelModel &Kernel;
  LoopVariance Variance;
  llvm::DenseMap<const Expr *, Definition> OfValue;
  /// x + constant, which an instruction makes first, by x.
  llvm::DenseMap<const Expr *, const Expr *> WithConstant;
  llvm::DenseMap<int64_t, const Expr *> SpecialRegister; ///< by coordinate
  std::vector<Definition> OfAccess;
  llvm::DenseSet<const Expr *> Seen;
  size_t Steps = 16'000'000;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_PDG_INSTRUCTIONUSES_H
