//===- ProgramReader.cpp - Host code in the order in which it runs --------===//
//
// One walk over the statements that concern the device. Called functions are
// entered with the chain of calls that led to them, so that sizes are followed
// through their parameters. What runs without being called (a thread, a
// callback, an algorithm with a lambda, a table of functions) is named, so that
// whoever adds up times knows that something is missing.
//===----------------------------------------------------------------------===//

#include "analysis/host/ProgramReader.h"
#include "analysis/frontend/KernelDiscovery.h"
#include "analysis/host/ActionReader.h"
#include "analysis/host/DeviceCalls.h"
#include "analysis/host/LaunchSite.h"
#include "analysis/host/LoopReader.h"
#include "analysis/support/PhaseClock.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

namespace {

class ProgramReader {
public:
  ProgramReader(HostFacts &Facts, HostProgram &Program)
      : Facts(Facts), Program(Program),
        Values(Facts, *Program.Pool, RangeVariables::EachElement),
        Actions(Facts, *Program.Pool, Values), Loops(*Program.Pool, Values),
        Device(Facts) {}

  void run();

private:
  using Steps = std::vector<HostStep>;

  void enter(const clang::FunctionDecl *Function);
  void statement(const clang::Stmt *S, const Frame *F, Steps &To);
  void expression(const clang::Stmt *E, const Frame *F, Steps &To);
  void branch(const clang::Expr *Condition, const clang::Stmt *Then,
              const clang::Stmt *Else, const clang::Stmt *Whole, const Frame *F,
              Steps &To);
  void cases(const clang::SwitchStmt *Switch, const Frame *F, Steps &To);
  void loop(const clang::Stmt *S, const Frame *F, Steps &To);
  void call(const clang::Expr *Call, const Frame *F, Steps &To);
  void through(const clang::CallExpr *Call, const Frame *F, Steps &To);
  void enter(const clang::FunctionDecl *Callee, const FunctionFacts *Body,
             const clang::Expr *Call, const Frame *F, Steps &To);
  void unmodelled(const clang::Stmt *Where, StringRef Callee, StringRef Why,
                  Steps &To);
  void handedOn(Steps &To);
  void elsewhere();
  void nameSymbols();
  bool full() const { return Count > MaximumSteps; }

  static constexpr unsigned MaximumSteps = 20000;
  static constexpr unsigned MaximumCalls = 24;    // on top of each other
  static constexpr unsigned MaximumNesting = 200; // of statements

  HostFacts &Facts;
  HostProgram &Program;
  HostValues Values;
  ActionReader Actions;
  LoopReader Loops;
  DeviceCalls Device;
  unsigned Count = 0, Nesting = 0;
  std::vector<const FunctionFacts *> Active;
  DenseSet<const FunctionFacts *> Entered;
};

} // namespace

void ProgramReader::unmodelled(const clang::Stmt *Where, StringRef Callee,
                               StringRef Why, Steps &To) {
  To.push_back(unmodelledStep(spotOf(Where, Facts.Context), Callee, Why));
}

/// A call: the runtime's, or of a function whose body is entered.
void ProgramReader::call(const clang::Expr *Call, const Frame *F, Steps &To) {
  if (++Count > MaximumSteps) {
    if (Count == MaximumSteps + 1)
      unmodelled(Call, "host code", "there is too much of it to follow", To);
    return;
  }
  if (isDeviceCall(Call)) {
    if (const auto *C = dyn_cast<clang::CallExpr>(Call))
      return Actions.read(C, F, To);
    return Actions.read(cast<clang::CXXConstructExpr>(Call), F, To);
  }
  if (isThroughPointer(Call))
    return through(cast<clang::CallExpr>(Call), F, To);
  const clang::FunctionDecl *Callee = calleeOf(Call);
  if (!Callee || isSystem(Callee, Facts.Context))
    return;
  const FunctionFacts *Body = Facts.of(Callee);
  if (std::vector<const FunctionFacts *> Any = Device.overriders(Callee);
      !Any.empty()) {
    if (Any.size() > 1)
      return unmodelled(Call, Callee->getNameAsString(),
                        "which of several virtual functions this runs is not "
                        "known",
                        To);
    Body = Any[0];
  }
  enter(Callee, Body, Call, F, To);
}

/// A call of what a pointer points to: each of the functions that it can be.
void ProgramReader::through(const clang::CallExpr *Call, const Frame *F,
                            Steps &To) {
  if (!Device.mayBeThrough(Call))
    return;
  Values.refill();
  FunctionChoices Choices =
      functionsOf(Call->getCallee(), F, Values, *Program.Pool);
  if (Choices.empty())
    return unmodelled(Call, sourceText(Call->getCallee(), Facts.Context),
                      "which function this runs is not known", To);
  choose(Choices, Call->getCallee(), Facts.Context, To,
         [&](const FunctionChoice &Choice, Steps &Way) {
           if (!isSystem(Choice.Function, Facts.Context))
             enter(Choice.Function, Facts.of(Choice.Function), Call, F, Way);
         });
}

/// \p Body, which \p Call of \p Callee runs.
void ProgramReader::enter(const clang::FunctionDecl *Callee,
                          const FunctionFacts *Body, const clang::Expr *Call,
                          const Frame *F, Steps &To) {
  if (!Body || !Device.in(*Body))
    return;
  Entered.insert(Body);
  if (is_contained(Active, Body) || Active.size() >= MaximumCalls)
    return unmodelled(Call, Callee->getNameAsString(),
                      "a recursive call is not followed", To);
  Active.push_back(Body);
  HostStep Block;
  Block.Location = spotOf(Call, Facts.Context);
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
void ProgramReader::expression(const clang::Stmt *E, const Frame *F,
                               Steps &To) {
  if (!E || full() || Nesting > MaximumNesting || !Device.in(E, *F->Facts))
    return;
  SaveAndRestore Deeper(Nesting, Nesting + 1);
  if (const auto *L = dyn_cast<clang::LambdaExpr>(E)) {
    if (!Device.isCalled(L)) // else its body runs where it is called
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
      Actions.launch({F->Facts, K, LaunchForm::Chevrons}, F, To);
    return;
  }
  for (const clang::Stmt *Child : E->children())
    expression(Child, F, To);
  if (isa<clang::CallExpr, clang::CXXConstructExpr>(E))
    call(cast<clang::Expr>(E), F, To);
}

/// \p Then or \p Else; conditions that only decide about leaving stay, because
/// their values may be known.
void ProgramReader::branch(const clang::Expr *Condition,
                           const clang::Stmt *Then, const clang::Stmt *Else,
                           const clang::Stmt *Whole, const Frame *F,
                           Steps &To) {
  HostStep Branch;
  Branch.What = HostStep::Kind::Branch;
  Branch.Location = spotOf(Whole, Facts.Context);
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
void ProgramReader::cases(const clang::SwitchStmt *Switch, const Frame *F,
                          Steps &To) {
  const auto *Body = dyn_cast<clang::CompoundStmt>(Switch->getBody());
  if (!Body || !Device.in(Body, *F->Facts))
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
        Sections.back().Branch.Location = spotOf(Label, Facts.Context);
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

void ProgramReader::loop(const clang::Stmt *S, const Frame *F, Steps &To) {
  LoopParts Parts = partsOf(S);
  statement(Parts.Init, F, To);
  if (!Device.in(S, *F->Facts))
    return;
  const auto *Do = dyn_cast<clang::DoStmt>(S);
  bool Again = true;
  if (Do && !Do->getCond()->isValueDependent() &&
      Do->getCond()->EvaluateAsBooleanCondition(Again, Facts.Context) && !Again)
    return statement(Parts.Body, F, To); // a macro's do { } while (0)
  HostStep Loop;
  Loop.What = HostStep::Kind::Loop;
  Loop.Location = spotOf(S, Facts.Context);
  Loop.TestedAtEnd = Do != nullptr;
  Loop.ConditionText = Parts.Condition
                           ? sourceText(Parts.Condition, Facts.Context)
                           : (isa<clang::CXXForRangeStmt>(S) ? "each" : "true");
  Steps Test;
  expression(Parts.Condition, F, Test);
  if (!Loop.TestedAtEnd)
    Loop.Body = Test;
  statement(Parts.Body, F, Loop.Body);
  expression(Parts.Step, F, Loop.Body);
  if (Loop.TestedAtEnd)
    for (HostStep &Step : Test)
      Loop.Body.push_back(std::move(Step));
  if (Loop.Body.empty())
    return;
  Loops.describe(Loop, S, F);
  To.push_back(std::move(Loop));
}

static bool endsProgram(const clang::Stmt *S) {
  if (const auto *W = dyn_cast<clang::FullExpr>(S))
    S = W->getSubExpr();
  return isa<clang::CallExpr>(S) && leaves(S);
}

void ProgramReader::statement(const clang::Stmt *S, const Frame *F, Steps &To) {
  if (!S || full() || Nesting > MaximumNesting)
    return;
  SaveAndRestore Deeper(Nesting, Nesting + 1);
  auto Leave = [&](HostStep::Kind What) {
    HostStep Step;
    Step.What = What;
    Step.Location = spotOf(S, Facts.Context);
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

void ProgramReader::enter(const clang::FunctionDecl *Function) {
  const FunctionFacts *Body = Facts.of(Function);
  if (!Body || !Device.in(*Body))
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

void ProgramReader::run() {
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

/// Functions that are handed on instead of called, and that no call entered.
void ProgramReader::handedOn(Steps &To) {
  std::vector<const FunctionFacts *> HandedOn;
  DenseSet<const FunctionFacts *> Told;
  for (const FunctionFacts *Body : Facts.walked())
    for (const auto &[S, Node] : Body->Nodes) {
      const auto *R = dyn_cast<clang::DeclRefExpr>(S);
      const auto *F = R ? dyn_cast<clang::FunctionDecl>(R->getDecl()) : nullptr;
      if (!F || F->hasAttr<clang::CUDAGlobalAttr>())
        continue;
      const FunctionFacts *Named = Facts.of(F);
      if (Named && !Entered.contains(Named) && Told.insert(Named).second &&
          is_contained(Facts.walked(), Named) && Device.in(*Named))
        HandedOn.push_back(Named);
    }
  llvm::sort(HandedOn, [](const FunctionFacts *A, const FunctionFacts *B) {
    return A->Function->getLocation().getRawEncoding() <
           B->Function->getLocation().getRawEncoding();
  });
  for (const FunctionFacts *Body : HandedOn)
    unmodelled(Body->Function->getBody(), Body->Function->getNameAsString(),
               "it is run through a pointer, a thread or the like, which is "
               "not followed",
               To);
}

/// Functions of other files that this one calls, by name.
void ProgramReader::elsewhere() {
  const clang::SourceManager &Sources = Facts.Context.getSourceManager();
  std::set<std::string> Names;
  for (const auto &[F, Sites] : Facts.Calls) {
    const clang::FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) && !F->isImplicit() && !F->getBuiltinID() &&
        !F->isPureVirtual() && F->getLocation().isValid() &&
        !Sources.isInSystemHeader(Sources.getExpansionLoc(F->getLocation())) &&
        !F->hasAttr<clang::CUDAGlobalAttr>())
      Names.insert(F->getQualifiedNameAsString());
  }
  Program.Elsewhere.assign(Names.begin(), Names.end());
}

/// Gives every symbol its final name. What a loop changes has the loop's
/// values; nobody gives it another.
void ProgramReader::nameSymbols() {
  SymbolNames Names;
  DenseSet<const k::Expr *> Seen;
  auto Name = [&](const k::Expr *Node) {
    const HostSymbol *S = Values.symbol(Node);
    if (!S || Program.Symbols.contains(Node))
      return;
    HostSymbolInfo Info;
    Info.Plain = S->Name;
    Info.InLoop = S->Loop != nullptr;
    Info.Name = Info.InLoop ? S->Name : Names.take(*S);
    if (!Info.InLoop) {
      Info.Default = S->Default;
      Info.CommandLine = S->CommandLine;
    }
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
kernelcast::hostProgram(clang::ASTContext &Context,
                        const SkippedText &Skipped) {
  PhaseScope Timed(Phase::Host);
  auto Program = std::make_unique<HostProgram>();
  Program->Pool = std::make_unique<ExpressionPool>();
  HostFacts Facts(Context, Skipped);
  ProgramReader(Facts, *Program).run();
  return Program;
}
