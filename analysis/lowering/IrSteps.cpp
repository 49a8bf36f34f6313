//===- IrSteps.cpp - The effects of the block that is being read ----------===//

#include "analysis/lowering/IrSteps.h"

using namespace llvm;

namespace kernelcast {

void IrSteps::effect(EffectKind Kind, const llvm::Instruction &I,
                     const MatrixProduct &Product) {
  IrPlace At = Places.of(I);
  Effect Step;
  Step.Kind = Kind;
  Step.Location = std::move(At.Location);
  Step.Range = std::move(At.Range);
  Step.Text = std::move(At.Text);
  Step.Product = Product;
  block().Effects.push_back(std::move(Step));
}

AccessId IrSteps::append(MemoryAccess Access, const llvm::Instruction &I) {
  IrPlace At = Places.of(I);
  Access.Location = std::move(At.Location);
  Access.Range = std::move(At.Range);
  Access.Text = std::move(At.Text);
  Access.Callees = std::move(At.Callees);
  Access.Block = Current;
  Effect Step;
  Step.Access = Model.Accesses.size();
  Step.Location = Access.Location;
  block().Effects.push_back(std::move(Step));
  Model.Accesses.push_back(std::move(Access));
  return Model.Accesses.size() - 1;
}

void IrSteps::reason(const Twine &Why, const llvm::Instruction &I) {
  Model.lacks(Why.str(), Places.of(I).Location);
}

} // namespace kernelcast
