//===- LowerExpression.cpp - Values of expressions ------------------------===//
//
// Rvalues become lists of scalar leaves. Structs and vectors are handled leaf
// by leaf; what has no integer meaning (reinterpreted bits, unknown syntax) is
// an Opaque leaf with its reason.
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelLowering.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kernelcast {

static constexpr unsigned MaxNesting = 6000;

ScalarExpr KernelLowering::convert(ScalarExpr V, ScalarType To) {
  if (V->type() == To)
    return V;
  if (To == ScalarType::truth())
    return pool().isTrue(V);
  return pool().cast(V, To);
}

Value KernelLowering::convertAll(const Value &V, clang::QualType To) {
  const TypeLayout &Layout = Layouts.of(To);
  Value Result;
  for (unsigned I = 0; I < Layout.Leaves.size(); ++I)
    Result.push_back(I < V.size()
                         ? convert(V[I], Layout.Leaves[I].Type)
                         : pool().opaque("conversion", Layout.Leaves[I].Type));
  return Result;
}

ScalarExpr KernelLowering::scalar(const clang::Expr *E) {
  Value V = rvalue(E);
  if (!V.empty())
    return V.front();
  return pool().opaque("expression without a value",
                       Layouts.scalar(E->getType()));
}

ScalarExpr KernelLowering::condition(const clang::Expr *E) {
  E = E->IgnoreParens();
  // The CFG evaluates the last operand of && and || on its own.
  if (const auto *Logical = dyn_cast<clang::BinaryOperator>(E);
      Logical && Logical->isLogicalOp() && !TheFrame->Values.count(E))
    return condition(Logical->getRHS());
  if (E->isGLValue()) {
    Value V = load(address(E), E->getType(), E);
    return V.empty() ? pool().truth(true) : pool().isTrue(V.front());
  }
  return pool().isTrue(scalar(E));
}

Value KernelLowering::rvalue(const clang::Expr *E) {
  E = E->IgnoreParens();
  auto Known = TheFrame->Values.find(E);
  if (Known != TheFrame->Values.end()) {
    if (!E->isGLValue() || Known->second.empty())
      return Known->second;
    return load(Known->second.front(), E->getType(), E);
  }
  if (GaveUp)
    return opaque(E->getType(), "analysis stopped");
  if (Depth > MaxNesting) {
    reason("expression nested deeper than " + Twine(MaxNesting),
           E->getExprLoc());
    return opaque(E->getType(), "nested too deeply");
  }
  ++Depth;
  auto Leave = make_scope_exit([&] { --Depth; });
  return lowerRvalue(E);
}

Value KernelLowering::lowerRvalue(const clang::Expr *E) {
  clang::QualType Type = E->getType();
  if (std::optional<Coordinate> C = launchCoordinate(E))
    return {convert(pool().coordinate(*C), Layouts.scalar(Type))};
  if (E->isGLValue())
    return load(address(E), Type, E);
  switch (E->getStmtClass()) {
  case clang::Stmt::IntegerLiteralClass: {
    ScalarType T = Layouts.scalar(Type);
    const APInt &V = cast<clang::IntegerLiteral>(E)->getValue();
    return {pool().constant(
        wrapToType(static_cast<int64_t>(V.extractBitsAsZExtValue(
                       std::min(64u, V.getBitWidth()), 0)),
                   T),
        T)};
  }
  case clang::Stmt::CharacterLiteralClass: {
    ScalarType T = Layouts.scalar(Type);
    return {pool().constant(
        wrapToType(cast<clang::CharacterLiteral>(E)->getValue(), T), T)};
  }
  case clang::Stmt::CXXBoolLiteralExprClass:
    return {pool().truth(cast<clang::CXXBoolLiteralExpr>(E)->getValue())};
  case clang::Stmt::FloatingLiteralClass:
    return {pool().floatConstant(
        cast<clang::FloatingLiteral>(E)->getValueAsApproximateDouble(),
        Layouts.scalar(Type).Bits)};
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
    return {pool().constant(0, ScalarType::pointer())};
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
    return zero(Type);
  case clang::Stmt::ImplicitCastExprClass:
  case clang::Stmt::CStyleCastExprClass:
  case clang::Stmt::CXXStaticCastExprClass:
  case clang::Stmt::CXXReinterpretCastExprClass:
  case clang::Stmt::CXXConstCastExprClass:
  case clang::Stmt::CXXFunctionalCastExprClass:
  case clang::Stmt::CXXAddrspaceCastExprClass:
    return lowerCast(cast<clang::CastExpr>(E));
  case clang::Stmt::UnaryOperatorClass:
    return lowerUnary(cast<clang::UnaryOperator>(E));
  case clang::Stmt::BinaryOperatorClass:
    return lowerBinary(cast<clang::BinaryOperator>(E));
  case clang::Stmt::CompoundAssignOperatorClass:
    return lowerAssignment(cast<clang::BinaryOperator>(E));
  case clang::Stmt::ConditionalOperatorClass:
  case clang::Stmt::BinaryConditionalOperatorClass:
    return lowerConditional(cast<clang::AbstractConditionalOperator>(E));
  case clang::Stmt::CallExprClass:
  case clang::Stmt::CXXMemberCallExprClass:
  case clang::Stmt::CXXOperatorCallExprClass:
  case clang::Stmt::UserDefinedLiteralClass:
    return lowerCall(cast<clang::CallExpr>(E));
  case clang::Stmt::InitListExprClass:
    return lowerInitList(cast<clang::InitListExpr>(E));
  case clang::Stmt::LambdaExprClass:
    return lowerLambda(cast<clang::LambdaExpr>(E));
  case clang::Stmt::CXXConstructExprClass:
  case clang::Stmt::CXXTemporaryObjectExprClass: {
    ScalarExpr Home = newObject(Type, "temporary", E->getExprLoc());
    construct(Home, cast<clang::CXXConstructExpr>(E));
    return load(Home, Type, E);
  }
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::CXXNoexceptExprClass: {
    clang::Expr::EvalResult Result;
    ScalarType T = Layouts.scalar(Type);
    if (!E->isValueDependent() && E->EvaluateAsInt(Result, Context))
      return {pool().constant(wrapToType(lowWord(Result.Val.getInt()), T), T)};
    return opaque(Type, "size that is not a constant");
  }
  case clang::Stmt::DeclRefExprClass: {
    const auto *Declaration = cast<clang::DeclRefExpr>(E)->getDecl();
    const auto *Enumerator = dyn_cast<clang::EnumConstantDecl>(Declaration);
    if (!Enumerator)
      return opaque(Type, "name that is no value");
    ScalarType T = Layouts.scalar(Type);
    return {
        pool().constant(wrapToType(lowWord(Enumerator->getInitVal()), T), T)};
  }
  case clang::Stmt::ConstantExprClass:
    return rvalue(cast<clang::ConstantExpr>(E)->getSubExpr());
  case clang::Stmt::ExprWithCleanupsClass:
    return rvalue(cast<clang::ExprWithCleanups>(E)->getSubExpr());
  case clang::Stmt::CXXBindTemporaryExprClass:
    return rvalue(cast<clang::CXXBindTemporaryExpr>(E)->getSubExpr());
  case clang::Stmt::SubstNonTypeTemplateParmExprClass:
    return rvalue(
        cast<clang::SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case clang::Stmt::MaterializeTemporaryExprClass:
    return rvalue(cast<clang::MaterializeTemporaryExpr>(E)->getSubExpr());
  case clang::Stmt::CXXDefaultArgExprClass:
    return rvalue(cast<clang::CXXDefaultArgExpr>(E)->getExpr());
  case clang::Stmt::CXXDefaultInitExprClass:
    return rvalue(cast<clang::CXXDefaultInitExpr>(E)->getExpr());
  case clang::Stmt::CompoundLiteralExprClass:
    return rvalue(cast<clang::CompoundLiteralExpr>(E)->getInitializer());
  case clang::Stmt::GenericSelectionExprClass:
    return rvalue(cast<clang::GenericSelectionExpr>(E)->getResultExpr());
  case clang::Stmt::ChooseExprClass:
    return rvalue(cast<clang::ChooseExpr>(E)->getChosenSubExpr());
  case clang::Stmt::CXXThisExprClass:
    return {TheFrame->This ? TheFrame->This
                           : pool().opaque("this", ScalarType::pointer())};
  case clang::Stmt::OpaqueValueExprClass: {
    const auto *Opaque = cast<clang::OpaqueValueExpr>(E);
    auto It = TheFrame->OpaqueValues.find(Opaque);
    if (It != TheFrame->OpaqueValues.end())
      return It->second;
    if (Opaque->getSourceExpr())
      return TheFrame->OpaqueValues[Opaque] = rvalue(Opaque->getSourceExpr());
    return opaque(Type, "value without a source");
  }
  case clang::Stmt::PseudoObjectExprClass: {
    const auto *Pseudo = cast<clang::PseudoObjectExpr>(E);
    Value Result;
    for (const clang::Expr *Step : Pseudo->semantics()) {
      Value V = isa<clang::OpaqueValueExpr>(Step) &&
                        cast<clang::OpaqueValueExpr>(Step)->isGLValue()
                    ? Value{}
                    : (Step->isGLValue() ? Value{address(Step)} : rvalue(Step));
      if (Step == Pseudo->getResultExpr())
        Result = V;
    }
    return Result;
  }
  case clang::Stmt::StmtExprClass: {
    const auto *Body = cast<clang::StmtExpr>(E)->getSubStmt();
    if (!Body->body_empty())
      if (const auto *Last = dyn_cast<clang::Expr>(Body->body_back()))
        return Last->isGLValue() ? load(address(Last), Type, Last)
                                 : rvalue(Last);
    return opaque(Type, "statement expression");
  }
  case clang::Stmt::MemberExprClass: { // of a struct value, in C
    const auto *Member = cast<clang::MemberExpr>(E);
    Value V = rvalue(Member->getBase());
    const auto *Field = dyn_cast<clang::FieldDecl>(Member->getMemberDecl());
    if (!Field)
      return opaque(Type, "member of a value");
    uint64_t At = Context.getFieldOffset(Field) / 8;
    const TypeLayout Outer = Layouts.of(Member->getBase()->getType());
    unsigned Count = Layouts.of(Type).Leaves.size();
    Value Part;
    for (unsigned I = 0; I < V.size() && I < Outer.Leaves.size(); ++I)
      if (Outer.Leaves[I].Offset >= At && Part.size() < Count)
        Part.push_back(V[I]);
    return Part;
  }
  case clang::Stmt::ExtVectorElementExprClass: {
    const auto *Element = cast<clang::ExtVectorElementExpr>(E);
    Value V = rvalue(Element->getBase()), Part;
    for (unsigned I : swizzle(Element))
      Part.push_back(
          I < V.size() ? V[I]
                       : pool().opaque("vector element", Layouts.scalar(Type)));
    return Part;
  }
  case clang::Stmt::ArraySubscriptExprClass: { // of a vector value
    const auto *Subscript = cast<clang::ArraySubscriptExpr>(E);
    Value V = rvalue(Subscript->getBase());
    ScalarExpr Index = scalar(Subscript->getIdx());
    if (Index->isIntegerConstant() &&
        static_cast<uint64_t>(Index->value()) < V.size())
      return {V[Index->value()]};
    return opaque(Type, "vector element with a computed index");
  }
  case clang::Stmt::AtomicExprClass: {
    const auto *Atomic = cast<clang::AtomicExpr>(E);
    ScalarExpr At = scalar(Atomic->getPtr());
    clang::QualType Pointee = Atomic->getPtr()->getType()->getPointeeType();
    if (Pointee.isNull() || Pointee->isIncompleteType())
      Pointee = Context.IntTy;
    access(AccessKind::Atomic, At,
           Context.getTypeSizeInChars(Pointee).getQuantity(), E, Pointee);
    return opaque(Type, "result of an atomic operation");
  }
  case clang::Stmt::AsTypeExprClass: {
    Value V = rvalue(cast<clang::AsTypeExpr>(E)->getSrcExpr());
    const TypeLayout &Layout = Layouts.of(Type);
    bool Same = V.size() == Layout.Leaves.size();
    for (unsigned I = 0; Same && I < V.size(); ++I)
      Same = V[I]->type().Float == Layout.Leaves[I].Type.Float &&
             V[I]->type().Bits == Layout.Leaves[I].Type.Bits;
    return Same ? convertAll(V, Type) : opaque(Type, "reinterpreted bits");
  }
  case clang::Stmt::ConvertVectorExprClass:
    return convertAll(rvalue(cast<clang::ConvertVectorExpr>(E)->getSrcExpr()),
                      Type);
  case clang::Stmt::CXXThrowExprClass:
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::PredefinedExprClass:
    return opaque(Type, "string");
  case clang::Stmt::RecoveryExprClass:
    reason("code that could not be parsed", E->getExprLoc());
    return opaque(Type, "code that could not be parsed");
  case clang::Stmt::CXXNewExprClass:
  case clang::Stmt::CXXDeleteExprClass:
    reason("device-side memory allocation", E->getExprLoc());
    return opaque(Type, "device-side memory allocation");
  default:
    reason("unhandled expression (" + Twine(E->getStmtClassName()) + ")",
           E->getExprLoc());
    return opaque(Type, "unhandled expression");
  }
}

} // namespace kernelcast
