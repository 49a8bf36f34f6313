//===- LaunchConditions.cpp - What the branches around a launch say -------===//

#include "analysis/host/LaunchConditions.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

/// The only label through which control comes to \p S, a child of the body of
/// a switch; null if there are several.
static const clang::CaseStmt *labelOf(const clang::CompoundStmt *Body,
                                      const clang::Stmt *S) {
  const clang::SwitchCase *Label = nullptr;
  bool Open = false; // the statement before falls through
  bool Single = false;
  for (const clang::Stmt *Sibling : Body->body()) {
    if (const auto *Case = dyn_cast<clang::SwitchCase>(Sibling)) {
      Single = !Open && !isa<clang::SwitchCase>(Case->getSubStmt());
      Label = Case;
    }
    if (Sibling == S)
      break;
    Open = !leaves(Sibling);
  }
  return Single ? dyn_cast_or_null<clang::CaseStmt>(Label) : nullptr;
}

bool kernelcast::host::branchesAround(
    const clang::Stmt *S, const Frame *F, HostValues &Values,
    ExpressionPool &Pool, const clang::ASTContext &Context,
    DenseMap<const k::Expr *, const k::Expr *> &Fixed) {
  const FunctionFacts &Body = *F->Facts;
  // Notes that V is Constant; false if it cannot be.
  auto Fix = [&](const k::Expr *V, int64_t Constant) {
    while (V && V->op() == Op::Cast &&
           V->type().Bits >= V->operand(0)->type().Bits)
      V = V->operand(0);
    if (V && V->isIntegerConstant())
      return V->value() == Constant;
    if (V && Values.symbol(V))
      Fixed[V] = Pool.constant(wrapToType(Constant, V->type()), V->type());
    return true;
  };
  for (const clang::Stmt *Parent = Body.parent(S); Parent;
       S = Parent, Parent = Body.parent(S)) {
    if (const auto *If = dyn_cast<clang::IfStmt>(Parent)) {
      bool Then = S == If->getThen();
      if (!Then && S != If->getElse())
        continue;
      const k::Expr *Condition = Values.value(If->getCond(), F);
      while (Condition && Condition->op() == Op::Cast)
        Condition = Condition->operand(0);
      if (!Condition)
        continue;
      if (Condition->isIntegerConstant()) {
        if ((Condition->value() != 0) != Then)
          return false;
      } else if (Condition->op() == Op::Equal && Then &&
                 Condition->operand(1)->isIntegerConstant()) {
        Fix(Condition->operand(0), Condition->operand(1)->value());
      }
      continue;
    }
    const auto *Switch =
        dyn_cast_or_null<clang::SwitchStmt>(Body.parent(Parent));
    const auto *Block = dyn_cast<clang::CompoundStmt>(Parent);
    if (!Switch || !Block)
      continue;
    const clang::CaseStmt *Label = labelOf(Block, S);
    if (!Label || Label->getRHS() || Label->getLHS()->isValueDependent())
      continue;
    clang::Expr::EvalResult Result;
    if (!Label->getLHS()->EvaluateAsInt(Result, Context))
      continue;
    if (!Fix(Values.value(Switch->getCond(), F),
             Result.Val.getInt().extOrTrunc(64).getSExtValue()))
      return false;
  }
  return !F->Call || !F->Caller ||
         branchesAround(F->Call, F->Caller, Values, Pool, Context, Fixed);
}
