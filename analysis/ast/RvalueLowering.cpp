//===- RvalueLowering.cpp - Values of expressions -------------------------===//

#include "analysis/ast/RvalueLowering.h"
#include "analysis/ast/CallLowering.h"
#include "analysis/ast/ExpressionLowering.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtVisitor.h"

using namespace llvm;

namespace kernelcast {

namespace {

class RvalueVisitor : public clang::ConstStmtVisitor<RvalueVisitor, Value>,
                      private LoweringParts {
public:
  RvalueVisitor(const LoweringParts &Parts, ExpressionLowering &Expressions,
                CallLowering &Calls)
      : LoweringParts(Parts), Expressions(Expressions), Calls(Calls) {}

  // Literals and constants.

  Value VisitIntegerLiteral(const clang::IntegerLiteral *E) {
    ScalarType T = Layouts.scalar(E->getType());
    const APInt &V = E->getValue();
    return {
        Pool.constant(wrapToType(static_cast<int64_t>(V.extractBitsAsZExtValue(
                                     std::min(64u, V.getBitWidth()), 0)),
                                 T),
                      T)};
  }

  Value VisitCharacterLiteral(const clang::CharacterLiteral *E) {
    ScalarType T = Layouts.scalar(E->getType());
    return {Pool.constant(wrapToType(E->getValue(), T), T)};
  }

  Value VisitCXXBoolLiteralExpr(const clang::CXXBoolLiteralExpr *E) {
    return {Pool.truth(E->getValue())};
  }

  Value VisitFloatingLiteral(const clang::FloatingLiteral *E) {
    return {Pool.floatConstant(E->getValueAsApproximateDouble(),
                               Layouts.scalar(E->getType()).Bits)};
  }

  Value VisitCXXNullPtrLiteralExpr(const clang::CXXNullPtrLiteralExpr *) {
    return {Pool.constant(0, ScalarType::pointer())};
  }

  Value VisitGNUNullExpr(const clang::GNUNullExpr *) {
    return {Pool.constant(0, ScalarType::pointer())};
  }

  Value VisitImplicitValueInitExpr(const clang::ImplicitValueInitExpr *E) {
    return Numbers.zero(E->getType());
  }

  Value VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr *E) {
    return Numbers.zero(E->getType());
  }

  /// sizeof and its kin.
  Value constant(const clang::Expr *E) {
    clang::Expr::EvalResult Result;
    ScalarType T = Layouts.scalar(E->getType());
    if (!E->isValueDependent() && E->EvaluateAsInt(Result, Context))
      return {Pool.constant(wrapToType(lowWord(Result.Val.getInt()), T), T)};
    return Numbers.opaque(E->getType(), "size that is not a constant");
  }

  Value
  VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *E) {
    return constant(E);
  }
  Value VisitOffsetOfExpr(const clang::OffsetOfExpr *E) { return constant(E); }
  Value VisitTypeTraitExpr(const clang::TypeTraitExpr *E) {
    return constant(E);
  }
  Value VisitSizeOfPackExpr(const clang::SizeOfPackExpr *E) {
    return constant(E);
  }
  Value VisitCXXNoexceptExpr(const clang::CXXNoexceptExpr *E) {
    return constant(E);
  }

  Value VisitDeclRefExpr(const clang::DeclRefExpr *E) {
    const auto *Enumerator = dyn_cast<clang::EnumConstantDecl>(E->getDecl());
    if (!Enumerator)
      return Numbers.opaque(E->getType(), "name that is no value");
    ScalarType T = Layouts.scalar(E->getType());
    return {Pool.constant(wrapToType(lowWord(Enumerator->getInitVal()), T), T)};
  }

  Value VisitStringLiteral(const clang::StringLiteral *E) {
    return Memory.relayed(Numbers.opaque(E->getType(), "string"));
  }

  Value VisitPredefinedExpr(const clang::PredefinedExpr *E) {
    return Memory.relayed(Numbers.opaque(E->getType(), "string"));
  }

  // Operators.

  Value VisitUnaryAddrOf(const clang::UnaryOperator *E) {
    if (E->getSubExpr()->getType()->isFunctionType())
      return Memory.relayed(
          {Pool.opaque("function address", ScalarType::pointer())});
    return {taken(Expressions.address(E->getSubExpr()))};
  }

  /// The address of an lvalue that is a value now.
  ScalarExpr taken(ScalarExpr Address) {
    Memory.take(Address);
    return Address;
  }

  Value VisitUnaryPlus(const clang::UnaryOperator *E) {
    return Expressions.rvalue(E->getSubExpr());
  }

  Value VisitUnaryExtension(const clang::UnaryOperator *E) {
    return Expressions.rvalue(E->getSubExpr());
  }

  Value VisitUnaryMinus(const clang::UnaryOperator *E) {
    Value V = Expressions.rvalue(E->getSubExpr());
    for (ScalarExpr &S : V)
      S = Pool.unary(Op::Negate, S);
    return V;
  }

  Value VisitUnaryNot(const clang::UnaryOperator *E) {
    Value V = Expressions.rvalue(E->getSubExpr());
    for (ScalarExpr &S : V)
      S = Pool.unary(Op::Not, S);
    return V;
  }

  Value VisitUnaryLNot(const clang::UnaryOperator *E) {
    clang::QualType Type = E->getType();
    if (Type->isVectorType())
      return Numbers.opaque(Type, "vector negation");
    ScalarExpr Truth = Pool.isTrue(Expressions.scalar(E->getSubExpr()));
    return Numbers.convertAll({Pool.unary(Op::Not, Truth)}, Type);
  }

  Value step(const clang::UnaryOperator *E) {
    return Expressions.Assignments.step(E).V;
  }

  Value VisitUnaryPreInc(const clang::UnaryOperator *E) { return step(E); }
  Value VisitUnaryPreDec(const clang::UnaryOperator *E) { return step(E); }
  Value VisitUnaryPostInc(const clang::UnaryOperator *E) { return step(E); }
  Value VisitUnaryPostDec(const clang::UnaryOperator *E) { return step(E); }

  Value VisitUnaryOperator(const clang::UnaryOperator *E) {
    return Numbers.opaque(E->getType(), "unhandled unary operator");
  }

  Value VisitBinComma(const clang::BinaryOperator *E) {
    const clang::Expr *R = E->getRHS();
    Expressions.evaluate(E->getLHS());
    return R->isGLValue() ? Memory.load(Expressions.address(R), E->getType(), R)
                          : Expressions.rvalue(R);
  }

  /// Evaluates \p E unless that is done.
  void once(const clang::Expr *E) {
    if (!frame().Values.count(E)) {
      Value V = Expressions.rvalue(E);
      frame().Values[E] = std::move(V);
    }
  }

  /// Both sides have been evaluated by the CFG in blocks of their own, the
  /// right one only if the left one leaves it anything to decide.
  Value logical(const clang::BinaryOperator *E) {
    clang::QualType Type = E->getType();
    if (Type->isVectorType()) {
      once(E->getLHS());
      once(E->getRHS());
      return Numbers.opaque(Type, "vector logic");
    }
    const bool And = E->getOpcode() == clang::BO_LAnd;
    ScalarExpr A = Pool.isTrue(Expressions.scalar(E->getLHS()));
    if (A->isIntegerConstant() && A->isConstant(0) == And)
      return Numbers.convertAll({A}, Type);
    ScalarExpr B = Pool.isTrue(Expressions.scalar(E->getRHS()));
    ScalarExpr V = And ? Pool.select(A, B, Pool.truth(false))
                       : Pool.select(A, Pool.truth(true), B);
    return Numbers.convertAll({V}, Type);
  }

  Value VisitBinLAnd(const clang::BinaryOperator *E) { return logical(E); }
  Value VisitBinLOr(const clang::BinaryOperator *E) { return logical(E); }

  Value VisitBinAssign(const clang::BinaryOperator *E) {
    return Expressions.Assignments.assign(E).V;
  }

  Value VisitCompoundAssignOperator(const clang::CompoundAssignOperator *E) {
    return Expressions.Assignments.assign(E).V;
  }

  Value VisitBinPtrMemD(const clang::BinaryOperator *E) {
    Flow.reason("pointer to member", E->getExprLoc());
    return Numbers.opaque(E->getType(), "pointer to member");
  }

  Value VisitBinPtrMemI(const clang::BinaryOperator *E) {
    return VisitBinPtrMemD(E);
  }

  Value VisitBinCmp(const clang::BinaryOperator *E) {
    return Numbers.opaque(E->getType(), "three-way comparison");
  }

  Value VisitBinaryOperator(const clang::BinaryOperator *E) {
    const clang::Expr *L = E->getLHS(), *R = E->getRHS();
    Value A = Expressions.rvalue(L), B = Expressions.rvalue(R);
    Value V = Numbers.binary(E->getOpcode(), A, B, L->getType(), R->getType(),
                             E->getType());
    if (V.size() == 1)
      Flow.noteOperation(V[0], E);
    if (V.size() == 1 && E->getType()->isPointerType())
      Extents.noteMoved(E->getType(), V[0],
                        (L->getType()->isPointerType() ? A : B).front());
    return V;
  }

  Value VisitAbstractConditionalOperator(
      const clang::AbstractConditionalOperator *E) {
    clang::QualType Type = E->getType();
    if (const auto *Binary = dyn_cast<clang::BinaryConditionalOperator>(E))
      frame().OpaqueValues[Binary->getOpaqueValue()] =
          Expressions.rvalue(Binary->getCommon());
    if (Type->isVoidType())
      return {};
    auto Side = [&](const clang::Expr *S) {
      S = S->IgnoreParens();
      return isa<clang::CXXThrowExpr>(S) ? Numbers.opaque(Type, "throw")
                                         : Expressions.rvalue(S);
    };
    if (E->getCond()->getType()->isVectorType()) {
      for (const clang::Expr *Each :
           {E->getCond(), E->getTrueExpr(), E->getFalseExpr()})
        once(Each);
      return Numbers.opaque(Type, "vector select");
    }
    ScalarExpr Test = Pool.isTrue(Expressions.scalar(E->getCond()));
    if (Test->isIntegerConstant())
      return Side(Test->isConstant(0) ? E->getFalseExpr() : E->getTrueExpr());
    Value A = Side(E->getTrueExpr()), B = Side(E->getFalseExpr());
    return Numbers.select(Test, A, B, Type);
  }

  // Conversions.

  Value VisitCastExpr(const clang::CastExpr *E) {
    clang::QualType Type = E->getType();
    const clang::Expr *Sub = E->getSubExpr();
    switch (E->getCastKind()) {
    case clang::CK_LValueToRValue:
      return Expressions.Reads.read(Sub, Type);
    case clang::CK_NoOp:
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
    case clang::CK_AddressSpaceConversion:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      if (Sub->getType()->isFunctionType())
        return Memory.relayed(
            {Pool.opaque("function address", ScalarType::pointer())});
      if (Sub->isGLValue())
        return Memory.load(Expressions.address(Sub), Type, Sub);
      return Expressions.rvalue(Sub);
    case clang::CK_ArrayToPointerDecay:
      return {taken(Expressions.address(Sub))};
    case clang::CK_BitCast:
    case clang::CK_CPointerToObjCPointerCast:
      if (Type->isPointerType())
        return Expressions.rvalue(Sub);
      return Numbers.opaque(Type, "reinterpreted bits");
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
      if (!Type->isPointerType())
        return Expressions.rvalue(Sub);
      return {Numbers.toBase(
          Expressions.scalar(Sub),
          Sub->getType()->getPointeeType()->getAsCXXRecordDecl(), E)};
    case clang::CK_BaseToDerived:
      if (!Type->isPointerType())
        return Expressions.rvalue(Sub);
      return {Expressions.scalar(Sub)};
    case clang::CK_NullToPointer:
      return {Pool.constant(0, ScalarType::pointer())};
    case clang::CK_ToVoid:
      Expressions.evaluate(Sub);
      return {};
    case clang::CK_VectorSplat: {
      ScalarExpr One = Expressions.scalar(Sub);
      Value V(Layouts.of(Type).Leaves.size(), One);
      return Numbers.convertAll(V, Type);
    }
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingCast:
    case clang::CK_FloatingToBoolean:
    case clang::CK_PointerToIntegral:
    case clang::CK_IntegralToPointer:
    case clang::CK_PointerToBoolean:
      return Numbers.convertAll(Expressions.rvalue(Sub), Type);
    case clang::CK_BooleanToSignedIntegral: {
      Value V = Expressions.rvalue(Sub);
      for (ScalarExpr &S : V)
        S = Pool.unary(Op::Negate, Numbers.convert(S, Layouts.scalar(Type)));
      return V;
    }
    case clang::CK_ZeroToOCLOpaqueType:
    case clang::CK_IntToOCLSampler:
      return Numbers.opaque(Type, "sampler");
    default:
      return Numbers.opaque(Type, "unhandled conversion");
    }
  }

  Value VisitBuiltinBitCastExpr(const clang::BuiltinBitCastExpr *E) {
    const clang::Expr *Sub = E->getSubExpr();
    const clang::QualType From = Sub->getType(), To = E->getType();
    if (Sub->isGLValue() && !haveSameParts(From, To))
      return Memory.load(Expressions.address(Sub), To, Sub);
    return sameBits(Sub->isGLValue() ? Expressions.Reads.read(Sub, From)
                                     : Expressions.rvalue(Sub),
                    From, To);
  }

  Value VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr *E) {
    return VisitExpr(E);
  }

  Value VisitAsTypeExpr(const clang::AsTypeExpr *E) {
    const clang::Expr *Source = E->getSrcExpr();
    return sameBits(Expressions.rvalue(Source), Source->getType(),
                    E->getType());
  }

  /// Whether numbers of the same types lie in the same places of both.
  bool haveSameParts(clang::QualType A, clang::QualType B) {
    const TypeLayout &First = Layouts.of(A), &Second = Layouts.of(B);
    return First.Leaves.size() == Second.Leaves.size() &&
           all_of(zip(First.Leaves, Second.Leaves), [](const auto &Pair) {
             const auto &[X, Y] = Pair;
             return X.Offset == Y.Offset && X.Type.Float == Y.Type.Float &&
                    X.Type.Bits == Y.Type.Bits;
           });
  }

  /// The bits of \p V, of type \p From, as a value of \p Type; known where both
  /// have the same parts.
  Value sameBits(const Value &V, clang::QualType From, clang::QualType Type) {
    const TypeLayout &Layout = Layouts.of(Type);
    bool Same = V.size() == Layout.Leaves.size() && haveSameParts(From, Type);
    for (unsigned I = 0; Same && I < V.size(); ++I)
      Same = V[I]->type().Float == Layout.Leaves[I].Type.Float &&
             V[I]->type().Bits == Layout.Leaves[I].Type.Bits;
    return Same ? Numbers.convertAll(V, Type)
                : Numbers.opaque(Type, "reinterpreted bits");
  }

  Value VisitConvertVectorExpr(const clang::ConvertVectorExpr *E) {
    return Numbers.convertAll(Expressions.rvalue(E->getSrcExpr()),
                              E->getType());
  }

  // Parts of values, and values made of parts.

  /// Of a struct value, in C.
  Value VisitMemberExpr(const clang::MemberExpr *E) {
    Value V = Expressions.rvalue(E->getBase());
    const auto *Field = dyn_cast<clang::FieldDecl>(E->getMemberDecl());
    if (!Field || Field->isBitField())
      return Numbers.opaque(E->getType(), "member of a value");
    uint64_t At = Context.getFieldOffset(Field) / 8;
    const TypeLayout &Outer = Layouts.of(E->getBase()->getType());
    unsigned Count = Layouts.of(E->getType()).Leaves.size();
    Value Part;
    for (unsigned I = 0; I < V.size() && I < Outer.Leaves.size(); ++I)
      if (Outer.Leaves[I].Offset >= At && Part.size() < Count)
        Part.push_back(V[I]);
    return Part;
  }

  Value VisitExtVectorElementExpr(const clang::ExtVectorElementExpr *E) {
    Value V = Expressions.rvalue(E->getBase()), Part;
    for (unsigned I : swizzle(E))
      Part.push_back(I < V.size() ? V[I]
                                  : Pool.opaque("vector element",
                                                Layouts.scalar(E->getType())));
    return Part;
  }

  /// Of a vector value.
  Value VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *E) {
    Value V = Expressions.rvalue(E->getBase());
    ScalarExpr Index = Expressions.scalar(E->getIdx());
    if (Index->isIntegerConstant() &&
        static_cast<uint64_t>(Index->value()) < V.size())
      return {V[Index->value()]};
    return Numbers.opaque(E->getType(), "vector element with a computed index");
  }

  Value VisitInitListExpr(const clang::InitListExpr *E) {
    return Expressions.Initializers.value(E);
  }

  Value VisitLambdaExpr(const clang::LambdaExpr *E) {
    return Expressions.Initializers.value(E);
  }

  Value VisitCXXConstructExpr(const clang::CXXConstructExpr *E) {
    ScalarExpr Home =
        Memory.newObject(E->getType(), "temporary", E->getExprLoc());
    Calls.construct(Home, E);
    return Memory.load(Home, E->getType(), E);
  }

  // Calls and what is like them.

  Value VisitCallExpr(const clang::CallExpr *E) { return Calls.lower(E); }

  Value VisitAtomicExpr(const clang::AtomicExpr *E) {
    ScalarExpr At = Expressions.scalar(E->getPtr());
    clang::QualType Pointee = E->getPtr()->getType()->getPointeeType();
    if (Pointee.isNull() || Pointee->isIncompleteType())
      Pointee = Context.IntTy;
    Memory.access(AccessKind::Atomic, At, Layouts.bytes(Pointee), E, Pointee);
    for (const clang::Stmt *Child : E->children()) {
      // The object, and where an exchange finds and leaves other values.
      const auto *Operand = dyn_cast_or_null<clang::Expr>(Child);
      if (!Operand)
        continue;
      ScalarExpr V = Expressions.scalar(Operand);
      Memory.lose(V);
      if (Operand->getType()->isPointerType())
        Memory.clobber(V, "atomic operation");
    }
    return Numbers.opaque(E->getType(), "result of an atomic operation");
  }

  Value VisitCXXThisExpr(const clang::CXXThisExpr *) {
    return {frame().This ? taken(frame().This)
                         : Pool.opaque("this", ScalarType::pointer())};
  }

  Value VisitCXXThrowExpr(const clang::CXXThrowExpr *E) {
    return Memory.relayed(Numbers.opaque(E->getType(), "string"));
  }

  Value VisitCXXNewExpr(const clang::CXXNewExpr *E) {
    Flow.reason("device-side memory allocation", E->getExprLoc());
    // One that is given its place writes there.
    for (const clang::Expr *Place : E->placement_arguments())
      if (ScalarExpr At = Expressions.scalar(Place);
          Place->getType()->isPointerType())
        Memory.clobber(At, "object made in place", E);
    return Numbers.opaque(E->getType(), "device-side memory allocation");
  }

  Value VisitCXXDeleteExpr(const clang::CXXDeleteExpr *E) {
    Flow.reason("device-side memory allocation", E->getExprLoc());
    return Numbers.opaque(E->getType(), "device-side memory allocation");
  }

  Value
  VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr *E) {
    ScalarExpr Home =
        Memory.newObject(E->getType(), "temporary", E->getExprLoc());
    Expressions.Initializers.initialize(Home, E->getType(), E);
    return Memory.load(Home, E->getType(), E);
  }

  // What stands for another expression.

  Value VisitFullExpr(const clang::FullExpr *E) {
    return Expressions.rvalue(E->getSubExpr());
  }

  Value VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E) {
    Expressions.skipDestructor(E->getType(), E->getExprLoc());
    return Expressions.rvalue(E->getSubExpr());
  }

  Value VisitSubstNonTypeTemplateParmExpr(
      const clang::SubstNonTypeTemplateParmExpr *E) {
    return Expressions.rvalue(E->getReplacement());
  }

  Value
  VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E) {
    return Expressions.rvalue(E->getSubExpr());
  }

  /// a != b as !(a == b), since C++20.
  Value
  VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *E) {
    return Expressions.rvalue(E->getSemanticForm());
  }

  Value VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *E) {
    return Expressions.rvalue(E->getExpr());
  }

  Value VisitCXXDefaultInitExpr(const clang::CXXDefaultInitExpr *E) {
    return Expressions.rvalue(E->getExpr());
  }

  Value VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *E) {
    return Expressions.rvalue(E->getInitializer());
  }

  Value VisitGenericSelectionExpr(const clang::GenericSelectionExpr *E) {
    return Expressions.rvalue(E->getResultExpr());
  }

  Value VisitChooseExpr(const clang::ChooseExpr *E) {
    return Expressions.rvalue(E->getChosenSubExpr());
  }

  Value VisitOpaqueValueExpr(const clang::OpaqueValueExpr *E) {
    auto It = frame().OpaqueValues.find(E);
    if (It != frame().OpaqueValues.end())
      return It->second;
    if (!E->getSourceExpr())
      return Numbers.opaque(E->getType(), "value without a source");
    Value V = Expressions.rvalue(E->getSourceExpr());
    return frame().OpaqueValues[E] = V;
  }

  Value VisitPseudoObjectExpr(const clang::PseudoObjectExpr *E) {
    Value Result;
    for (const clang::Expr *Step : E->semantics()) {
      const auto *Opaque = dyn_cast<clang::OpaqueValueExpr>(Step);
      Value V = Opaque && Opaque->isGLValue() ? Value{}
                : Step->isGLValue()           ? Value{Expressions.address(Step)}
                                              : Expressions.rvalue(Step);
      if (Step == E->getResultExpr())
        Result = V;
    }
    return Result;
  }

  Value VisitStmtExpr(const clang::StmtExpr *E) {
    const auto *Body = E->getSubStmt();
    if (!Body->body_empty())
      if (const auto *Last = dyn_cast<clang::Expr>(Body->body_back()))
        return Last->isGLValue()
                   ? Memory.load(Expressions.address(Last), E->getType(), Last)
                   : Expressions.rvalue(Last);
    return Numbers.opaque(E->getType(), "statement expression");
  }

  Value VisitRecoveryExpr(const clang::RecoveryExpr *E) {
    Flow.reason("code that could not be parsed", E->getExprLoc());
    return Numbers.opaque(E->getType(), "code that could not be parsed");
  }

  Value VisitExpr(const clang::Expr *E) {
    Flow.reason("unhandled expression (" + Twine(E->getStmtClassName()) + ")",
                E->getExprLoc());
    return Numbers.opaque(E->getType(), "unhandled expression");
  }

private:
  ExpressionLowering &Expressions;
  CallLowering &Calls;
};

} // namespace

Value RvalueLowering::lower(const clang::Expr *E) {
  return RvalueVisitor(*this, Expressions, Calls).Visit(E);
}

} // namespace kernelcast
