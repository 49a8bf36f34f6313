//===- KernelLowering.cpp - Blocks, inlined functions, statements ---------===//
//
// Walks Clang's CFG of a function in reverse post order. Every CFG block
// starts a block of the model; a call in the middle splices the callee's
// blocks in and goes on in a new block. A function's exit block is the block
// in which its caller goes on.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "analysis/support/PreludeRoot.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kernelcast {

KernelLowering::KernelLowering(clang::ASTContext &Context, Language Lang,
                               const BuilderOptions &Options, OpenUses &Open,
                               ChosenVariables &Chosen)
    : Context(Context), Options(Options), Layouts(Context),
      Pointers(Model, Chosen), Ssa(Model, Pointers), Open(Open) {
  Model.Lang = Lang;
  Model.Pool = std::make_unique<ExpressionPool>();
}

SourceSpot KernelLowering::spot(clang::SourceLocation Location) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  clang::PresumedLoc P =
      Sources.getPresumedLoc(Sources.getExpansionLoc(Location));
  if (P.isInvalid())
    return {};
  return {P.getFilename(), P.getLine(), P.getColumn()};
}

const clang::Expr *KernelLowering::inSource(const clang::Expr *Site) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  for (const Frame *F = TheFrame; F && F->Call; F = F->Caller) {
    clang::SourceLocation Place = Sources.getExpansionLoc(Site->getBeginLoc());
    if (!isPrelude(Sources.getFilename(Place)))
      break;
    Site = F->Call;
  }
  return Site;
}

std::string KernelLowering::text(const clang::Stmt *S) const {
  const clang::SourceManager &Sources = Context.getSourceManager();
  auto Range = Sources.getExpansionRange(S->getSourceRange());
  bool Invalid = false;
  StringRef Text = clang::Lexer::getSourceText(Range, Sources,
                                               Context.getLangOpts(), &Invalid);
  if (Invalid)
    return "";
  std::string Result;
  for (char C : Text) {
    if (Result.size() >= 120) {
      Result += "...";
      break;
    }
    bool Space = clang::isWhitespace(C);
    if (!Space)
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  return Result;
}

void KernelLowering::reason(const Twine &Why, clang::SourceLocation Where) {
  SourceSpot Spot = spot(Where);
  std::string Text = Why.str();
  if (Spot.isValid())
    Text +=
        " at " + std::to_string(Spot.Line) + ":" + std::to_string(Spot.Column);
  if (Model.Status == ModelStatus::Modelled)
    Model.Status = ModelStatus::Partial;
  if (Model.Reasons.size() < 32 && SeenReasons.insert(Text).second)
    Model.Reasons.push_back(Text);
}

bool KernelLowering::overBudget() {
  if (GaveUp)
    return true;
  const char *What = nullptr;
  if (Model.Blocks.size() > Options.MaxBlocks)
    What = "more flow graph blocks than the limit after inlining";
  else if (pool().size() > Options.MaxExpressions)
    What = "more expressions than the limit after inlining";
  if (!What)
    return false;
  GaveUp = true;
  Model.Status = ModelStatus::NotModelled;
  Model.Reasons.push_back(What);
  return true;
}

void KernelLowering::effect(EffectKind Kind, const clang::Expr *Site) {
  Effect Step;
  Step.Kind = Kind;
  Site = inSource(Site);
  Step.Location = spot(Site->getExprLoc());
  Step.Text = text(Site);
  current().Effects.push_back(std::move(Step));
}

KernelModel KernelLowering::lower(const clang::FunctionDecl *Kernel) {
  Model.Name = Kernel->getNameAsString();
  Model.QualifiedName = Kernel->getQualifiedNameAsString();
  Model.Location = spot(Kernel->getLocation());
  const clang::FunctionDecl *Definition = nullptr;
  if (!Kernel->hasBody(Definition) || Definition->isDependentContext()) {
    Model.Status = ModelStatus::NotModelled;
    Model.Reasons.push_back(Definition ? "template without an instantiation"
                                       : "no body in this file");
    return std::move(Model);
  }
  readAttributes(Definition);
  Frame F;
  F.Function = Definition;
  F.Modified = modifiedVariables(Definition->getBody());
  TheFrame = &F;
  Current = newBlock();
  Ssa.seal(Current);
  declareParameters(Definition);
  if (!lowerBody(F)) {
    Model.Status = ModelStatus::NotModelled;
    Model.Reasons.push_back("no control flow graph for this kernel");
  }
  TheFrame = nullptr;
  if (!GaveUp)
    finish();
  return std::move(Model);
}

std::string KernelLowering::inlinedCalls() const {
  std::string Calls;
  for (const Frame *F = TheFrame; F && !F->CallText.empty(); F = F->Caller)
    Calls += (Calls.empty() ? "" : ", ") + F->CallText;
  return Calls;
}

void KernelLowering::finish() {
  dropElementUses();
  if (!Ssa.finish([&] { return overBudget(); }))
    return;
  // What a loop's pointer leads to may show at the end of the loop.
  for (MemoryAccess &A : Model.Accesses)
    if (A.Array != None && A.Address && Pointers.basesOf(A.Address).size() > 1)
      A.Array = None;
}

BlockId KernelLowering::newBlock() {
  BlockId Id = Model.Blocks.size();
  Model.Blocks.emplace_back().Id = Id;
  Model.Blocks.back().SourceLoop = SourceLoop;
  return Id;
}

void KernelLowering::addEdge(BlockId From, BlockId To) {
  Model.Blocks[From].Successors.push_back(To);
  Model.Blocks[To].Predecessors.push_back(From);
}

void KernelLowering::branch(ScalarExpr Condition, BlockId IfTrue,
                            BlockId IfFalse, const clang::Stmt *Site) {
  if (Condition->isIntegerConstant() || IfTrue == IfFalse) {
    addEdge(Current, Condition->isConstant(0) ? IfFalse : IfTrue);
    return;
  }
  BasicBlock &B = current();
  B.Condition = Condition;
  if (Site) {
    if (const auto *E = dyn_cast<clang::Expr>(Site))
      Site = inSource(E);
    B.ConditionLocation = spot(Site->getBeginLoc());
    B.ConditionText = text(Site);
    B.Callees = inlinedCalls();
  }
  BlockId From = Current;
  addEdge(From, IfTrue);
  addEdge(From, IfFalse);
}

bool KernelLowering::lowerBody(Frame &F) {
  std::unique_ptr<clang::CFG> &Graph = Graphs[F.Function];
  if (!Graph) {
    clang::CFG::BuildOptions Build;
    Build.AddInitializers = true;
    Build.AddCXXDefaultInitExprInCtors = true;
    // A side that Clang would prove dead must have its block all the same: the
    // value of the whole names it, and would run it where the sides meet.
    Build.PruneTriviallyFalseEdges = false;
    // What reads or writes variables has its own place in the order of
    // evaluation, so that out[f(v)] = in[v] reads v before f changes it.
    Build.setAlwaysAdd(clang::Stmt::ImplicitCastExprClass)
        .setAlwaysAdd(clang::Stmt::UnaryOperatorClass)
        .setAlwaysAdd(clang::Stmt::BinaryOperatorClass)
        .setAlwaysAdd(clang::Stmt::CompoundAssignOperatorClass);
    Graph = clang::CFG::buildCFG(F.Function, F.Function->getBody(), &Context,
                                 Build);
  }
  if (!Graph)
    return false;
  clang::CFG *TheGraph = Graph.get(); // the map may grow while inlining
  clang::PostOrderCFGView Order(TheGraph);

  // Which blocks are reachable, and how many edges will arrive at each.
  std::vector<BlockId> Starts(TheGraph->getNumBlockIDs(), None);
  std::vector<unsigned> Position(TheGraph->getNumBlockIDs(), ~0u);
  const unsigned Outside = SourceLoop;
  std::vector<unsigned> Around = sourceLoops(F.Function->getBody(), *TheGraph);
  unsigned Number = 0;
  for (const clang::CFGBlock *B : Order) {
    Position[B->getBlockID()] = Number++;
    SourceLoop = Around[B->getBlockID()];
    Starts[B->getBlockID()] = newBlock();
  }
  SourceLoop = Outside;
  const clang::CFGBlock &ExitBlock = TheGraph->getExit();
  if (Starts[ExitBlock.getBlockID()] == None)
    Starts[ExitBlock.getBlockID()] = newBlock();
  F.Exit = Starts[ExitBlock.getBlockID()];
  // A block can be sealed once every predecessor has been lowered.
  auto Pending = [&](const clang::CFGBlock *B, unsigned Done) {
    for (const clang::CFGBlock::AdjacentBlock &P : B->preds())
      if (const clang::CFGBlock *Block = P.getReachableBlock())
        if (Position[Block->getBlockID()] != ~0u &&
            Position[Block->getBlockID()] >= Done)
          return true;
    return false;
  };
  addEdge(Current, Starts[TheGraph->getEntry().getBlockID()]);
  unsigned Done = 0;
  SmallVector<const clang::CFGBlock *, 8> Unsealed;
  for (const clang::CFGBlock *B : Order) {
    if (B == &ExitBlock)
      continue;
    BlockId Start = Starts[B->getBlockID()];
    if (Pending(B, Done))
      Unsealed.push_back(B);
    else
      Ssa.seal(Start);
    Current = Start;
    SourceLoop = Around[B->getBlockID()];
    if (overBudget())
      break;
    if (Model.Blocks[Start].Predecessors.empty() && Start != 0) {
      // Reachable only through edges that turned out constant: leave it empty.
      Done = std::max(Done, Position[B->getBlockID()] + 1);
      continue;
    }
    lowerBlock(F, *B);
    lowerTerminator(F, *B, Starts);
    Done = Position[B->getBlockID()] + 1;
    erase_if(Unsealed, [&](const clang::CFGBlock *U) {
      if (Pending(U, Done))
        return false;
      Ssa.seal(Starts[U->getBlockID()]);
      return true;
    });
  }
  for (const clang::CFGBlock *U : Unsealed)
    Ssa.seal(Starts[U->getBlockID()]);
  Ssa.seal(F.Exit);
  SourceLoop = Outside;
  Current = F.Exit;
  return true;
}

void KernelLowering::lowerBlock(Frame &F, const clang::CFGBlock &Block) {
  for (const clang::CFGElement &Element : Block) {
    if (overBudget())
      return;
    if (auto Statement = Element.getAs<clang::CFGStmt>())
      lowerStatement(Statement->getStmt());
    else if (auto Init = Element.getAs<clang::CFGInitializer>())
      lowerInitializer(Init->getInitializer());
  }
  (void)F;
}

} // namespace kernelcast
