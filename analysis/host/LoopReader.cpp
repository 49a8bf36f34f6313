//===- LoopReader.cpp - Loops of host code as they run --------------------===//

#include "analysis/host/LoopReader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

LoopParts kernelcast::host::partsOf(const clang::Stmt *S) {
  LoopParts P;
  if (const auto *For = dyn_cast<clang::ForStmt>(S)) {
    P = {For->getInit(), For->getCond(), For->getInc(), For->getBody()};
  } else if (const auto *While = dyn_cast<clang::WhileStmt>(S)) {
    P.Condition = While->getCond();
    P.Body = While->getBody();
  } else if (const auto *Do = dyn_cast<clang::DoStmt>(S)) {
    P.Condition = Do->getCond();
    P.Body = Do->getBody();
  } else {
    P.Body = cast<clang::CXXForRangeStmt>(S)->getBody();
  }
  return P;
}

/// Whether an iteration may end before the end of \p Body.
static bool hasContinue(const clang::Stmt *Body) {
  SmallVector<const clang::Stmt *, 32> Open{Body};
  while (!Open.empty()) {
    const clang::Stmt *S = Open.pop_back_val();
    if (!S || isa<clang::LambdaExpr>(S))
      continue;
    if (isa<clang::ContinueStmt, clang::GotoStmt>(S))
      return true;
    if (S != Body && isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                         clang::CXXForRangeStmt>(S))
      continue; // its own affair
    for (const clang::Stmt *Child : S->children())
      Open.push_back(Child);
  }
  return false;
}

const k::Expr *LoopReader::first(const Place &P, const clang::Stmt *Loop,
                                 const Frame *F) {
  const clang::Stmt *Init = partsOf(Loop).Init;
  return Init && F->Facts->modifies(Init, P) ? Values.after(Init, P, F)
                                             : Values.before(P, Loop, F);
}

const k::Expr *LoopReader::next(const Place &P, const clang::Stmt *Loop,
                                const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  LoopParts Parts = partsOf(Loop);
  if (!Parts.Body || (Parts.Condition && Body.modifies(Parts.Condition, P)))
    return nullptr;
  bool InBody = Body.modifies(Parts.Body, P);
  if (InBody && hasContinue(Parts.Body))
    return nullptr;
  if (!Body.modifies(Parts.Step, P))
    return InBody ? Values.after(Parts.Body, P, F) : nullptr;
  if (InBody)
    return nullptr;
  const k::Expr *V = Values.after(Parts.Step, P, F);
  if (!V)
    return nullptr;
  // The step reads what the body has left, not what it started with.
  bool Known = true;
  V = Pool.rewrite(V, [&](const k::Expr *Leaf) -> const k::Expr * {
    const HostSymbol *S = Values.symbol(Leaf);
    if (!S || S->Loop != Loop || !Body.modifies(Parts.Body, S->Part))
      return nullptr;
    const Place Read = S->Part; // there may be more symbols soon
    const k::Expr *Left =
        hasContinue(Parts.Body) ? nullptr : Values.after(Parts.Body, Read, F);
    Known &= Left != nullptr;
    return Left;
  });
  return Known ? V : nullptr;
}

/// The variables that \p Loop changes, as far as something in it depends on
/// them.
void LoopReader::values(HostStep &Loop, const clang::Stmt *S, const Frame *F) {
  LoopParts Parts = partsOf(S);
  std::vector<const k::Expr *> Wanted;
  DenseSet<const k::Expr *> Seen, Looked;
  auto Collect = [&](const k::Expr *E) {
    if (!E || !Looked.insert(E).second)
      return;
    visitPostOrder(E, [&](const k::Expr *Node) {
      const HostSymbol *Symbol = Values.symbol(Node);
      if (Symbol && Symbol->Loop == S && Seen.insert(Node).second)
        Wanted.push_back(Node);
    });
  };
  forEachExpression(Loop, Collect);
  for (size_t I = 0; I != Wanted.size(); ++I) {
    Place P = Values.symbol(Wanted[I])->Part;
    Values.refill();
    LoopValue V;
    V.Symbol = Wanted[I];
    if (const auto *Range = dyn_cast<clang::CXXForRangeStmt>(S);
        Range && Wanted[I] == Values.round(Range, F)) {
      V.First = Pool.constant(0, Wanted[I]->type());
      V.Next = Pool.add(Wanted[I], Pool.constant(1, Wanted[I]->type()));
      Loop.Values.push_back(V);
      continue;
    }
    // while (n--): what the body sees is not what the loop starts with.
    bool ByTest = Parts.Condition && !Loop.TestedAtEnd &&
                  F->Facts->modifies(Parts.Condition, P);
    if (!ByTest)
      V.First = first(P, S, F);
    V.Next = next(P, S, F);
    Collect(V.Next);
    Loop.Values.push_back(V);
  }
  // do { } while (c): the condition sees what the iteration has left.
  if (!Loop.TestedAtEnd || !Loop.Condition)
    return;
  bool Known = true;
  Loop.Condition =
      Pool.rewrite(Loop.Condition, [&](const k::Expr *Leaf) -> const k::Expr * {
        for (const LoopValue &V : Loop.Values)
          if (V.Symbol == Leaf) {
            Known &= V.Next != nullptr;
            return V.Next;
          }
        return nullptr;
      });
  if (!Known)
    Loop.Condition = nullptr;
}

/// n for "i = 0; i < n; ++i", and so on for other starts and strides; null for
/// loops of other forms.
const k::Expr *LoopReader::trips(const HostStep &Loop) {
  const k::Expr *Test = Loop.Condition;
  while (Test && Test->op() == Op::Cast)
    Test = Test->operand(0);
  if (Loop.TestedAtEnd || !Test ||
      (Test->op() != Op::Less && Test->op() != Op::LessEqual))
    return nullptr;
  auto Plain = [](const k::Expr *E) {
    while (E->op() == Op::Cast && !E->type().Float &&
           E->type().Bits >= E->operand(0)->type().Bits)
      E = E->operand(0);
    return E;
  };
  const k::Expr *Counter = Plain(Test->operand(0)), *Limit = Test->operand(1);
  for (const LoopValue &V : Loop.Values) {
    if (V.Symbol != Counter || !V.First || !V.Next || V.Next->op() != Op::Add ||
        V.Next->operand(0) != Counter ||
        !V.Next->operand(1)->isIntegerConstant() ||
        V.Next->operand(1)->value() <= 0)
      continue;
    bool Changes = false;
    visitPostOrder(Limit, [&](const k::Expr *Node) {
      for (const LoopValue &Other : Loop.Values)
        Changes |= Other.Symbol == Node;
    });
    if (Changes)
      return nullptr;
    ScalarType Wide = ScalarType::integer(64, true);
    int64_t Stride = V.Next->operand(1)->value();
    const k::Expr *Span =
        Pool.sub(Pool.cast(Plain(Limit), Wide), Pool.cast(V.First, Wide));
    int64_t More = Stride - 1 + (Test->op() == Op::LessEqual);
    if (More)
      Span = Pool.add(Span, Pool.constant(More, Wide));
    return Stride == 1
               ? Span
               : Pool.binary(Op::Div, Span, Pool.constant(Stride, Wide));
  }
  return nullptr;
}

void LoopReader::describe(HostStep &Loop, const clang::Stmt *S,
                          const Frame *F) {
  LoopParts Parts = partsOf(S);
  Values.refill();
  if (Parts.Condition)
    Loop.Condition = Values.integer(Parts.Condition, F);
  else if (isa<clang::ForStmt>(S))
    Loop.Condition = Pool.truth(true);
  else if (const auto *Range = dyn_cast<clang::CXXForRangeStmt>(S))
    if (std::optional<uint64_t> Rounds = Values.rounds(Range)) {
      const k::Expr *Round = Values.round(Range, F);
      Loop.Condition = Pool.binary(
          Op::Less, Round,
          Pool.constant(static_cast<int64_t>(*Rounds), Round->type()));
    }
  values(Loop, S, F);
  Loop.Trips = trips(Loop);
}
