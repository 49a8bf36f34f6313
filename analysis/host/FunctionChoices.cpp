//===- FunctionChoices.cpp - Which function a pointer names ---------------===//
//
// The expression is followed to what it was initialised with: through
// parameters to the call's argument, through variables that are set once to
// their initialiser, into the lists that initialise tables and structures. A
// table's entry is one of all where its index has no value of its own; each
// comes with the index that chooses it.
//===----------------------------------------------------------------------===//

#include "analysis/host/FunctionChoices.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

namespace {

constexpr unsigned MaximumDepth = 12;

/// What something is initialised with, and where that stands.
struct Initial {
  const clang::Expr *E = nullptr;
  const Frame *F = nullptr;
  FunctionChoice When; ///< its Function is not used
};
using Initials = SmallVector<Initial, 2>;

class Follower {
public:
  Follower(HostValues &Values, ExpressionPool &Pool)
      : Values(Values), Pool(Pool) {}

  FunctionChoices functions(const clang::Expr *E, const Frame *F,
                            unsigned Depth);

private:
  Initials initials(const clang::Expr *E, const Frame *F, unsigned Depth);
  Initials ofVariable(const clang::VarDecl *V, const Frame *F, unsigned Depth);
  Initials entries(const clang::Expr *Table, const Frame *F, const k::Expr *At,
                   const clang::CXXForRangeStmt *Loop, unsigned Depth);

  HostValues &Values;
  ExpressionPool &Pool;
};

} // namespace

static const clang::InitListExpr *listIn(const clang::Expr *E) {
  const auto *List = dyn_cast_or_null<clang::InitListExpr>(
      E ? stripped(E)->IgnoreParenCasts() : nullptr);
  if (List && List->getSemanticForm())
    List = List->getSemanticForm();
  return List;
}

/// The entries of \p Table: one if the index \p At has a value, else all.
Initials Follower::entries(const clang::Expr *Table, const Frame *F,
                           const k::Expr *At,
                           const clang::CXXForRangeStmt *Loop, unsigned Depth) {
  Initials Found;
  if (!At || At->type().Float)
    return Found;
  for (const Initial &Whole : initials(Table, F, Depth + 1)) {
    const clang::InitListExpr *List = listIn(Whole.E);
    if (!List || Whole.When.Condition)
      return {}; // a table that is itself one of several
    if (At->isIntegerConstant()) {
      if (At->value() < 0 || At->value() >= List->getNumInits())
        return {};
      Found.push_back(
          {List->getInit(static_cast<unsigned>(At->value())), Whole.F, {}});
      continue;
    }
    if (List->getNumInits() > MaximumElements)
      return {};
    for (unsigned I = 0; I < List->getNumInits(); ++I) {
      FunctionChoice When;
      When.Condition = Pool.binary(Op::Equal, At, Pool.constant(I, At->type()));
      When.Index = At;
      When.Entry = I;
      When.Loop = Loop;
      Found.push_back({List->getInit(I), Whole.F, When});
    }
  }
  return Found;
}

Initials Follower::ofVariable(const clang::VarDecl *V, const Frame *F,
                              unsigned Depth) {
  if (const auto *P = dyn_cast<clang::ParmVarDecl>(V)) {
    if (!F->Call || P->getDeclContext() != F->Facts->Function ||
        F->Facts->Modified.contains(P) || F->Facts->isKept(P))
      return {};
    return initials(argument(F->Call, P->getFunctionScopeIndex()), F->Caller,
                    Depth + 1);
  }
  if (const clang::CXXForRangeStmt *Loop = Values.rangeLoopOf(V, F))
    return entries(Loop->getRangeInit(), F, Values.round(Loop, F), Loop, Depth);
  if (!V->getAnyInitializer() || !Values.isSetOnce(V, F))
    return {};
  return initials(V->getAnyInitializer(), F, Depth + 1);
}

/// What the object or value \p E was initialised with; empty: not known.
Initials Follower::initials(const clang::Expr *E, const Frame *F,
                            unsigned Depth) {
  if (!E || !F || Depth > MaximumDepth)
    return {};
  E = stripped(E);
  if (const auto *A = dyn_cast<clang::ArraySubscriptExpr>(E))
    return entries(A->getBase(), F, Values.integer(A->getIdx(), F), nullptr,
                   Depth);
  if (const auto *L = dyn_cast<clang::CXXStdInitializerListExpr>(E))
    return initials(L->getSubExpr(), F, Depth + 1);
  if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
    Initials Found;
    if (!Field || M->isArrow())
      return Found;
    for (const Initial &Object : initials(M->getBase(), F, Depth + 1)) {
      const clang::InitListExpr *List = listIn(Object.E);
      if (!List || Field->getFieldIndex() >= List->getNumInits())
        return {};
      Found.push_back(
          {List->getInit(Field->getFieldIndex()), Object.F, Object.When});
    }
    return Found;
  }
  if (const auto *R = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *V = dyn_cast<clang::VarDecl>(R->getDecl()))
      return ofVariable(V, F, Depth);
  return {{E, F, {}}};
}

FunctionChoices Follower::functions(const clang::Expr *E, const Frame *F,
                                    unsigned Depth) {
  if (!E || !F || Depth > MaximumDepth)
    return {};
  E = stripped(E)->IgnoreParenCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U &&
      (U->getOpcode() == clang::UO_AddrOf || U->getOpcode() == clang::UO_Deref))
    return functions(U->getSubExpr(), F, Depth + 1);
  if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E))
    return functions(S->getReplacement(), F, Depth + 1);
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E)) {
    const k::Expr *V = Values.value(C->getCond(), F);
    if (!V || V->type().Float)
      return {};
    if (V->isIntegerConstant())
      return functions(V->value() ? C->getTrueExpr() : C->getFalseExpr(), F,
                       Depth + 1);
    FunctionChoices Then = functions(C->getTrueExpr(), F, Depth + 1);
    FunctionChoices Else = functions(C->getFalseExpr(), F, Depth + 1);
    if (Then.size() != 1 || Else.empty())
      return {};
    Then[0].Condition = Pool.isTrue(V);
    Then.append(Else);
    return Then;
  }
  if (const auto *R = dyn_cast<clang::DeclRefExpr>(E))
    if (const auto *Function = dyn_cast<clang::FunctionDecl>(R->getDecl())) {
      FunctionChoice Only;
      Only.Function = Function;
      return {Only};
    }
  Initials From = initials(E, F, Depth + 1);
  if (From.size() == 1 && From[0].E == E)
    return {};
  FunctionChoices Found;
  for (const Initial &One : From) {
    FunctionChoices Here = functions(One.E, One.F, Depth + 1);
    if (Here.size() != 1)
      return From.size() == 1 ? Here : FunctionChoices{};
    FunctionChoice Choice = One.When;
    Choice.Function = Here[0].Function;
    Found.push_back(Choice);
  }
  // An index beyond the table is not defined.
  if (!Found.empty())
    Found.back().Condition = nullptr;
  return Found;
}

FunctionChoices kernelcast::host::functionsOf(const clang::Expr *Callee,
                                              const Frame *F,
                                              HostValues &Values,
                                              ExpressionPool &Pool) {
  return Follower(Values, Pool).functions(Callee, F, 0);
}
