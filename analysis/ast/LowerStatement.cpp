//===- LowerStatement.cpp - Statements, declarations, terminators -------===//

#include "analysis/ast/KernelLowering.h"
#include "analysis/ast/NegatedConditions.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;

namespace kernelcast {

static bool namesFunction(const clang::Expr *E) {
  const auto *Cast = dyn_cast<clang::ImplicitCastExpr>(E);
  return Cast && (Cast->getCastKind() == clang::CK_FunctionToPointerDecay ||
                  Cast->getCastKind() == clang::CK_BuiltinFnToFnPtr);
}

void KernelLowering::lowerStatement(const clang::Stmt *S) {
  auto Leave = make_scope_exit([&] { endFullExpression(S); });
  if (const auto *Declaration = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *D : Declaration->decls())
      if (const auto *Variable = dyn_cast<clang::VarDecl>(D))
        lowerDeclaration(Variable);
    return;
  }
  if (const auto *Return = dyn_cast<clang::ReturnStmt>(S)) {
    if (const clang::Expr *E = Return->getRetValue()) {
      clang::QualType Type = TheFrame->Function->getReturnType();
      if (TheFrame->ReturnAddress)
        initialize(TheFrame->ReturnAddress, Type, E);
      else
        rvalue(E);
    }
    return;
  }
  if (const auto *Asm = dyn_cast<clang::AsmStmt>(S)) {
    lowerAsm(Asm);
    return;
  }
  const auto *E = dyn_cast<clang::Expr>(S);
  if (!E || TheFrame->Values.count(E))
    return;
  // Constructors run where their object is known: in the enclosing statement.
  // The name of what is called is no value.
  if (isa<clang::CXXConstructExpr>(E) || namesFunction(E))
    return;
  // What reads an assignment is next, and runs it.
  if (order(TheFrame->Function).isReadAssignment(E))
    return;
  // A lone lvalue ("x;" or the operand of a reference conditional) is not
  // read: keep its address.
  if (!E->isGLValue() || E->getType()->isFunctionType()) {
    Value V = rvalue(E);
    TheFrame->Values[E] = std::move(V);
    return;
  }
  ScalarExpr Address = address(E);
  TheFrame->Values[E] = {Address};
  if (isReadSide(E)) {
    Value Read = readLvalue(E, E->getType().getUnqualifiedType());
    TheFrame->SideValues[E] = std::move(Read);
  }
}

void KernelLowering::lowerInitializer(const clang::CXXCtorInitializer *Init) {
  if (!TheFrame->This)
    return;
  ScalarExpr Address = TheFrame->This;
  clang::QualType Type;
  const auto *Class =
      cast<clang::CXXConstructorDecl>(TheFrame->Function)->getParent();
  if (Init->isAnyMemberInitializer()) {
    const clang::FieldDecl *Field = Init->getAnyMember();
    uint64_t Offset =
        Context.getFieldOffset(Init->isIndirectMemberInitializer()
                                   ? static_cast<const clang::ValueDecl *>(
                                         Init->getIndirectMember())
                                   : Field) /
        8;
    Address =
        pool().add(Address, pool().constant(Offset, ScalarType::pointer()));
    Type = Field->getType();
  } else if (Init->isBaseInitializer()) {
    Type = clang::QualType(Init->getBaseClass(), 0);
    if (const auto *Base = Type->getAsCXXRecordDecl();
        Base && !Init->isBaseVirtual())
      Address =
          pool().add(Address, pool().constant(Context.getASTRecordLayout(Class)
                                                  .getBaseClassOffset(Base)
                                                  .getQuantity(),
                                              ScalarType::pointer()));
  } else {
    Type = Context.getTypeDeclType(Class); // delegating
  }
  if (Init->getInit())
    initialize(Address, Type, Init->getInit());
}

void KernelLowering::lowerDeclaration(const clang::VarDecl *Variable) {
  if (Variable->hasGlobalStorage() ||
      Variable->getType().getAddressSpace() == clang::LangAS::opencl_local) {
    staticArray(Variable);
    return;
  }
  if (Variable->isInvalidDecl())
    reason("declaration that could not be parsed", Variable->getLocation());
  clang::QualType Type = Variable->getType();
  ScalarExpr Home =
      newObject(Type, Variable->getName(), Variable->getLocation());
  TheFrame->Addresses[Variable] = Home;
  TheFrame->Fixed.erase(Variable);
  if (!Variable->getInit())
    return;
  initialize(Home, Type, Variable->getInit());
  if (Type->isReferenceType() || !TheFrame->Modified.contains(Variable)) {
    const TypeLayout &Layout = Layouts.of(Type);
    Value V;
    for (unsigned I = 0; I < Layout.Leaves.size(); ++I)
      V.push_back(Ssa.read(Current, {unsigned(Home->value()), I},
                           Layout.Leaves[I].Type));
    if (!V.empty())
      TheFrame->Fixed[Variable] = std::move(V);
  }
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

void KernelLowering::lowerTerminator(Frame &F, const clang::CFGBlock &Block,
                                     ArrayRef<BlockId> Starts) {
  const clang::Stmt *Terminator = Block.getTerminatorStmt();
  if (const auto *Switch = dyn_cast_or_null<clang::SwitchStmt>(Terminator)) {
    lowerSwitch(Switch, Block, Starts);
    return;
  }
  if (const clang::CFGBlock *Join = joinBehind(Block)) {
    unsigned WhenTrue;
    const clang::Expr *Last = lastOperand(negatedCondition(*Join, WhenTrue));
    auto Side = [&](unsigned I) {
      return Starts
          [(Join->succ_begin() + I)->getReachableBlock()->getBlockID()];
    };
    branch(condition(Last), Side(WhenTrue), Side(1 - WhenTrue), Last);
    current().FromLoopCondition =
        isa<clang::ForStmt, clang::WhileStmt>(Join->getTerminatorStmt());
    return;
  }
  SmallVector<BlockId, 2> Targets;
  for (const clang::CFGBlock::AdjacentBlock &S : Block.succs()) {
    const clang::CFGBlock *To = throughJoin(Block, S);
    // A path into a trap (assert, __trap) is taken not to happen.
    bool Trap = To && Block.succ_size() == 2 && To->hasNoReturnElement();
    Targets.push_back(To && !Trap ? Starts[To->getBlockID()] : None);
  }
  if (Block.hasNoReturnElement() || Targets.empty()) {
    addEdge(Current, F.Exit);
    return;
  }
  if (isa_and_nonnull<clang::IndirectGotoStmt>(Terminator)) {
    reason("computed goto", Terminator->getBeginLoc());
    addEdge(Current, F.Exit);
    return;
  }
  if (Targets.size() == 1 || Targets[1] == None || Targets[0] == None) {
    BlockId To =
        Targets[0] != None || Targets.size() == 1 ? Targets[0] : Targets[1];
    addEdge(Current, To == None ? F.Exit : To);
    return;
  }
  const clang::Expr *Last = Block.getLastCondition();
  if (!Last)
    Last = dyn_cast_or_null<clang::Expr>(Block.getTerminatorCondition());
  ScalarExpr Condition =
      Last ? condition(Last)
           : pool().opaque("branch without a condition", ScalarType::truth());
  branch(Condition, Targets[0], Targets[1], Last ? Last : Terminator);
  if (isa_and_nonnull<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                      clang::CXXForRangeStmt>(Terminator))
    current().FromLoopCondition = true;
  current().TestsAtEnd = isa_and_nonnull<clang::DoStmt>(Terminator);
}

static bool isLabelOf(const clang::SwitchStmt &Switch,
                      const clang::SwitchCase *Label) {
  for (const clang::SwitchCase *C = Switch.getSwitchCaseList(); C;
       C = C->getNextSwitchCase())
    if (C == Label)
      return true;
  return false;
}

void KernelLowering::lowerSwitch(const clang::SwitchStmt *Switch,
                                 const clang::CFGBlock &Block,
                                 ArrayRef<BlockId> Starts) {
  ScalarExpr On = scalar(Switch->getCond());
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
    auto Constant = [&](const clang::Expr *E) {
      clang::Expr::EvalResult Result;
      if (E->EvaluateAsInt(Result, Context))
        return pool().constant(
            wrapToType(lowWord(Result.Val.getInt()), On->type()), On->type());
      return pool().opaque("case label", On->type());
    };
    ScalarExpr Test;
    if (Case->getRHS())
      Test = pool().binary(
          Op::And, pool().binary(Op::LessEqual, Constant(Case->getLHS()), On),
          pool().binary(Op::LessEqual, On, Constant(Case->getRHS())));
    else
      Test = pool().binary(Op::Equal, On, Constant(Case->getLHS()));
    if (Default == None && Case == Cases.back().first) {
      addEdge(Current, Start);
      return;
    }
    BlockId Next = newBlock();
    branch(Test, Start, Next, Case->getLHS());
    BasicBlock &Tested = current();
    if (Tested.Condition && !Case->getRHS())
      Tested.ConditionText =
          text(Switch->getCond()) + " == " + Tested.ConditionText;
    Ssa.seal(Next);
    Current = Next;
  }
  addEdge(Current, Default == None ? TheFrame->Exit : Default);
}

} // namespace kernelcast
