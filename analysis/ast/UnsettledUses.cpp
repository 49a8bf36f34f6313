//===- UnsettledUses.cpp - Uses of variables whose order is left open -----===//

#include "analysis/ast/UnsettledUses.h"
#include "llvm/ADT/Hashing.h"

using namespace llvm;

namespace kernelcast {

EvaluationOrder &UnsettledUses::order(const clang::FunctionDecl *Function) {
  std::unique_ptr<EvaluationOrder> &Order = Orders[Function];
  if (!Order)
    Order = std::make_unique<EvaluationOrder>(Function);
  return *Order;
}

void UnsettledUses::enter(const clang::FunctionDecl *Function,
                          const clang::Expr *Call, ArrayId FirstArray) {
  size_t Path = Call ? size_t(hash_combine(Levels.back().Path, Call)) : 0;
  Level &Entered = Levels.emplace_back();
  Entered.Function = Function;
  Entered.Call = Call;
  Entered.Path = Path;
  Entered.FirstArray = FirstArray;
}

void UnsettledUses::use(SsaVariable Variable, const clang::Expr *Site,
                        bool Writes) {
  const clang::Expr *Part =
      Writes ? order(Levels.back().Function).writer(Site) : Site;
  const OpenUses::value_type Here{Site, Levels.back().Path};
  for (Level &L : reverse(Levels)) {
    SmallVector<Use, 2> &Uses = L.Uses[Variable];
    bool Known = false;
    for (const Use &Earlier : Uses) {
      Known |= Earlier.Part == Part && Earlier.Site == Here &&
               Earlier.Writes == Writes;
      if (Earlier.Part != Part && (Writes || Earlier.Writes) &&
          !order(L.Function).isCertain(Earlier.Part, Part)) {
        Open.insert(Here);
        Open.insert(Earlier.Site);
      }
    }
    if (!Known)
      Uses.push_back({Part, Here, Writes});
    if (Variable.first >= L.FirstArray)
      return; // the callers have no name for it
    Part = L.Call;
  }
}

void UnsettledUses::end(const clang::Stmt *S) {
  Level &Current = Levels.back();
  if (!Current.Uses.empty() && order(Current.Function).isFull(S))
    Current.Uses.clear();
}

} // namespace kernelcast
