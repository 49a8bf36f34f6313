//===- HostTimeline.cpp - Host code in the order in which it runs ---------===//
//
// One walk over the statements that concern the device. Called functions are
// entered with the chain of calls that led to them, so that sizes are followed
// through their parameters; everything else is left out before it is looked at.
//===----------------------------------------------------------------------===//

#include "analysis/host/HostTimeline.h"
#include "analysis/frontend/KernelDiscovery.h"
#include "analysis/host/HostLaunchSite.h"
#include "analysis/host/HostWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

SourceSpot HostWalk::spot(const clang::Stmt *S) const {
  return sourceSpot(S->getBeginLoc(), Facts.Context.getSourceManager());
}

/// The function that \p Call runs, if it is known and not a kernel.
static const clang::FunctionDecl *calleeOf(const clang::Expr *Call) {
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(Call))
    return K->getConstructor();
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  return C && !isa<clang::CUDAKernelCallExpr>(C) ? C->getDirectCallee()
                                                 : nullptr;
}

static bool isSystem(const clang::FunctionDecl *F,
                     const clang::ASTContext &Context) {
  return Context.getSourceManager().isInSystemHeader(
      Context.getSourceManager().getExpansionLoc(F->getLocation()));
}

bool HostWalk::concerns(const FunctionFacts &Body) {
  auto It = Concerns.find(&Body);
  if (It != Concerns.end())
    return !It->second.empty();
  if (!Visiting.insert(&Body).second)
    return false; // a recursive call adds nothing new
  std::vector<unsigned> Found;
  for (const auto &[S, Node] : Body.Nodes) {
    if (!isa<clang::CallExpr, clang::CXXConstructExpr>(S))
      continue;
    const auto *Call = cast<clang::Expr>(S);
    bool Does = isAction(Call);
    const clang::FunctionDecl *Callee = Does ? nullptr : calleeOf(Call);
    if (Callee && !isSystem(Callee, Facts.Context))
      if (const FunctionFacts *Inner = Facts.of(Callee))
        Does = concerns(*Inner);
    if (!Does)
      Does = any_of(overriders(Callee),
                    [&](const FunctionFacts *F) { return concerns(*F); });
    if (Does)
      Found.push_back(Node.First);
  }
  llvm::sort(Found);
  Visiting.erase(&Body);
  return !(Concerns[&Body] = std::move(Found)).empty();
}

bool HostWalk::concerns(const clang::Stmt *S, const FunctionFacts &Body) {
  if (!S || !concerns(Body))
    return false;
  auto Node = Body.Nodes.find(S);
  if (Node == Body.Nodes.end())
    return false;
  const std::vector<unsigned> &Numbers = Concerns[&Body];
  auto It = llvm::lower_bound(Numbers, Node->second.First);
  return It != Numbers.end() && *It <= Node->second.Last;
}

/// A call: the runtime's, or of a function whose body is entered.
void HostWalk::call(const clang::Expr *Call, const Frame *F, Steps &To) {
  if (++Count > MaximumSteps) {
    if (Count == MaximumSteps + 1)
      unmodelled(Call, "host code", "there is too much of it to follow", To);
    return;
  }
  if (isAction(Call)) {
    if (const auto *C = dyn_cast<clang::CallExpr>(Call))
      return action(C, F, To);
    return unmodelled(Call, Call->getType().getAsString(),
                      "the time of library calls is not modelled", To);
  }
  const clang::FunctionDecl *Callee = calleeOf(Call);
  if (!Callee || isSystem(Callee, Facts.Context))
    return;
  const FunctionFacts *Body = Facts.of(Callee);
  if (std::vector<const FunctionFacts *> Any = overriders(Callee);
      !Any.empty()) {
    if (Any.size() > 1)
      return unmodelled(Call, Callee->getNameAsString(),
                        "which of several virtual functions this runs is not "
                        "known",
                        To);
    Body = Any[0];
  }
  if (!Body || !concerns(*Body))
    return;
  Entered.insert(Body);
  if (is_contained(Active, Body) || Active.size() >= MaximumCalls)
    return unmodelled(Call, Callee->getNameAsString(),
                      "a recursive call is not followed", To);
  Active.push_back(Body);
  HostStep Block;
  Block.Location = spot(Call);
  Block.Callee = Callee->getNameAsString();
  const Frame *Inner = Values.frame(Body, Call, F);
  if (const auto *C = dyn_cast<clang::CXXConstructorDecl>(Body->Function))
    for (const clang::CXXCtorInitializer *I : C->inits())
      expression(I->getInit(), Inner, Block.Body);
  statement(Body->Function->getBody(), Inner, Block.Body);
  Active.pop_back();
  if (!Block.Body.empty())
    To.push_back(std::move(Block));
}

/// The calls inside \p E, arguments before the call.
void HostWalk::expression(const clang::Stmt *E, const Frame *F, Steps &To) {
  if (!E || full() || Nesting > MaximumNesting || !concerns(E, *F->Facts))
    return;
  SaveAndRestore Deeper(Nesting, Nesting + 1);
  if (const auto *L = dyn_cast<clang::LambdaExpr>(E)) {
    if (!isCalled(L)) // else its body runs where it is called
      unmodelled(E, "a lambda", "who runs it, and how often, is not known", To);
    return;
  }
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E)) {
    expression(C->getCond(), F, To);
    return branch(C->getCond(), C->getTrueExpr(), C->getFalseExpr(), C, F, To);
  }
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B && B->isLogicalOp()) {
    expression(B->getLHS(), F, To);
    if (B->getOpcode() == clang::BO_LAnd)
      return branch(B->getLHS(), B->getRHS(), nullptr, B, F, To);
    return branch(B->getLHS(), nullptr, B->getRHS(), B, F, To);
  }
  if (const auto *K = dyn_cast<clang::CUDAKernelCallExpr>(E)) {
    for (const clang::Expr *Argument : K->arguments())
      expression(Argument, F, To);
    if (++Count <= MaximumSteps)
      launch({F->Facts, K, LaunchForm::Chevrons}, F, To);
    return;
  }
  for (const clang::Stmt *Child : E->children())
    expression(Child, F, To);
  if (isa<clang::CallExpr, clang::CXXConstructExpr>(E))
    call(cast<clang::Expr>(E), F, To);
}

/// \p Then or \p Else; conditions that only decide about leaving stay, because
/// their values may be known.
void HostWalk::branch(const clang::Expr *Condition, const clang::Stmt *Then,
                      const clang::Stmt *Else, const clang::Stmt *Whole,
                      const Frame *F, Steps &To) {
  HostStep Branch;
  Branch.What = HostStep::Kind::Branch;
  Branch.Location = spot(Whole);
  Branch.ConditionText = sourceText(Condition, Facts.Context);
  statement(Then, F, Branch.Body);
  statement(Else, F, Branch.Otherwise);
  if (Branch.Body.empty() && Branch.Otherwise.empty())
    return;
  Values.refill();
  const k::Expr *V = Values.value(Condition, F);
  Branch.Condition = V && !V->type().Float ? V : nullptr;
  To.push_back(std::move(Branch));
}

/// A switch as a chain of branches on its value, one for each section.
void HostWalk::cases(const clang::SwitchStmt *Switch, const Frame *F,
                     Steps &To) {
  const auto *Body = dyn_cast<clang::CompoundStmt>(Switch->getBody());
  if (!Body || !concerns(Body, *F->Facts))
    return;
  Values.refill();
  const k::Expr *V = Values.value(Switch->getCond(), F);
  struct Section {
    HostStep Branch;
    bool Default = false;
  };
  std::vector<Section> Sections;
  bool Open = false;
  for (const clang::Stmt *S : Body->body()) {
    while (const auto *Label = dyn_cast<clang::SwitchCase>(S)) {
      if (!Open) {
        Sections.emplace_back();
        Sections.back().Branch.What = HostStep::Kind::Branch;
        Sections.back().Branch.Location = spot(Label);
      }
      Open = true;
      Section &Now = Sections.back();
      if (const auto *Case = dyn_cast<clang::CaseStmt>(Label)) {
        clang::Expr::EvalResult R;
        const k::Expr *Here = nullptr;
        if (V && !Case->getRHS() && !Case->getLHS()->isValueDependent() &&
            Case->getLHS()->EvaluateAsInt(R, Facts.Context))
          Here = Program.Pool->binary(
              Op::Equal, V,
              Program.Pool->constant(
                  wrapToType(R.Val.getInt().extOrTrunc(64).getSExtValue(),
                             V->type()),
                  V->type()));
        const k::Expr *&All = Now.Branch.Condition;
        All = Here && All ? Program.Pool->binary(Op::Or, All, Here) : Here;
        Now.Branch.ConditionText =
            sourceText(Switch->getCond(), Facts.Context) +
            " == " + sourceText(Case->getLHS(), Facts.Context);
      } else {
        Now.Default = true;
      }
      S = Label->getSubStmt();
    }
    if (!Open)
      continue;
    if (!isa<clang::BreakStmt>(S))
      statement(S, F, Sections.back().Branch.Body);
    if (leaves(S))
      Open = false;
  }
  Steps Rest;
  for (Section &S : Sections)
    if (S.Default)
      Rest = std::move(S.Branch.Body);
  for (Section &S : llvm::reverse(Sections)) {
    if (S.Default)
      continue;
    S.Branch.Otherwise = std::move(Rest);
    Rest.clear();
    Rest.push_back(std::move(S.Branch));
  }
  for (HostStep &Step : Rest)
    To.push_back(std::move(Step));
}

static bool endsProgram(const clang::Stmt *S) {
  if (const auto *W = dyn_cast<clang::FullExpr>(S))
    S = W->getSubExpr();
  return isa<clang::CallExpr>(S) && leaves(S);
}

void HostWalk::statement(const clang::Stmt *S, const Frame *F, Steps &To) {
  if (!S || full() || Nesting > MaximumNesting)
    return;
  SaveAndRestore Deeper(Nesting, Nesting + 1);
  auto Leave = [&](HostStep::Kind What) {
    HostStep Step;
    Step.What = What;
    Step.Location = spot(S);
    To.push_back(std::move(Step));
  };
  if (const auto *B = dyn_cast<clang::CompoundStmt>(S)) {
    for (const clang::Stmt *Child : B->body())
      statement(Child, F, To);
  } else if (const auto *If = dyn_cast<clang::IfStmt>(S)) {
    statement(If->getInit(), F, To);
    expression(If->getConditionVariableDeclStmt(), F, To);
    expression(If->getCond(), F, To);
    branch(If->getCond(), If->getThen(), If->getElse(), If, F, To);
  } else if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                 clang::CXXForRangeStmt>(S)) {
    loop(S, F, To);
  } else if (const auto *Switch = dyn_cast<clang::SwitchStmt>(S)) {
    cases(Switch, F, To);
  } else if (const auto *R = dyn_cast<clang::ReturnStmt>(S)) {
    expression(R->getRetValue(), F, To);
    Leave(HostStep::Kind::Return);
  } else if (isa<clang::BreakStmt>(S)) {
    Leave(HostStep::Kind::Break);
  } else if (isa<clang::ContinueStmt>(S)) {
    Leave(HostStep::Kind::Continue);
  } else if (isa<clang::CXXThrowExpr>(S) || endsProgram(S)) {
    Leave(HostStep::Kind::Exit);
  } else if (const auto *L = dyn_cast<clang::LabelStmt>(S)) {
    statement(L->getSubStmt(), F, To);
  } else if (const auto *A = dyn_cast<clang::AttributedStmt>(S)) {
    statement(A->getSubStmt(), F, To);
  } else if (const auto *T = dyn_cast<clang::CXXTryStmt>(S)) {
    statement(T->getTryBlock(), F, To);
  } else if (isa<clang::GotoStmt, clang::IndirectGotoStmt>(S)) {
    if (F->Facts->JumpsBack)
      unmodelled(S, "goto", "loops made of goto are not followed", To);
  } else {
    expression(S, F, To);
  }
}

void HostWalk::enter(const clang::FunctionDecl *Function) {
  const FunctionFacts *Body = Facts.of(Function);
  if (!Body || !concerns(*Body))
    return;
  HostEntry Entry;
  Entry.Name = Function->getNameAsString();
  Entry.Location =
      sourceSpot(Function->getLocation(), Facts.Context.getSourceManager());
  Active.assign(1, Body);
  Entered.insert(Body);
  statement(Function->getBody(), Values.frame(Body), Entry.Steps);
  Program.Entries.push_back(std::move(Entry));
}

void HostWalk::run() {
  std::vector<const clang::FunctionDecl *> Functions;
  for (const FunctionFacts *Body : Facts.walked())
    Functions.push_back(Body->Function);
  auto Main = find_if(Functions, [](const auto *F) { return F->isMain(); });
  if (Main != Functions.end()) {
    enter(*Main);
  } else {
    for (const clang::FunctionDecl *F : Functions)
      if (!Facts.Calls.contains(F->getCanonicalDecl()))
        enter(F);
  }
  if (Program.Entries.size() == 1)
    handedOn(Program.Entries[0].Steps);
  elsewhere();
  nameSymbols();
}

/// Every symbol by its variable; a second one of that name is function::name,
/// then function::name@line.
void HostWalk::nameSymbols() {
  std::set<std::string> Taken;
  DenseSet<const k::Expr *> Seen;
  auto Name = [&](const k::Expr *Node) {
    const HostSymbol *S = Values.symbol(Node);
    if (!S || Program.Symbols.contains(Node))
      return;
    HostSymbolInfo Info;
    Info.Plain = Info.Name = S->Name;
    // What a loop changes has the loop's values; nobody gives it another.
    if ((Info.InLoop = S->Loop != nullptr)) {
      Program.Symbols[Node] = std::move(Info);
      return;
    }
    if (Taken.count(Info.Name))
      Info.Name = S->Function + "::" + S->Name;
    if (Taken.count(Info.Name))
      Info.Name += "@" + std::to_string(S->Line);
    for (unsigned I = 2; Taken.count(Info.Name); ++I)
      Info.Name = S->Function + "::" + S->Name + "#" + std::to_string(I);
    Taken.insert(Info.Name);
    Info.Default = S->Default;
    Info.CommandLine = S->CommandLine;
    Program.Symbols[Node] = std::move(Info);
  };
  for (const HostEntry &Entry : Program.Entries)
    for (const HostStep &Step : Entry.Steps)
      forEachExpression(Step, [&](const k::Expr *E) {
        if (Seen.insert(E).second)
          visitPostOrder(E, Name);
      });
}

std::unique_ptr<HostProgram>
kernelcast::hostProgram(clang::ASTContext &Context) {
  auto Program = std::make_unique<HostProgram>();
  Program->Pool = std::make_unique<ExpressionPool>();
  HostFacts Facts(Context);
  HostWalk(Facts, *Program).run();
  return Program;
}
