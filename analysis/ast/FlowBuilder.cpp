//===- FlowBuilder.cpp - A flow graph that grows block by block -----------===//

#include "analysis/ast/FlowBuilder.h"

using namespace llvm;

namespace kernelcast {

BlockId FlowBuilder::newBlock() {
  BlockId Id = Model.Blocks.size();
  Model.Blocks.emplace_back().Id = Id;
  Model.Blocks.back().SourceLoop = SourceLoop;
  return Id;
}

void FlowBuilder::jump(BlockId To) {
  block().Successors.push_back(To);
  Model.Blocks[To].Predecessors.push_back(Current);
}

void FlowBuilder::branch(ScalarExpr Condition, BlockId IfTrue, BlockId IfFalse,
                         const clang::Stmt *Site) {
  if (Condition->isIntegerConstant() || IfTrue == IfFalse) {
    jump(Condition->isConstant(0) ? IfFalse : IfTrue);
    return;
  }
  BasicBlock &B = block();
  B.Condition = Condition;
  if (Site) {
    if (const auto *E = dyn_cast<clang::Expr>(Site))
      Site = Inlined.inSource(E);
    B.ConditionLocation = Source.spot(Site->getBeginLoc());
    B.ConditionRange = Source.range(Site->getSourceRange());
    B.ConditionText = Source.text(Site);
    B.Callees = Inlined.text();
  }
  jump(IfTrue);
  jump(IfFalse);
}

void FlowBuilder::enterPredicated(ScalarExpr Condition,
                                  const clang::Stmt *Site) {
  block().Predicated = true;
  block().SidesLoad = true;
  const BlockId Inside = newBlock();
  BehindPredicated = newBlock();
  branch(Condition, Inside, BehindPredicated, Site);
  seal(Inside);
  goOnIn(Inside);
}

void FlowBuilder::leavePredicated() {
  jump(BehindPredicated);
  seal(BehindPredicated);
  goOnIn(BehindPredicated);
}

void FlowBuilder::effect(EffectKind Kind, const clang::Expr *Site) {
  Effect Step;
  Step.Kind = Kind;
  Site = Inlined.inSource(Site);
  Step.Location = Source.spot(Site->getExprLoc());
  Step.Range = Source.range(Site->getSourceRange());
  Step.Text = Source.text(Site);
  block().Effects.push_back(std::move(Step));
}

void FlowBuilder::effect(EffectKind Kind, const clang::AsmStmt *Site,
                         const MatrixProduct &Product) {
  // One that stands in the prelude is shown as the call that led there.
  if (Source.isPrelude(Site->getAsmLoc()) && Inlined.top().Call) {
    effect(Kind, Inlined.top().Call);
  } else {
    Effect Step;
    Step.Kind = Kind;
    Step.Location = Source.spot(Site->getAsmLoc());
    Step.Range = Source.range(Site->getSourceRange());
    Step.Text = Source.text(Site);
    block().Effects.push_back(std::move(Step));
  }
  block().Effects.back().Product = Product;
}

AccessId FlowBuilder::append(MemoryAccess Access) {
  Effect Step;
  Step.Kind = EffectKind::Access;
  Step.Access = Model.Accesses.size();
  Step.Location = Access.Location;
  Access.Block = Current;
  block().Effects.push_back(std::move(Step));
  Model.Accesses.push_back(std::move(Access));
  return Model.Accesses.size() - 1;
}

/// What makes \p Result slow to compute; nothing if it is not.
static std::optional<SlowKind> slownessOf(ScalarExpr Result) {
  if (Result->isLeaf() || Result->op() == Op::Cast)
    return std::nullopt;
  if ((Result->op() == Op::Div || Result->op() == Op::Rem) &&
      !Result->type().Float)
    return Result->operand(1)->isConstant()
               ? std::nullopt
               : std::optional(SlowKind::IntegerDivision);
  const ScalarType Type = Result->type() == ScalarType::truth()
                              ? Result->operand(0)->type()
                              : Result->type();
  return Type.Float && Type.Bits == 64 ? std::optional(SlowKind::Double)
                                       : std::nullopt;
}

void FlowBuilder::noteOperation(ScalarExpr Result, const clang::Expr *Site) {
  constexpr size_t MostOperations = 1000;
  const std::optional<SlowKind> Kind = slownessOf(Result);
  if (!Kind || Model.SlowOperations.size() >= MostOperations ||
      !SeenOperations.insert(Result).second)
    return;
  Site = Inlined.inSource(Site);
  Model.SlowOperations.push_back({*Kind, Source.spot(Site->getExprLoc()),
                                  Source.range(Site->getSourceRange()),
                                  Source.text(Site), Inlined.text(), Result});
}

void FlowBuilder::reason(const Twine &Why, clang::SourceLocation Where) {
  // What stands in the prelude is shown as the call that led there.
  for (const InlinedFrame *F = Inlined.current();
       F && F->Call && Source.isPrelude(Where); F = F->Caller)
    Where = F->Call->getExprLoc();
  Model.lacks(Why.str(), Source.spot(Where));
}

void FlowBuilder::refuse(StringRef Why) {
  Model.Status = ModelStatus::NotModelled;
  Model.Reasons.push_back(Why.str());
}

bool FlowBuilder::overBudget() {
  if (GaveUp)
    return true;
  const char *What = nullptr;
  if (Model.Blocks.size() > Options.MaxBlocks)
    What = "more flow graph blocks than the limit after inlining";
  else if (Model.Pool->size() > Options.MaxExpressions)
    What = "more expressions than the limit after inlining";
  else if (Calls > Options.MaxCalls)
    What = "more calls than the limit when inlining";
  else if (Ssa.noted() > Options.MaxValues)
    What = "more values of variables than the limit after inlining";
  if (!What)
    return false;
  GaveUp = true;
  refuse(What);
  return true;
}

} // namespace kernelcast
