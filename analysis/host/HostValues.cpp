//===- HostValues.cpp - Values of host expressions ------------------------===//

#include "analysis/host/HostValues.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

std::optional<ScalarType> HostValues::scalar(clang::QualType T,
                                             const clang::ASTContext &Context) {
  if (T.isNull())
    return std::nullopt;
  T = T.getNonReferenceType();
  if (T->isDependentType())
    return std::nullopt;
  if (T->isBooleanType())
    return ScalarType::truth();
  if (T->isEnumeralType() && T->isIncompleteType())
    return std::nullopt;
  if (T->isIntegralOrEnumerationType()) {
    uint64_t Bits = Context.getIntWidth(T);
    if (Bits == 0 || Bits > 64)
      return std::nullopt;
    return ScalarType::integer(Bits, T->isSignedIntegerOrEnumerationType());
  }
  if (T->isRealFloatingType()) {
    uint64_t Bits = Context.getTypeSize(T);
    if (Bits == 16 || Bits == 32 || Bits == 64)
      return ScalarType::floating(Bits);
    return ScalarType::floating(64); // long double, as far as we use it
  }
  return std::nullopt;
}

const Frame *HostValues::frame(const FunctionFacts *Function,
                               const clang::Expr *Call, const Frame *Caller,
                               bool Inlined) {
  const Frame *&F = FrameOf[{Function, Call, Caller, Inlined}];
  if (!F) {
    Frames.push_back({Function, Call, Caller,
                      Inlined || (Caller && Caller->Inlined),
                      Caller ? Caller->Depth + 1 : 0});
    F = &Frames.back();
  }
  return F;
}

const k::Expr *HostValues::value(const clang::Expr *E, const Frame *F) {
  if (!E || ++Steps > MaximumSteps || Depth >= MaximumDepth)
    return nullptr;
  llvm::SaveAndRestore Guard(Depth, Depth + 1);
  return compute(E, F);
}

/// Conversion to \p To with C's rules; a quotient of integers that was taken
/// in floating point becomes an integer division.
const k::Expr *HostValues::convert(const Expr *V, ScalarType To) {
  if (!V || V->type() == To)
    return V;
  if (To.Float && V->type().Float && V->isConstant())
    return Pool.floatConstant(V->floatValue(), To.Bits);
  if (V->type().Float && !To.Float) {
    if (To.Bits == 1)
      return nullptr;
    const Expr *Whole = rounded(V, /*Up=*/false);
    return Whole ? Pool.cast(Whole, To) : nullptr;
  }
  if (To == ScalarType::truth())
    return Pool.isTrue(V);
  return Pool.cast(V, To);
}

const k::Expr *HostValues::constantOf(const clang::Expr *E) {
  std::optional<ScalarType> Type = scalar(E->getType(), Facts.Context);
  clang::Expr::EvalResult Result;
  // Code with errors (a missing header's types) is followed by name only.
  if (!Type || E->isValueDependent() || E->containsErrors() ||
      !E->EvaluateAsRValue(Result, Facts.Context) || Result.HasSideEffects)
    return nullptr;
  if (Result.Val.isInt() && !Type->Float)
    return Pool.constant(
        wrapToType(Result.Val.getInt().extOrTrunc(64).getZExtValue(), *Type),
        *Type);
  if (Result.Val.isFloat() && Type->Float) {
    APFloat V = Result.Val.getFloat();
    bool Lost;
    V.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Lost);
    return Pool.floatConstant(V.convertToDouble(), Type->Bits);
  }
  return nullptr;
}

/// The object or variable \p E, or its part.
const k::Expr *HostValues::read(const clang::Expr *E, ArrayRef<PathStep> Steps,
                                const Frame *F) {
  std::optional<Place> P = placeOf(E, Facts.Context);
  if (P) {
    P->Steps.append(Steps.begin(), Steps.end());
    // An element whose index is not a literal but has a known value here.
    if (const auto *A = dyn_cast<clang::ArraySubscriptExpr>(stripped(E)))
      if (PathStep &Last = P->Steps[P->Steps.size() - 1 - Steps.size()];
          !Last.Field && Last.Element == PathStep::AnyElement) {
        const Expr *Index = value(A->getIdx(), F);
        if (Index && Index->isIntegerConstant() && Index->value() >= 0)
          Last.Element = Index->value();
        else if (Index && Steps.empty() && P->Steps.size() == 1)
          return element(P->Variable, Index, F);
      }
    for (const PathStep &Step : P->Steps)
      if (!Step.Field && Step.Element == PathStep::AnyElement)
        return nullptr;
    return before(*P, E, F);
  }
  // A member of something without a name: f().x.
  if (const auto *M = dyn_cast<clang::MemberExpr>(stripped(E)))
    if (const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
        Field && !M->isArrow()) {
      Path Inside{{Field, 0}};
      Inside.append(Steps.begin(), Steps.end());
      return part(M->getBase(), Inside, F);
    }
  return nullptr;
}

const k::Expr *HostValues::part(const clang::Expr *E, ArrayRef<PathStep> Steps,
                                const Frame *F) {
  if (Steps.empty())
    return value(E, F);
  if (!E || ++this->Steps > MaximumSteps || Depth >= MaximumDepth)
    return nullptr;
  llvm::SaveAndRestore Guard(Depth, Depth + 1);
  E = stripped(E);
  if (const auto *C = dyn_cast<clang::ExplicitCastExpr>(E))
    return part(C->getSubExpr(), Steps, F);
  if (isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr,
          clang::CXXThisExpr>(E))
    return read(E, Steps, F);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    if (U->getOpcode() == clang::UO_Deref)
      return read(E, Steps, F);
    if (U->getOpcode() == clang::UO_AddrOf && !Steps[0].Field &&
        Steps[0].Element == 0)
      return part(U->getSubExpr(), Steps.drop_front(), F);
    return nullptr;
  }
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(E))
    return constructed(K, Steps, F);
  if (const auto *D = dyn_cast<clang::CXXDefaultArgExpr>(E))
    return part(D->getExpr(), Steps, F);
  if (const auto *D = dyn_cast<clang::CXXDefaultInitExpr>(E))
    return part(D->getExpr(), Steps, F);
  if (const auto *L = dyn_cast<clang::CompoundLiteralExpr>(E))
    return part(L->getInitializer(), Steps, F);
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E)) {
    const Expr *Joined =
        join(value(C->getCond(), F), part(C->getTrueExpr(), Steps, F),
             part(C->getFalseExpr(), Steps, F));
    return Joined;
  }
  if (const auto *L = dyn_cast<clang::InitListExpr>(E)) {
    if (const clang::InitListExpr *Semantic = L->getSemanticForm())
      L = Semantic;
    if (L->isTransparent())
      return part(L->getInit(0), Steps, F);
    int64_t I =
        Steps[0].Field ? Steps[0].Field->getFieldIndex() : Steps[0].Element;
    if (I < 0)
      return nullptr;
    if (I < L->getNumInits())
      return part(L->getInit(I), Steps.drop_front(), F);
    if (L->hasArrayFiller())
      return part(L->getArrayFiller(), Steps.drop_front(), F);
    return nullptr;
  }
  if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E);
      O && O->getOperator() == clang::OO_Equal && O->getNumArgs() == 2)
    return part(O->getArg(1), Steps, F);
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return call(C, Steps, F);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B &&
      (B->getOpcode() == clang::BO_Assign || B->getOpcode() == clang::BO_Comma))
    return part(B->getRHS(), Steps, F);
  return nullptr;
}

/// Either of two values; null unless the condition tells which.
const k::Expr *HostValues::join(const Expr *Condition, const Expr *A,
                                const Expr *B) {
  if (Condition && Condition->isIntegerConstant())
    return Condition->value() ? A : B;
  if (!A || !B || A == B)
    return A == B ? A : nullptr;
  if (!Condition || fromCommandLine(Condition) || A->type() != B->type())
    return nullptr;
  return Pool.select(Pool.isTrue(Condition), A, B);
}

const k::Expr *HostValues::compute(const clang::Expr *E, const Frame *F) {
  const clang::Expr *Inner = E->IgnoreParens();
  std::optional<ScalarType> Type = scalar(E->getType(), Facts.Context);
  if (!Type)
    return nullptr;
  const Expr *Result = nullptr;
  if (const auto *C = dyn_cast<clang::CastExpr>(Inner)) {
    if (C->getCastKind() == clang::CK_PointerToIntegral ||
        C->getCastKind() == clang::CK_PointerToBoolean)
      return nullptr;
    Result = convert(value(C->getSubExpr(), F), *Type);
  } else if (const auto *W = dyn_cast<clang::FullExpr>(Inner)) {
    return value(W->getSubExpr(), F);
  } else if (const auto *M = dyn_cast<clang::MaterializeTemporaryExpr>(Inner)) {
    return value(M->getSubExpr(), F);
  } else if (const auto *S =
                 dyn_cast<clang::SubstNonTypeTemplateParmExpr>(Inner)) {
    return value(S->getReplacement(), F);
  } else if (const auto *D = dyn_cast<clang::CXXDefaultArgExpr>(Inner)) {
    return value(D->getExpr(), F);
  } else if (const auto *D = dyn_cast<clang::CXXDefaultInitExpr>(Inner)) {
    return value(D->getExpr(), F);
  } else if (const auto *L = dyn_cast<clang::InitListExpr>(Inner)) {
    if (L->getNumInits() == 1)
      return value(L->getInit(0), F);
    return L->getNumInits() == 0 && !Type->Float ? Pool.constant(0, *Type)
                                                 : nullptr;
  } else if (isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(
                 Inner)) {
    return Type->Float ? Pool.floatConstant(0, Type->Bits)
                       : Pool.constant(0, *Type);
  } else if (isa<clang::DeclRefExpr, clang::MemberExpr,
                 clang::ArraySubscriptExpr>(Inner)) {
    Result = constantOf(Inner);
    if (!Result)
      Result = convert(read(Inner, {}, F), *Type);
  } else if (const auto *U = dyn_cast<clang::UnaryOperator>(Inner)) {
    Result = unary(U, F);
  } else if (const auto *B = dyn_cast<clang::BinaryOperator>(Inner)) {
    Result = binary(B, F);
  } else if (const auto *C = dyn_cast<clang::ConditionalOperator>(Inner)) {
    const Expr *Condition = value(C->getCond(), F);
    const Expr *A = value(C->getTrueExpr(), F);
    const Expr *B = value(C->getFalseExpr(), F);
    Result = join(Condition, A, B);
    if (!Result && !Type->Float) {
      // argc > 1 ? atoi(argv[1]) : 1024 is 1024 without a command line.
      std::optional<int64_t> Default, Taken;
      if (Condition)
        Taken = defaultOf(Condition);
      if (const Expr *Arm = Taken ? (*Taken ? A : B) : nullptr)
        Default = defaultOf(Arm);
      Result = unknownExpression(E, F, Default);
    }
  } else if (const auto *C = dyn_cast<clang::CallExpr>(Inner)) {
    Result = constantOf(Inner);
    if (!Result)
      Result = wellKnown(C, F);
    if (!Result)
      Result = convert(call(C, {}, F), *Type);
  } else {
    Result = constantOf(Inner);
  }
  return Result ? Result : unknownExpression(E, F);
}

const k::Expr *HostValues::unary(const clang::UnaryOperator *U,
                                 const Frame *F) {
  ScalarType Type = *scalar(U->getType(), Facts.Context);
  if (U->getOpcode() == clang::UO_Deref)
    return convert(read(U, {}, F), Type);
  const Expr *V = value(U->getSubExpr(), F);
  if (!V)
    return nullptr;
  switch (U->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return V;
  case clang::UO_Minus:
    if (Type.Float)
      return V->isConstant() ? Pool.floatConstant(-V->floatValue(), Type.Bits)
                             : nullptr;
    return Pool.unary(Op::Negate, V);
  case clang::UO_Not:
    return Type.Float ? nullptr : Pool.unary(Op::Not, V);
  case clang::UO_LNot:
    if (V->type().Float)
      return nullptr;
    return convert(Pool.unary(Op::Not, Pool.isTrue(V)), Type);
  case clang::UO_PreInc:
    return arithmetic(clang::BO_Add, V, Pool.constant(1, V->type()), Type);
  case clang::UO_PreDec:
    return arithmetic(clang::BO_Sub, V, Pool.constant(1, V->type()), Type);
  default:
    return nullptr;
  }
}

/// \p L and \p R of one type (but for shifts) under C's \p Kind.
const k::Expr *HostValues::arithmetic(clang::BinaryOperatorKind Kind,
                                      const Expr *L, const Expr *R,
                                      ScalarType Type) {
  if (!L || !R)
    return nullptr;
  bool Shift = Kind == clang::BO_Shl || Kind == clang::BO_Shr;
  if (!Shift && L->type() != R->type())
    return nullptr;
  auto Compare = [&](Op Operation, const Expr *A, const Expr *B) {
    return A->type().Float ? nullptr
                           : convert(Pool.binary(Operation, A, B), Type);
  };
  auto Compute = [&](Op Operation, bool FloatToo) -> const Expr * {
    if (L->type().Float && !FloatToo)
      return nullptr;
    if (!L->type().Float && R->isConstant(0) &&
        (Operation == Op::Div || Operation == Op::Rem))
      return nullptr;
    return Pool.binary(Operation, L, R);
  };
  switch (Kind) {
  case clang::BO_Add:
    return Compute(Op::Add, true);
  case clang::BO_Sub:
    return Compute(Op::Sub, true);
  case clang::BO_Mul:
    return Compute(Op::Mul, true);
  case clang::BO_Div:
    return Compute(Op::Div, true);
  case clang::BO_Rem:
    return Compute(Op::Rem, false);
  case clang::BO_Shl:
    return Compute(Op::Shl, false);
  case clang::BO_Shr:
    return Compute(Op::Shr, false);
  case clang::BO_And:
    return Compute(Op::And, false);
  case clang::BO_Or:
    return Compute(Op::Or, false);
  case clang::BO_Xor:
    return Compute(Op::Xor, false);
  case clang::BO_EQ:
    return Compare(Op::Equal, L, R);
  case clang::BO_NE:
    return Compare(Op::NotEqual, L, R);
  case clang::BO_LT:
    return Compare(Op::Less, L, R);
  case clang::BO_LE:
    return Compare(Op::LessEqual, L, R);
  case clang::BO_GT:
    return Compare(Op::Less, R, L);
  case clang::BO_GE:
    return Compare(Op::LessEqual, R, L);
  default:
    return nullptr;
  }
}

const k::Expr *HostValues::binary(const clang::BinaryOperator *B,
                                  const Frame *F) {
  ScalarType Type = *scalar(B->getType(), Facts.Context);
  if (B->getOpcode() == clang::BO_Assign || B->getOpcode() == clang::BO_Comma)
    return convert(value(B->getRHS(), F), Type);
  const Expr *L = value(B->getLHS(), F);
  const Expr *R = value(B->getRHS(), F);
  if (B->isLogicalOp()) {
    bool Or = B->getOpcode() == clang::BO_LOr;
    for (const Expr *Side : {L, R}) // x && false, x || true
      if (Side && Side->isIntegerConstant() && (Side->value() != 0) == Or)
        return Pool.constant(Or, Type);
    if (!L || !R || L->type().Float || R->type().Float)
      return nullptr;
    return convert(
        Pool.binary(Or ? Op::Or : Op::And, Pool.isTrue(L), Pool.isTrue(R)),
        Type);
  }
  if (const auto *C = dyn_cast<clang::CompoundAssignOperator>(B)) {
    std::optional<ScalarType> As =
        scalar(C->getComputationLHSType(), Facts.Context);
    if (!As || !L || !R)
      return nullptr;
    return convert(arithmetic(clang::BinaryOperator::getOpForCompoundAssignment(
                                  C->getOpcode()),
                              convert(L, *As), R, *As),
                   Type);
  }
  return arithmetic(B->getOpcode(), L, R, Type);
}
