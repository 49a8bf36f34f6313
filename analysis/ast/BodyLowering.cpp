//===- BodyLowering.cpp - A function's statements and control flow --------===//

#include "analysis/ast/BodyLowering.h"
#include "analysis/ast/CallLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "analysis/ast/ModifiedVariables.h"
#include "analysis/ast/NegatedConditions.h"
#include "analysis/ast/SourceLoops.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace llvm;

namespace kernelcast {

clang::CFG *BodyLowering::graph(const clang::FunctionDecl *Function) {
  std::unique_ptr<clang::CFG> &Graph = Graphs[Function];
  if (Graph)
    return Graph.get();
  clang::CFG::BuildOptions Build;
  Build.AddInitializers = true;
  Build.AddImplicitDtors = true;
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
  Graph = clang::CFG::buildCFG(Function, Function->getBody(), &Context, Build);
  return Graph.get();
}

/// Whether \p S is what __trap() is, as inline assembly.
static bool isTrap(const clang::Stmt *S) {
  const auto *Asm = dyn_cast<clang::GCCAsmStmt>(S);
  return Asm && Asm->getNumInputs() + Asm->getNumOutputs() == 0 &&
         Asm->getAsmString()->getString().trim() == "trap;";
}

/// Whether no thread comes to the end of \p Block.
static bool neverReturns(const clang::CFGBlock &Block) {
  return Block.hasNoReturnElement() ||
         any_of(Block, [](const clang::CFGElement &Element) {
           const auto Each = Element.getAs<clang::CFGStmt>();
           return Each && isTrap(Each->getStmt());
         });
}

/// Where every thread goes on after \p Block: its one successor, or the side of
/// an `if constexpr` that is compiled. Null if threads may part, or none goes
/// on.
static const clang::CFGBlock *onlySuccessor(const clang::CFGBlock &Block,
                                            const clang::ASTContext &Context) {
  if (neverReturns(Block))
    return nullptr;
  const clang::Stmt *Terminator = Block.getTerminatorStmt();
  if (!Terminator)
    return Block.succ_size() == 1 ? Block.succ_begin()->getReachableBlock()
                                  : nullptr;
  const auto *If = dyn_cast<clang::IfStmt>(Terminator);
  clang::Expr::EvalResult Holds;
  if (!If || !If->isConstexpr() || Block.succ_size() != 2 ||
      If->getCond()->isValueDependent() ||
      !If->getCond()->EvaluateAsInt(Holds, Context))
    return nullptr;
  return (Block.succ_begin() + (Holds.Val.getInt() == 0 ? 1 : 0))
      ->getReachableBlock();
}

/// The blocks of \p Graph without its exit in the order in which every thread
/// goes through them, each once; none if threads may go different ways.
static SmallVector<const clang::CFGBlock *, 8>
straightPath(const clang::CFG &Graph, const clang::ASTContext &Context) {
  SmallVector<const clang::CFGBlock *, 8> Path;
  for (const clang::CFGBlock *B = &Graph.getEntry(); B != &Graph.getExit();
       B = onlySuccessor(*B, Context)) {
    if (!B || Path.size() == Graph.getNumBlockIDs())
      return {};
    Path.push_back(B);
  }
  return Path;
}

/// What a call does stands in blocks apart from what its caller does: which
/// accesses belong together, and what waits for what, is asked block by block.
/// So a new one begins, unless nothing has happened in this one yet.
void BodyLowering::beginBlockBehindEffects() {
  if (Flow.block().Effects.empty())
    return;
  const BlockId Next = Flow.newBlock();
  Flow.jump(Next);
  Flow.seal(Next);
  Flow.goOnIn(Next);
}

bool BodyLowering::lower() {
  const clang::FunctionDecl *Function = frame().Function;
  clang::CFG *Graph = graph(Function);
  if (!Graph)
    return false;
  // Most functions of today's libraries choose while they are compiled and
  // only call others: they need no blocks of their own.
  if (const auto Path = straightPath(*Graph, Context); !Path.empty()) {
    beginBlockBehindEffects();
    for (const clang::CFGBlock *B : Path)
      block(*B);
    beginBlockBehindEffects();
    return true;
  }
  clang::PostOrderCFGView Order(Graph);

  // Which blocks are reachable, and in which order.
  std::vector<BlockId> Starts(Graph->getNumBlockIDs(), None);
  std::vector<unsigned> Position(Graph->getNumBlockIDs(), ~0u);
  const unsigned Outside = Flow.sourceLoop();
  std::vector<unsigned> Around =
      sourceLoops(Function->getBody(), *Graph, Outside, Context, Model);
  unsigned Number = 0;
  for (const clang::CFGBlock *B : Order) {
    Position[B->getBlockID()] = Number++;
    Flow.setSourceLoop(Around[B->getBlockID()]);
    Starts[B->getBlockID()] = Flow.newBlock();
  }
  Flow.setSourceLoop(Outside);
  const clang::CFGBlock &ExitBlock = Graph->getExit();
  BlockId &Exit = Starts[ExitBlock.getBlockID()];
  if (Exit == None)
    Exit = Flow.newBlock();
  frame().Exit = Exit;
  // A block can be sealed once every predecessor has been lowered.
  auto Pending = [&](const clang::CFGBlock *B, unsigned Done) {
    for (const clang::CFGBlock::AdjacentBlock &P : B->preds())
      if (const clang::CFGBlock *Block = P.getReachableBlock())
        if (Position[Block->getBlockID()] != ~0u &&
            Position[Block->getBlockID()] >= Done)
          return true;
    return false;
  };
  Flow.jump(Starts[Graph->getEntry().getBlockID()]);
  unsigned Done = 0;
  SmallVector<const clang::CFGBlock *, 8> Unsealed;
  for (const clang::CFGBlock *B : Order) {
    if (B == &ExitBlock)
      continue;
    BlockId Start = Starts[B->getBlockID()];
    if (Pending(B, Done))
      Unsealed.push_back(B);
    else
      Flow.seal(Start);
    Flow.goOnIn(Start);
    Flow.setSourceLoop(Around[B->getBlockID()]);
    if (Flow.overBudget())
      break;
    if (Model.Blocks[Start].Predecessors.empty() && Start != 0) {
      // Reachable only through edges that turned out constant: leave it empty.
      Done = std::max(Done, Position[B->getBlockID()] + 1);
      continue;
    }
    block(*B);
    terminator(*B, Starts);
    Done = Position[B->getBlockID()] + 1;
    erase_if(Unsealed, [&](const clang::CFGBlock *U) {
      if (Pending(U, Done))
        return false;
      Flow.seal(Starts[U->getBlockID()]);
      return true;
    });
  }
  for (const clang::CFGBlock *U : Unsealed)
    Flow.seal(Starts[U->getBlockID()]);
  Flow.seal(Exit);
  Flow.setSourceLoop(Outside);
  Flow.goOnIn(Exit);
  return true;
}

void BodyLowering::block(const clang::CFGBlock &Block) {
  for (const clang::CFGElement &Element : Block) {
    if (Flow.overBudget())
      return;
    const auto Statement = Element.getAs<clang::CFGStmt>();
    if (Statement && isTrap(Statement->getStmt()))
      return; // nothing behind it runs
    if (Statement)
      statement(Statement->getStmt());
    else if (auto Init = Element.getAs<clang::CFGInitializer>())
      Expressions.Initializers.initialize(Init->getInitializer());
    else if (auto Destructor = Element.getAs<clang::CFGImplicitDtor>())
      destructor(*Destructor);
  }
}

/// A variable's scope ends; or, in a destructor, a member or base is destroyed
/// after its body.
void BodyLowering::destructor(const clang::CFGImplicitDtor &Element) {
  const clang::Expr *Site = frame().Call;
  const clang::SourceLocation Where = frame().Function->getLocation();
  if (auto Automatic = Element.getAs<clang::CFGAutomaticObjDtor>()) {
    const clang::VarDecl *Variable = Automatic->getVarDecl();
    if (Variable->getInit())
      Site = Variable->getInit();
    if (!Variable->getType()->isReferenceType())
      Calls.destroy(Memory.addressOf(Variable), Variable->getType(), Site,
                    Variable->getLocation());
    return;
  }
  ScalarExpr This = frame().This;
  const auto *Method = dyn_cast<clang::CXXMethodDecl>(frame().Function);
  if (!This || !Method)
    return;
  if (auto Member = Element.getAs<clang::CFGMemberDtor>()) {
    const clang::FieldDecl *Field = Member->getFieldDecl();
    Calls.destroy(Numbers.shifted(This, Context.getFieldOffset(Field) / 8),
                  Field->getType(), Site, Where);
  } else if (auto Base = Element.getAs<clang::CFGBaseDtor>()) {
    clang::QualType Type = Base->getBaseSpecifier()->getType();
    const clang::ASTRecordLayout &Layout =
        Context.getASTRecordLayout(Method->getParent());
    if (!Base->getBaseSpecifier()->isVirtual())
      This = Numbers.shifted(
          This,
          Layout.getBaseClassOffset(Type->getAsCXXRecordDecl()).getQuantity());
    Calls.destroy(This, Type, Site, Where);
  }
}

static bool namesFunction(const clang::Expr *E) {
  const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E);
  return Cast && (Cast->getCastKind() == clang::CK_FunctionToPointerDecay ||
                  Cast->getCastKind() == clang::CK_BuiltinFnToFnPtr);
}

void BodyLowering::statement(const clang::Stmt *S) {
  if (const auto *Declaration = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<clang::VarDecl>(D))
        declaration(Variable);
  } else if (const auto *Return = dyn_cast<clang::ReturnStmt>(S)) {
    if (const clang::Expr *E = Return->getRetValue()) {
      if (frame().ReturnAddress)
        Expressions.Initializers.initialize(
            frame().ReturnAddress, frame().Function->getReturnType(), E);
      else
        Expressions.rvalue(E);
    }
  } else if (const auto *Asm = dyn_cast<clang::AsmStmt>(S)) {
    Builtins.assembly().lower(Asm);
  } else if (const auto *E = dyn_cast<clang::Expr>(S)) {
    expression(E);
  }
  Uses.end(S);
}

void BodyLowering::expression(const clang::Expr *E) {
  if (frame().Values.count(E))
    return;
  // Constructors run where their object is known: in the enclosing statement.
  // The name of what is called is not a value.
  if (isa<clang::CXXConstructExpr>(E) || namesFunction(E))
    return;
  // What a member has by default is made with its object, too.
  if (isa<clang::CXXDefaultInitExpr>(E) && !E->getType()->isScalarType())
    return;
  // What reads an assignment is next, and runs it.
  if (Uses.isReadAssignment(E))
    return;
  // A lone lvalue ("x;" or the operand of a reference conditional) is not
  // read: keep its address.
  if (!E->isGLValue() || E->getType()->isFunctionType()) {
    Value V = Expressions.rvalue(E);
    frame().Values[E] = std::move(V);
    return;
  }
  ScalarExpr Address = Expressions.address(E);
  frame().Values[E] = {Address};
  if (Expressions.Reads.isReadSide(E)) {
    Value Read = Expressions.Reads.read(E, E->getType().getUnqualifiedType());
    frame().SideValues[E] = std::move(Read);
  }
}

void BodyLowering::declaration(const clang::VarDecl *Variable) {
  if (Storage::isStatic(Variable)) {
    Memory.declareStatic(Variable);
    return;
  }
  if (Variable->isInvalidDecl())
    Flow.reason("declaration that could not be parsed",
                Variable->getLocation());
  clang::QualType Type = Variable->getType();
  ScalarExpr Home =
      Memory.newObject(Type, Variable->getName(), Variable->getLocation());
  frame().Addresses[Variable] = Home;
  frame().Fixed.erase(Variable);
  if (!Variable->getInit())
    return;
  Expressions.Initializers.initialize(Home, Type, Variable->getInit());
  if (isConstantClosure(Type))
    Registers.keep(Home);
  if (Type->isReferenceType() || !frame().Modified.contains(Variable))
    if (Value V = Registers.held(Home, Type); !V.empty())
      frame().Fixed[Variable] = std::move(V);
}

/// Where an edge of \p Block leads, past a block that only negates what it has
/// decided.
static const clang::CFGBlock *
throughJoin(const clang::CFGBlock &Block,
            const clang::CFGBlock::AdjacentBlock &Edge) {
  const clang::CFGBlock *To = Edge.getReachableBlock();
  unsigned WhenTrue;
  const clang::BinaryOperator *Whole =
      To ? negatedCondition(*To, WhenTrue) : nullptr;
  if (!Whole || !isOperandOf(Block.getTerminatorStmt(), Whole))
    return To;
  bool Value = &Edge == &*Block.succ_begin();
  const clang::CFGBlock *Past =
      (To->succ_begin() + (Value ? WhenTrue : 1 - WhenTrue))
          ->getReachableBlock();
  return Past ? Past : To;
}

/// The block behind \p Block that branches on the opposite of what \p Block
/// was the last operand of, or null.
static const clang::CFGBlock *joinBehind(const clang::CFGBlock &Block) {
  if (Block.succ_size() != 1 || Block.getTerminatorStmt() || Block.empty())
    return nullptr;
  const clang::CFGBlock *To = Block.succ_begin()->getReachableBlock();
  unsigned WhenTrue;
  const clang::BinaryOperator *Whole =
      To ? negatedCondition(*To, WhenTrue) : nullptr;
  auto Last = Block.back().getAs<clang::CFGStmt>();
  const auto *E = Last ? dyn_cast<clang::Expr>(Last->getStmt()) : nullptr;
  if (!Whole || !E ||
      E->IgnoreParenImpCasts() != lastOperand(Whole)->IgnoreParenImpCasts())
    return nullptr;
  for (const clang::CFGBlock::AdjacentBlock &S : To->succs())
    if (!S.getReachableBlock() || S.getReachableBlock()->hasNoReturnElement())
      return nullptr;
  return To;
}

/// The operands that \p S has beside the first, if it is a choice among
/// vectors. Clang's graph puts them into blocks of their own, but OpenCL
/// chooses element by element, and evaluates all of them.
static SmallVector<const clang::Expr *, 2>
operandsOfVectorChoice(const clang::Stmt *S) {
  if (const auto *Choice = dyn_cast_or_null<clang::ConditionalOperator>(S))
    if (Choice->getCond()->getType()->isVectorType())
      return {Choice->getTrueExpr(), Choice->getFalseExpr()};
  if (const auto *Both = dyn_cast_or_null<clang::BinaryOperator>(S))
    if (Both->isLogicalOp() && Both->getType()->isVectorType())
      return {Both->getRHS()};
  return {};
}

/// Whether \p E, wherever it is evaluated, evaluates all that is in it.
static bool evaluatesAll(const clang::Expr *E) {
  SmallVector<const clang::Stmt *, 16> Open{E};
  while (!Open.empty()) {
    const clang::Stmt *S = Open.pop_back_val();
    const auto *Binary = dyn_cast<clang::BinaryOperator>(S);
    const bool Chooses =
        isa<clang::AbstractConditionalOperator, clang::StmtExpr>(S) ||
        (Binary && Binary->isLogicalOp());
    if (Chooses && operandsOfVectorChoice(S).empty())
      return false;
    for (const clang::Stmt *Child : S->children())
      if (Child)
        Open.push_back(Child);
  }
  return true;
}

/// The block of \p Graph that evaluates \p S, or null.
static const clang::CFGBlock *blockOf(const clang::Stmt *S,
                                      const clang::CFG &Graph) {
  for (const clang::CFGBlock *Block : Graph)
    for (const clang::CFGElement &Element : *Block)
      if (auto Each = Element.getAs<clang::CFGStmt>();
          Each && Each->getStmt() == S)
        return Block;
  return nullptr;
}

void BodyLowering::terminator(const clang::CFGBlock &Block,
                              ArrayRef<BlockId> Starts) {
  const clang::Stmt *Terminator = Block.getTerminatorStmt();
  if (auto Operands = operandsOfVectorChoice(Terminator);
      !Operands.empty() && all_of(Operands, evaluatesAll))
    if (const clang::CFGBlock *Behind =
            blockOf(Terminator, *Block.getParent())) {
      for (const clang::Expr *Operand : Operands)
        expression(Operand);
      Flow.jump(Starts[Behind->getBlockID()]);
      return;
    }
  if (const auto *Switch = dyn_cast_or_null<clang::SwitchStmt>(Terminator)) {
    switchOver(Switch, Block, Starts);
    return;
  }
  if (const clang::CFGBlock *Join = joinBehind(Block)) {
    unsigned WhenTrue;
    const clang::Expr *Last = lastOperand(negatedCondition(*Join, WhenTrue));
    auto Side = [&](unsigned I) {
      return Starts
          [(Join->succ_begin() + I)->getReachableBlock()->getBlockID()];
    };
    Flow.branch(Expressions.condition(Last), Side(WhenTrue), Side(1 - WhenTrue),
                Last);
    Flow.block().FromLoopCondition =
        isa<clang::ForStmt, clang::WhileStmt>(Join->getTerminatorStmt());
    return;
  }
  SmallVector<BlockId, 2> Targets;
  for (const clang::CFGBlock::AdjacentBlock &S : Block.succs()) {
    const clang::CFGBlock *To = throughJoin(Block, S);
    // A path into a trap (assert, __trap) is taken not to happen.
    bool Trap = To && Block.succ_size() == 2 && neverReturns(*To);
    Targets.push_back(To && !Trap ? Starts[To->getBlockID()] : None);
  }
  if (neverReturns(Block) || Targets.empty()) {
    Flow.jump(frame().Exit);
    return;
  }
  if (isa_and_nonnull<clang::IndirectGotoStmt>(Terminator)) {
    Flow.reason("computed goto", Terminator->getBeginLoc());
    Flow.jump(frame().Exit);
    return;
  }
  if (Targets.size() == 1 || Targets[1] == None || Targets[0] == None) {
    BlockId To =
        Targets[0] != None || Targets.size() == 1 ? Targets[0] : Targets[1];
    Flow.jump(To == None ? frame().Exit : To);
    // do ... while (true) goes round at its end, too.
    Flow.block().TestsAtEnd = isa_and_nonnull<clang::DoStmt>(Terminator) &&
                              Targets.size() == 2 && Targets[0] != None;
    return;
  }
  const clang::Expr *Last = Block.getLastCondition();
  if (!Last)
    Last = dyn_cast_or_null<clang::Expr>(Block.getTerminatorCondition());
  ScalarExpr Condition =
      Last ? Expressions.condition(Last)
           : Pool.opaque("branch without a condition", ScalarType::truth());
  Flow.branch(Condition, Targets[0], Targets[1], Last ? Last : Terminator);
  if (isa_and_nonnull<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                      clang::CXXForRangeStmt>(Terminator))
    Flow.block().FromLoopCondition = true;
  Flow.block().TestsAtEnd = isa_and_nonnull<clang::DoStmt>(Terminator);
}

static bool isLabelOf(const clang::SwitchStmt &Switch,
                      const clang::SwitchCase *Label) {
  for (const clang::SwitchCase *C = Switch.getSwitchCaseList(); C;
       C = C->getNextSwitchCase())
    if (C == Label)
      return true;
  return false;
}

/// Whether \p On is what \p Case names.
ScalarExpr BodyLowering::caseTest(const clang::CaseStmt *Case, ScalarExpr On) {
  auto Constant = [&](const clang::Expr *E) {
    clang::Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Context))
      return Pool.constant(wrapToType(lowWord(Result.Val.getInt()), On->type()),
                           On->type());
    return Pool.opaque("case label", On->type());
  };
  if (!Case->getRHS())
    return Pool.binary(Op::Equal, On, Constant(Case->getLHS()));
  ScalarExpr High = Pool.binary(Op::LessEqual, On, Constant(Case->getRHS()));
  ScalarExpr Low = Pool.binary(Op::LessEqual, Constant(Case->getLHS()), On);
  return Pool.binary(Op::And, Low, High);
}

void BodyLowering::switchOver(const clang::SwitchStmt *Switch,
                              const clang::CFGBlock &Block,
                              ArrayRef<BlockId> Starts) {
  ScalarExpr On = Expressions.scalar(Switch->getCond());
  BlockId Default = None;
  SmallVector<std::pair<const clang::CaseStmt *, BlockId>, 8> Cases;
  for (const clang::CFGBlock::AdjacentBlock &S : Block.succs()) {
    const clang::CFGBlock *To = S.getReachableBlock();
    if (!To)
      continue;
    BlockId Start = Starts[To->getBlockID()];
    // Where no label matches, the next block may carry a label of the switch
    // around this one.
    const auto *Case = dyn_cast_or_null<clang::CaseStmt>(To->getLabel());
    if (Case && isLabelOf(*Switch, Case))
      Cases.push_back({Case, Start});
    else
      Default = Start;
  }
  // Clang's graph is built from the end; the labels are tested as they stand.
  std::reverse(Cases.begin(), Cases.end());
  for (auto [Case, Start] : Cases) {
    ScalarExpr Test = caseTest(Case, On);
    if (Default == None && Case == Cases.back().first) {
      Flow.jump(Start);
      return;
    }
    BlockId Next = Flow.newBlock();
    Flow.branch(Test, Start, Next, Case->getLHS());
    BasicBlock &Tested = Flow.block();
    if (Tested.Condition && !Case->getRHS())
      Tested.ConditionText =
          Source.text(Switch->getCond()) + " == " + Tested.ConditionText;
    Flow.seal(Next);
    Flow.goOnIn(Next);
  }
  Flow.jump(Default == None ? frame().Exit : Default);
}

} // namespace kernelcast
