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

static void connect(KernelModel &Model, BlockId From, BlockId To) {
  Model.Blocks[From].Successors.push_back(To);
  Model.Blocks[To].Predecessors.push_back(From);
}

void IrSteps::enterPredicated(const Expr *Condition,
                              const llvm::Instruction &I) {
  IrPlace At = Places.of(I);
  BasicBlock &Before = block();
  Before.Predicated = Before.SidesLoad = true;
  Before.Condition = Condition;
  Before.ConditionLocation = std::move(At.Location);
  Before.ConditionRange = std::move(At.Range);
  Before.ConditionText = std::move(At.Text);
  Before.Callees = std::move(At.Callees);
  const BlockId Inside = Model.Blocks.size();
  BehindPredicated = Inside + 1;
  for (BlockId Id : {Inside, BehindPredicated}) {
    BasicBlock &Made = Model.Blocks.emplace_back();
    Made.Id = Id;
    Made.Operations.emplace();
  }
  connect(Model, Current, Inside);
  connect(Model, Current, BehindPredicated);
  goOnIn(Inside);
}

void IrSteps::leavePredicated() {
  connect(Model, Current, BehindPredicated);
  goOnIn(BehindPredicated);
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

void IrSteps::refuse(const Twine &Why, const llvm::Instruction &I) {
  if (Model.Status == ModelStatus::NotModelled)
    return;
  Model.Reasons.clear(); // this one is what counts
  reason(Why, I);
  Model.Status = ModelStatus::NotModelled;
}

} // namespace kernelcast
