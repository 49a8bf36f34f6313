//===- VariableUses.cpp - Uses of variables whose order is left open ------===//
//
// Within a full expression every use of a slot is remembered, by the part of
// the expression in which it happens: in each function on the way from the
// kernel to an inlined callee, that is the call that leads there. Two uses, of
// which one writes, are a conflict unless the language puts them in the order
// in which they are lowered. The values of both are unknown then.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"

using namespace llvm;

namespace kernelcast {

EvaluationOrder &KernelLowering::order(const clang::FunctionDecl *Function) {
  std::unique_ptr<EvaluationOrder> &Order = Orders[Function];
  if (!Order)
    Order = std::make_unique<EvaluationOrder>(Function);
  return *Order;
}

/// Notes that \p Site reads or writes \p Part of a type at \p Address. False if
/// the value is known to depend on an order that is left open.
bool KernelLowering::settled(ScalarExpr Address, const TypeLayout &Part,
                             const clang::Expr *Site, bool Writes) {
  uint64_t Offset;
  bool Constant;
  Object *O = Site ? objectOf(Address, Offset, Constant) : nullptr;
  if (!O)
    return true; // memory, whose contents are never known, or a new object
  ArrayId Array = baseOf(Address)->value();
  if (!Constant)
    for (unsigned Slot = 0; Slot < O->Layout.Leaves.size(); ++Slot)
      use({Array, Slot}, Site, Writes);
  else
    for (const Leaf &L : Part.Leaves)
      if (auto Slot = O->SlotAt.find(Offset + L.Offset);
          Slot != O->SlotAt.end())
        use({Array, Slot->second}, Site, Writes);
  return !Open.contains({Site, TheFrame->Path});
}

void KernelLowering::use(SsaVariable Slot, const clang::Expr *Site,
                         bool Writes) {
  const clang::Expr *Part =
      Writes ? order(TheFrame->Function).writer(Site) : Site;
  const OpenUses::value_type Here{Site, TheFrame->Path};
  for (Frame *F = TheFrame; F; Part = F->Call, F = F->Caller) {
    SmallVector<SlotUse, 2> &Uses = F->Uses[Slot];
    bool Known = false;
    for (const SlotUse &Earlier : Uses) {
      Known |= Earlier.Part == Part && Earlier.Site == Here &&
               Earlier.Writes == Writes;
      if (Earlier.Part != Part && (Writes || Earlier.Writes) &&
          !order(F->Function).isCertain(Earlier.Part, Part)) {
        Open.insert(Here);
        Open.insert(Earlier.Site);
      }
    }
    if (!Known)
      Uses.push_back({Part, Here, Writes});
    if (Slot.first >= F->FirstArray)
      return; // the callers have no name for it
  }
}

void KernelLowering::endFullExpression(const clang::Stmt *S) {
  if (!TheFrame->Uses.empty() && order(TheFrame->Function).isFull(S))
    TheFrame->Uses.clear();
}

} // namespace kernelcast
