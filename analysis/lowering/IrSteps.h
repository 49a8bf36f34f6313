//===- IrSteps.h - The effects of the block that is being read --*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRSTEPS_H
#define KERNELCAST_ANALYSIS_LOWERING_IRSTEPS_H

#include "analysis/lowering/IrPlaces.h"
#include "llvm/ADT/StringSet.h"

namespace kernelcast {

class IrSteps {
public:
  IrSteps(KernelModel &Model, const IrPlaces &Places)
      : Model(Model), Places(Places) {}

  /// The block that is being read.
  BasicBlock &block() { return Model.Blocks[Current]; }
  void goOnIn(BlockId Block) { Current = Block; }
  BlockId current() const { return Current; }

  /// What follows, until leavePredicated(), is executed by the lanes for which
  /// \p Condition holds; the others are switched off by the instruction \p I,
  /// without a branch. Makes two blocks: the one inside, and the one behind, in
  /// which the code of \p I's own block goes on.
  void enterPredicated(const Expr *Condition, const llvm::Instruction &I);
  void leavePredicated();

  void effect(EffectKind Kind, const llvm::Instruction &I,
              const MatrixProduct &Product = {});
  /// \p Access happens here; its place is that of \p I.
  AccessId append(MemoryAccess Access, const llvm::Instruction &I);
  /// Records \p Why once with its place; the model becomes partial.
  void reason(const llvm::Twine &Why, const llvm::Instruction &I);
  /// \p I does what the source's reading knows and this one cannot: the kernel
  /// is better counted there, even if not all of it is understood there.
  void refuse(const llvm::Twine &Why, const llvm::Instruction &I);

private:
  KernelModel &Model;
  const IrPlaces &Places;
  BlockId Current = 0;
  BlockId BehindPredicated = None;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRSTEPS_H
