//===- HostValues.cpp - Values of host expressions ------------------------===//

#include "analysis/host/HostValues.h"
#include "analysis/host/Containers.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

HostValues::HostValues(HostFacts &Facts, ExpressionPool &Pool,
                       RangeVariables Ranges)
    : Facts(Facts), Pool(Pool), Ranges(Ranges), Arithmetic(Pool),
      Symbols(Facts.Context, Pool), Reaching(*this), Calls(*this),
      Entry(*this) {}

const k::Expr *HostValues::value(const clang::Expr *E, const Frame *F) {
  if (!E || !Work.step())
    return nullptr;
  auto Deeper = Work.deeper();
  return compute(E, F);
}

const k::Expr *HostValues::constantOf(const clang::Expr *E) {
  std::optional<ScalarType> Type = scalarType(E->getType(), Facts.Context);
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

const clang::CXXForRangeStmt *HostValues::rangeLoopOf(const clang::VarDecl *V,
                                                      const Frame *F) const {
  const clang::CXXForRangeStmt *Loop = F->Facts->RangeLoops.lookup(V);
  return Loop && !F->Facts->modifies(Loop->getBody(), {V, {}}) ? Loop : nullptr;
}

std::optional<uint64_t>
HostValues::rounds(const clang::CXXForRangeStmt *Loop) const {
  return Entry.elements(Loop->getRangeInit());
}

const k::Expr *HostValues::inRound(const clang::CXXForRangeStmt *Loop,
                                   const Expr *Round, ArrayRef<PathStep> Steps,
                                   const Frame *F) {
  return Entry.element(Loop->getRangeInit(), Round, Steps, F);
}

/// The part \p Steps of \p V, if it is the variable of a range-based for whose
/// elements are known.
const k::Expr *HostValues::ofRange(const clang::VarDecl *V,
                                   ArrayRef<PathStep> Steps, const Frame *F) {
  const clang::CXXForRangeStmt *Loop = V ? rangeLoopOf(V, F) : nullptr;
  if (!Loop)
    return nullptr;
  if (Ranges == RangeVariables::EachElement)
    return inRound(Loop, round(Loop, F), Steps, F);
  const Expr *First =
      inRound(Loop, Pool.constant(0, ScalarType::integer(64, true)), Steps, F);
  if (!First)
    return nullptr;
  Place P{V, Path(Steps.begin(), Steps.end())};
  const Expr *Own = Symbols.ofPlace(P, Loop, F, Symbols.defaultOf(First));
  Symbols.markInLoop(Own, Loop, P, F);
  return Own;
}

/// The object or variable \p E, or its part.
const k::Expr *HostValues::read(const clang::Expr *E, ArrayRef<PathStep> Steps,
                                const Frame *F) {
  // The members of an element, from the outermost inwards.
  const clang::Expr *Whole = stripped(E);
  Path Inside(Steps.begin(), Steps.end());
  while (const auto *M = dyn_cast<clang::MemberExpr>(Whole)) {
    const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
    if (!Field || M->isArrow())
      break;
    Inside.insert(Inside.begin(), PathStep{Field, 0});
    Whole = stripped(M->getBase());
  }
  if (const auto *R = dyn_cast<clang::DeclRefExpr>(Whole))
    if (const Expr *V =
            ofRange(dyn_cast<clang::VarDecl>(R->getDecl()), Inside, F))
      return V;
  std::optional<Place> P = placeOf(E, Facts.Context);
  if (P) {
    P->Steps.append(Steps.begin(), Steps.end());
    // An element whose index is not a literal but has a known value here.
    if (const auto *A = dyn_cast<clang::ArraySubscriptExpr>(Whole);
        A && P->Steps.size() > Inside.size())
      if (PathStep &At = P->Steps[P->Steps.size() - 1 - Inside.size()];
          !At.Field && At.Element == PathStep::AnyElement) {
        const Expr *Index = value(A->getIdx(), F);
        if (Index && Index->isIntegerConstant() && Index->value() >= 0)
          At.Element = Index->value();
        else if (Index)
          return Entry.element(A->getBase(), Index, Inside, F);
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
  if (!E || !Work.step())
    return nullptr;
  auto Deeper = Work.deeper();
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
    return Calls.constructed(K, Steps, F);
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
  if (const auto *L = dyn_cast<clang::InitListExpr>(E))
    return listed(L, Steps, F);
  if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E);
      O && O->getOperator() == clang::OO_Equal && O->getNumArgs() == 2)
    return part(O->getArg(1), Steps, F);
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return Calls.result(C, Steps, F);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B &&
      (B->getOpcode() == clang::BO_Assign || B->getOpcode() == clang::BO_Comma))
    return part(B->getRHS(), Steps, F);
  return nullptr;
}

const k::Expr *HostValues::sizeOf(const clang::Expr *Container,
                                  const Frame *F) {
  Path Steps;
  if (Container->getType()->isPointerType() &&
      !isa<clang::CXXThisExpr>(stripped(Container)))
    Steps.push_back({nullptr, 0});
  Steps.push_back({nullptr, PathStep::Size});
  return part(Container, Steps, F);
}

/// The part \p Steps of the object that \p L initialises.
const k::Expr *HostValues::listed(const clang::InitListExpr *L,
                                  ArrayRef<PathStep> Steps, const Frame *F) {
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

const k::Expr *HostValues::join(const Expr *Condition, const Expr *A,
                                const Expr *B) {
  if (Condition && Condition->isIntegerConstant())
    return Condition->value() ? A : B;
  if (!A || !B || A == B)
    return A == B ? A : nullptr;
  if (!Condition || Symbols.fromCommandLine(Condition) ||
      A->type() != B->type())
    return nullptr;
  return Pool.select(Pool.isTrue(Condition), A, B);
}

/// Where the condition does not tell, what the program takes without a command
/// line is the default: argc > 1 ? atoi(argv[1]) : 1024 has 1024.
const k::Expr *HostValues::conditional(const clang::ConditionalOperator *C,
                                       const clang::Expr *Whole,
                                       ScalarType Type, const Frame *F) {
  const Expr *Condition = value(C->getCond(), F);
  const Expr *A = value(C->getTrueExpr(), F);
  const Expr *B = value(C->getFalseExpr(), F);
  const Expr *Joined = join(Condition, A, B);
  if (Joined || Type.Float)
    return Joined;
  std::optional<int64_t> Default, Taken;
  if (Condition)
    Taken = Symbols.defaultOf(Condition);
  if (const Expr *Arm = Taken ? (*Taken ? A : B) : nullptr)
    Default = Symbols.defaultOf(Arm);
  return unnamed(Whole, F, Default);
}

const k::Expr *HostValues::compute(const clang::Expr *E, const Frame *F) {
  const clang::Expr *Inner = E->IgnoreParens();
  std::optional<ScalarType> Type = scalarType(E->getType(), Facts.Context);
  if (!Type)
    return nullptr;
  const Expr *Result = nullptr;
  if (const auto *C = dyn_cast<clang::CastExpr>(Inner)) {
    if (C->getCastKind() == clang::CK_PointerToIntegral ||
        C->getCastKind() == clang::CK_PointerToBoolean)
      return nullptr;
    Result = Arithmetic.convert(value(C->getSubExpr(), F), *Type);
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
      Result = Arithmetic.convert(read(Inner, {}, F), *Type);
  } else if (const auto *U = dyn_cast<clang::UnaryOperator>(Inner)) {
    Result = unary(U, F);
  } else if (const auto *B = dyn_cast<clang::BinaryOperator>(Inner)) {
    Result = binary(B, F);
  } else if (const auto *C = dyn_cast<clang::ConditionalOperator>(Inner)) {
    Result = conditional(C, E, *Type, F);
  } else if (const auto *C = dyn_cast<clang::CallExpr>(Inner)) {
    if (isPassedOn(C))
      return Arithmetic.convert(value(C->getArg(0), F), *Type);
    if (const clang::Expr *Container = sizeAskedOf(C))
      Result = Arithmetic.convert(sizeOf(Container, F), *Type);
    if (Result)
      return Result;
    Result = constantOf(Inner);
    if (!Result)
      Result = Calls.wellKnown(C, F);
    if (!Result)
      Result = Arithmetic.convert(Calls.result(C, {}, F), *Type);
  } else {
    Result = constantOf(Inner);
  }
  return Result ? Result : unnamed(E, F);
}

const k::Expr *HostValues::unary(const clang::UnaryOperator *U,
                                 const Frame *F) {
  std::optional<ScalarType> Known = scalarType(U->getType(), Facts.Context);
  if (!Known)
    return nullptr;
  ScalarType Type = *Known;
  if (U->getOpcode() == clang::UO_Deref)
    return Arithmetic.convert(read(U, {}, F), Type);
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
    return Arithmetic.convert(Pool.unary(Op::Not, Pool.isTrue(V)), Type);
  case clang::UO_PreInc:
    return Arithmetic.binary(clang::BO_Add, V, Pool.constant(1, V->type()),
                             Type);
  case clang::UO_PreDec:
    return Arithmetic.binary(clang::BO_Sub, V, Pool.constant(1, V->type()),
                             Type);
  default:
    return nullptr;
  }
}

const k::Expr *HostValues::binary(const clang::BinaryOperator *B,
                                  const Frame *F) {
  std::optional<ScalarType> Known = scalarType(B->getType(), Facts.Context);
  if (!Known)
    return nullptr;
  ScalarType Type = *Known;
  if (B->getOpcode() == clang::BO_Assign || B->getOpcode() == clang::BO_Comma)
    return Arithmetic.convert(value(B->getRHS(), F), Type);
  const Expr *L = value(B->getLHS(), F);
  const Expr *R = value(B->getRHS(), F);
  if (B->isLogicalOp()) {
    bool Or = B->getOpcode() == clang::BO_LOr;
    for (const Expr *Side : {L, R}) // x && false, x || true
      if (Side && Side->isIntegerConstant() && (Side->value() != 0) == Or)
        return Pool.constant(Or, Type);
    if (!L || !R || L->type().Float || R->type().Float)
      return nullptr;
    return Arithmetic.convert(
        Pool.binary(Or ? Op::Or : Op::And, Pool.isTrue(L), Pool.isTrue(R)),
        Type);
  }
  if (const auto *C = dyn_cast<clang::CompoundAssignOperator>(B)) {
    std::optional<ScalarType> As =
        scalarType(C->getComputationLHSType(), Facts.Context);
    if (!As || !L || !R)
      return nullptr;
    return Arithmetic.convert(
        Arithmetic.binary(
            clang::BinaryOperator::getOpForCompoundAssignment(C->getOpcode()),
            Arithmetic.convert(L, *As), R, *As),
        Type);
  }
  return Arithmetic.binary(B->getOpcode(), L, R, Type);
}

const k::Expr *HostValues::named(const Expr *V, const Place &P,
                                 const void *Where, const Frame *F) {
  if (!V)
    return Symbols.ofPlace(P, Where, F);
  std::optional<ScalarType> Type =
      scalarType(typeOf(P, Facts.Context), Facts.Context);
  if (F->Inlined || !Symbols.hasUnnamed(V))
    return Type ? Arithmetic.convert(V, *Type) : V;
  return Symbols.ofPlace(P, Where, F, Symbols.defaultOf(V));
}

const k::Expr *HostValues::unnamed(const clang::Expr *E, const Frame *F,
                                   std::optional<int64_t> Default) {
  return Work.exhausted() ? nullptr : Symbols.ofExpression(E, F, Default);
}

const k::Expr *HostValues::integer(const clang::Expr *E, const Frame *F) {
  const Expr *V = E ? value(E, F) : nullptr;
  return V && !V->type().Float ? V : nullptr;
}
