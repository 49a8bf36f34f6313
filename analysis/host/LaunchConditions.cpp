//===- LaunchConditions.cpp - What the branches around a launch say -------===//

#include "analysis/host/LaunchConditions.h"
#include "analysis/host/LaunchSite.h"

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

namespace {

class BranchReader {
public:
  BranchReader(HostValues &Values, ExpressionPool &Pool, bool Guards)
      : Values(Values), Pool(Pool), Guards(Guards) {}
  /// False if \p S cannot be reached in \p F.
  bool around(const clang::Stmt *S, const Frame *F);
  LaunchConditions Result;

private:
  bool fix(const k::Expr *V, int64_t Constant);
  bool changesUnseen(const k::Expr *V) const;
  bool holds(const k::Expr *Condition, bool Truth);
  bool insideIf(const clang::IfStmt *If, bool Then, const Frame *F);
  bool insideCase(const clang::SwitchStmt *Switch,
                  const clang::CompoundStmt *Block, const clang::Stmt *S,
                  const Frame *F);
  void behind(const clang::CompoundStmt *Block, const clang::Stmt *S,
              const Frame *F);
  void guard(const clang::Expr *Condition, bool Right, const Frame *F);
  bool asksDevice(const k::Expr *Value) const;

  HostValues &Values;
  ExpressionPool &Pool;
  const bool Guards;
};

} // namespace

/// Notes that \p V is \p Constant; false if it cannot be, or is something else
/// further inside.
bool BranchReader::fix(const k::Expr *V, int64_t Constant) {
  while (V && V->op() == Op::Cast &&
         V->type().Bits >= V->operand(0)->type().Bits)
    V = V->operand(0);
  if (V && V->isIntegerConstant())
    return V->value() == Constant;
  if (!V || V->type().Float || !Values.symbol(V))
    return true;
  const k::Expr *Value =
      Pool.constant(wrapToType(Constant, V->type()), V->type());
  return Result.Fixed.try_emplace(V, Value).first->second == Value ||
         changesUnseen(V);
}

/// Whether the variable that \p V stands for may change between two conditions
/// in code of another file.
bool BranchReader::changesUnseen(const k::Expr *V) const {
  return Values.symbol(V)->Function.empty();
}

bool BranchReader::asksDevice(const k::Expr *Value) const {
  bool Asks = false;
  visitPostOrder(Value, [&](const k::Expr *Leaf) {
    const HostSymbol *Symbol = Values.symbol(Leaf);
    Asks |= Symbol && Symbol->Query;
  });
  return Asks;
}

/// Notes that \p Condition has to be \p Right, if the device decides it: each
/// part of a conjunction, and what is not there of a disjunction.
void BranchReader::guard(const clang::Expr *Condition, bool Right,
                         const Frame *F) {
  SmallVector<std::pair<const clang::Expr *, bool>, 4> Open{{Condition, Right}};
  while (!Open.empty()) {
    auto [Part, Wanted] = Open.pop_back_val();
    Part = Part->IgnoreParenImpCasts();
    const auto *Not = dyn_cast<clang::UnaryOperator>(Part);
    const auto *Both = dyn_cast<clang::BinaryOperator>(Part);
    if (Not && Not->getOpcode() == clang::UO_LNot) {
      Open.push_back({Not->getSubExpr(), !Wanted});
    } else if (Both &&
               Both->getOpcode() == (Wanted ? clang::BO_LAnd : clang::BO_LOr)) {
      Open.push_back({Both->getRHS(), Wanted});
      Open.push_back({Both->getLHS(), Wanted});
    } else if (const k::Expr *Value = Values.value(Part, F);
               Value && asksDevice(Value)) {
      Result.Guards.push_back({spotOf(Part, Values.context()), Value, Wanted});
    }
  }
}

/// Notes that \p Condition is \p Truth; false if it cannot be.
bool BranchReader::holds(const k::Expr *Condition, bool Truth) {
  while (Condition->op() == Op::Cast || Condition->op() == Op::Not) {
    const k::Expr *Inner = Condition->operand(0);
    const unsigned Bits = Condition->type().Bits;
    if (Condition->op() == Op::Not
            ? Inner->type().Bits != 1
            : Inner->type().Float || (Bits != 1 && Bits < Inner->type().Bits))
      return true; // ~x; (char)x; (int)0.5
    Truth ^= Condition->op() == Op::Not;
    Condition = Inner;
  }
  if (Condition->isIntegerConstant())
    return (Condition->value() != 0) == Truth;
  if (Values.symbol(Condition)) {
    if (!Truth || Condition->type().Bits == 1)
      return fix(Condition, Truth);
    const k::Expr *Known = Result.Fixed.lookup(Condition);
    return !Known || Known->value() != 0 || changesUnseen(Condition);
  }
  const bool Equal = Condition->op() == Op::Equal;
  if ((Equal || Condition->op() == Op::NotEqual) && Equal == Truth &&
      Condition->operand(1)->isIntegerConstant()) {
    Result.Chosen = true;
    return fix(Condition->operand(0), Condition->operand(1)->value());
  }
  return true;
}

bool BranchReader::insideIf(const clang::IfStmt *If, bool Then,
                            const Frame *F) {
  const k::Expr *Condition = Values.value(If->getCond(), F);
  if (Guards)
    guard(If->getCond(), Then, F);
  return !Condition || holds(Condition, Then);
}

bool BranchReader::insideCase(const clang::SwitchStmt *Switch,
                              const clang::CompoundStmt *Block,
                              const clang::Stmt *S, const Frame *F) {
  const clang::CaseStmt *Label = labelOf(Block, S);
  if (!Label || Label->getRHS() || Label->getLHS()->isValueDependent())
    return true;
  clang::Expr::EvalResult Value;
  Result.Chosen = true;
  return !Label->getLHS()->EvaluateAsInt(Value, Values.context()) ||
         fix(Values.value(Switch->getCond(), F),
             Value.Val.getInt().extOrTrunc(64).getSExtValue());
}

/// What the branches of \p Block that leave say of \p S behind them. A label
/// between is another way to S.
void BranchReader::behind(const clang::CompoundStmt *Block,
                          const clang::Stmt *S, const Frame *F) {
  SmallVector<const clang::IfStmt *, 8> Before;
  for (const clang::Stmt *Sibling : Block->body()) {
    if (isa<clang::SwitchCase, clang::LabelStmt>(Sibling))
      Before.clear();
    if (Sibling == S)
      break;
    if (const auto *If = dyn_cast<clang::IfStmt>(Sibling))
      if (leaves(If->getThen()) || (If->getElse() && leaves(If->getElse())))
        Before.push_back(If);
  }
  for (const clang::IfStmt *If : Before)
    guard(If->getCond(), /*Right=*/!leaves(If->getThen()), F);
}

bool BranchReader::around(const clang::Stmt *S, const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  for (const clang::Stmt *Parent = Body.parent(S); Parent;
       S = Parent, Parent = Body.parent(S)) {
    if (const auto *If = dyn_cast<clang::IfStmt>(Parent)) {
      bool Then = S == If->getThen();
      if ((Then || S == If->getElse()) && !insideIf(If, Then, F)) {
        Result.Excluding = spotOf(If->getCond(), Values.context());
        return false;
      }
      continue;
    }
    const auto *Block = dyn_cast<clang::CompoundStmt>(Parent);
    if (!Block)
      continue;
    if (Guards)
      behind(Block, S, F);
    const auto *Switch =
        dyn_cast_or_null<clang::SwitchStmt>(Body.parent(Parent));
    if (Switch && !insideCase(Switch, Block, S, F)) {
      Result.Excluding = spotOf(Switch->getCond(), Values.context());
      return false;
    }
  }
  return !F->Call || !F->Caller || around(F->Call, F->Caller);
}

LaunchConditions kernelcast::host::branchesAround(const clang::Stmt *S,
                                                  const Frame *F,
                                                  HostValues &Values,
                                                  ExpressionPool &Pool,
                                                  bool Guards) {
  BranchReader Branches(Values, Pool, Guards);
  Branches.Result.Reached = Branches.around(S, F);
  return std::move(Branches.Result);
}
