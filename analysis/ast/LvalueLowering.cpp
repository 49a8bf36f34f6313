//===- LvalueLowering.cpp - Addresses of lvalues --------------------------===//

#include "analysis/ast/LvalueLowering.h"
#include "analysis/ast/CallLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

using namespace llvm;

namespace kernelcast {

namespace {

class LvalueVisitor : public clang::ConstStmtVisitor<LvalueVisitor, ScalarExpr>,
                      private LoweringParts {
public:
  LvalueVisitor(const LoweringParts &Parts, ExpressionLowering &Expressions,
                CallLowering &Calls)
      : LoweringParts(Parts), Expressions(Expressions), Calls(Calls) {}

  ScalarExpr unknown(StringRef Why) {
    return Pool.opaque(Why, ScalarType::pointer());
  }

  ScalarExpr temporary(const clang::Expr *E, clang::SourceLocation Where) {
    ScalarExpr Home = Memory.newObject(E->getType(), "temporary", Where);
    Expressions.Initializers.initialize(Home, E->getType(), E);
    return Home;
  }

  ScalarExpr VisitDeclRefExpr(const clang::DeclRefExpr *E) {
    if (const auto *Binding = dyn_cast<clang::BindingDecl>(E->getDecl()))
      return Binding->getBinding() ? Expressions.address(Binding->getBinding())
                                   : unknown("structured binding");
    const auto *Variable = dyn_cast<clang::VarDecl>(E->getDecl());
    if (!Variable)
      return Memory.relayed({unknown("address of a function")}).front();
    if (!Variable->getType()->isReferenceType())
      return Memory.addressOf(Variable);
    auto Fixed = frame().Fixed.find(Variable);
    if (Fixed != frame().Fixed.end() && !Fixed->second.empty())
      return Fixed->second.front();
    ScalarExpr Home = Memory.addressOf(Variable);
    return Memory.load(Home, Variable->getType(), E).front();
  }

  ScalarExpr VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *E) {
    ScalarExpr Base = E->getBase()->getType()->isVectorType()
                          ? Expressions.address(E->getBase())
                          : Expressions.scalar(E->getBase());
    ScalarExpr Index = Expressions.scalar(E->getIdx());
    noteRowIndex(E, Base, Index);
    ScalarExpr At = Numbers.pointerOffset(Base, Index, E->getType(), false);
    Extents.noteElement(E, At, Base);
    return At;
  }

  /// Notes an index into the row of a shared array that is itself an element.
  void noteRowIndex(const clang::ArraySubscriptExpr *E, ScalarExpr Base,
                    ScalarExpr Index) {
    const clang::Expr *Row = E->getBase()->IgnoreParenImpCasts();
    const auto *Type = Context.getAsConstantArrayType(Row->getType());
    const Expr *Root =
        Type && isa<clang::ArraySubscriptExpr>(Row) ? baseOf(Base) : nullptr;
    if (Root && Model.Arrays[Root->value()].Space == MemorySpace::Shared)
      Model.RowIndices.push_back(
          {unsigned(Root->value()), Index, Type->getSize().getLimitedValue(),
           Flow.current(), Source.spot(E->getExprLoc())});
  }

  ScalarExpr VisitMemberExpr(const clang::MemberExpr *E) {
    const auto *Field = dyn_cast<clang::FieldDecl>(E->getMemberDecl());
    if (!Field) {
      const auto *Static = dyn_cast<clang::VarDecl>(E->getMemberDecl());
      return Static ? Memory.addressOf(Static) : unknown("member function");
    }
    ScalarExpr Base = E->isArrow() ? Expressions.scalar(E->getBase())
                      : E->getBase()->isGLValue()
                          ? Expressions.address(E->getBase())
                          : temporary(E->getBase(), E->getExprLoc());
    if (Field->getParent()->isInvalidDecl())
      return unknown("member of an unknown type");
    ScalarExpr At = Numbers.shifted(Base, Context.getFieldOffset(Field) / 8);
    Extents.notePart(At, Base);
    if (!Field->getType()->isReferenceType())
      return At;
    return Memory.load(At, Field->getType(), E).front();
  }

  ScalarExpr VisitExtVectorElementExpr(const clang::ExtVectorElementExpr *E) {
    ScalarExpr Base = E->isArrow() ? Expressions.scalar(E->getBase())
                                   : Expressions.address(E->getBase());
    auto Elements = swizzle(E);
    uint64_t Size = Elements.size() == 1 ? Layouts.bytes(E->getType()) : 0;
    return Numbers.shifted(Base, Elements[0] * Size);
  }

  ScalarExpr VisitCastExpr(const clang::CastExpr *E) {
    const clang::Expr *Sub = E->getSubExpr();
    ScalarExpr At = Sub->isGLValue() ? Expressions.address(Sub)
                                     : temporary(Sub, E->getExprLoc());
    if (E->getCastKind() == clang::CK_DerivedToBase ||
        E->getCastKind() == clang::CK_UncheckedDerivedToBase)
      return Numbers.toBase(At, Sub->getType()->getAsCXXRecordDecl(), E);
    Extents.noteRetyped(At, Sub->getType(), E->getType());
    return At;
  }

  ScalarExpr VisitBuiltinBitCastExpr(const clang::BuiltinBitCastExpr *E) {
    return VisitExpr(E);
  }

  ScalarExpr VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr *E) {
    return VisitExpr(E);
  }

  ScalarExpr VisitUnaryDeref(const clang::UnaryOperator *E) {
    ScalarExpr At = Expressions.scalar(E->getSubExpr());
    Extents.noteTarget(E, At);
    return At;
  }

  /// In C++ the result is the lvalue itself.
  ScalarExpr step(const clang::UnaryOperator *E) {
    auto [V, At] = Expressions.Assignments.step(E);
    frame().SideValues[E] = std::move(V);
    return At;
  }

  ScalarExpr VisitUnaryPreInc(const clang::UnaryOperator *E) { return step(E); }
  ScalarExpr VisitUnaryPreDec(const clang::UnaryOperator *E) { return step(E); }

  ScalarExpr VisitUnaryExtension(const clang::UnaryOperator *E) {
    return Expressions.address(E->getSubExpr());
  }

  ScalarExpr VisitUnaryReal(const clang::UnaryOperator *E) {
    return Expressions.address(E->getSubExpr());
  }

  ScalarExpr VisitUnaryOperator(const clang::UnaryOperator *) {
    return unknown("unhandled lvalue");
  }

  ScalarExpr assign(const clang::BinaryOperator *E) {
    auto [V, At] = Expressions.Assignments.assign(E);
    frame().SideValues[E] = std::move(V);
    return At ? At : unknown("vector elements");
  }

  ScalarExpr VisitBinAssign(const clang::BinaryOperator *E) {
    return assign(E);
  }

  ScalarExpr
  VisitCompoundAssignOperator(const clang::CompoundAssignOperator *E) {
    return assign(E);
  }

  ScalarExpr VisitBinComma(const clang::BinaryOperator *E) {
    if (!frame().Values.count(E->getLHS()->IgnoreParens()))
      Expressions.evaluate(E->getLHS());
    return Expressions.address(E->getRHS());
  }

  ScalarExpr VisitBinaryOperator(const clang::BinaryOperator *E) {
    Flow.reason("pointer to member", E->getExprLoc());
    takeVariables(E);
    return unknown("pointer to member");
  }

  /// Whatever \p S names is where the lvalue may lead.
  void takeVariables(const clang::Stmt *S) {
    if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(S);
        Ref && isa<clang::VarDecl>(Ref->getDecl()))
      Memory.take(Expressions.address(Ref));
    for (const clang::Stmt *Child : S->children())
      if (Child)
        takeVariables(Child);
  }

  ScalarExpr VisitConditionalOperator(const clang::ConditionalOperator *E) {
    ScalarExpr Test = Pool.isTrue(Expressions.scalar(E->getCond()));
    auto Side = [&](const clang::Expr *S) {
      return S->isGLValue() ? Expressions.address(S) : unknown("throw");
    };
    // A side that is never taken has not been evaluated, and must not be here.
    if (Test->isIntegerConstant())
      return Side(Test->isConstant(0) ? E->getFalseExpr() : E->getTrueExpr());
    ScalarExpr A = Side(E->getTrueExpr());
    ScalarExpr B = Side(E->getFalseExpr());
    return Pool.select(Test, A, B);
  }

  /// A call that returns a reference yields the address.
  ScalarExpr VisitCallExpr(const clang::CallExpr *E) {
    Value V = Calls.lower(E);
    return V.empty() ? unknown("reference from a call") : V.front();
  }

  ScalarExpr
  VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E) {
    ScalarExpr Home =
        Memory.newObject(E->getType(), "temporary", E->getExprLoc());
    Expressions.Initializers.initialize(Home, E->getType(), E->getSubExpr());
    Expressions.skipDestructor(E->getType(), E->getExprLoc());
    frame().Values[E] = {Home};
    return Home;
  }

  ScalarExpr VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *E) {
    ScalarExpr Home =
        Memory.newObject(E->getType(), "literal", E->getExprLoc());
    Expressions.Initializers.initialize(Home, E->getType(),
                                        E->getInitializer());
    return Home;
  }

  ScalarExpr VisitExprWithCleanups(const clang::ExprWithCleanups *E) {
    return Expressions.address(E->getSubExpr());
  }

  ScalarExpr VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E) {
    Expressions.skipDestructor(E->getType(), E->getExprLoc());
    return Expressions.address(E->getSubExpr());
  }

  ScalarExpr VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *E) {
    return Expressions.address(E->getReplacement());
  }

  ScalarExpr VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *E) {
    return Expressions.address(E->getExpr());
  }

  ScalarExpr VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *E) {
    return Expressions.address(E->getExpr());
  }

  ScalarExpr VisitGenericSelectionExpr(const clang::GenericSelectionExpr *E) {
    return Expressions.address(E->getResultExpr());
  }

  ScalarExpr VisitOpaqueValueExpr(const clang::OpaqueValueExpr *E) {
    return E->getSourceExpr() ? Expressions.address(E->getSourceExpr())
                              : unknown("value without a source");
  }

  ScalarExpr VisitPseudoObjectExpr(const clang::PseudoObjectExpr *) {
    return unknown("property");
  }

  ScalarExpr VisitStringLiteral(const clang::StringLiteral *) {
    return Memory.relayed({unknown("string")}).front();
  }

  ScalarExpr VisitPredefinedExpr(const clang::PredefinedExpr *) {
    return Memory.relayed({unknown("string")}).front();
  }

  ScalarExpr VisitRecoveryExpr(const clang::RecoveryExpr *E) {
    Flow.reason("code that could not be parsed", E->getExprLoc());
    return unknown("code that could not be parsed");
  }

  ScalarExpr VisitExpr(const clang::Expr *E) {
    if (!E->isGLValue())
      return temporary(E, E->getExprLoc());
    Flow.reason("unhandled lvalue (" + Twine(E->getStmtClassName()) + ")",
                E->getExprLoc());
    takeVariables(E);
    return unknown("unhandled lvalue");
  }

private:
  ExpressionLowering &Expressions;
  CallLowering &Calls;
};

} // namespace

ScalarExpr LvalueLowering::lower(const clang::Expr *E) {
  return LvalueVisitor(*this, Expressions, Calls).Visit(E);
}

} // namespace kernelcast
