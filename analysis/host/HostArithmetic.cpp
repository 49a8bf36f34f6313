//===- HostArithmetic.cpp - C's arithmetic on host expressions ------------===//

#include "analysis/host/HostArithmetic.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

std::optional<ScalarType>
kernelcast::host::scalarType(clang::QualType T,
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

const k::Expr *HostArithmetic::convert(const Expr *V, ScalarType To) {
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

const k::Expr *HostArithmetic::binary(clang::BinaryOperatorKind Kind,
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

static constexpr ScalarType Wide{false, true, 64};

std::optional<HostArithmetic::Ratio> HostArithmetic::ratio(const Expr *V,
                                                           unsigned Level) {
  if (!V || Level > 16)
    return std::nullopt;
  const Expr *One = Pool.constant(1, Wide);
  if (!V->type().Float)
    return Ratio{Pool.cast(V, Wide), One};
  if (V->isConstant()) {
    double Value = V->floatValue();
    int64_t Scale = 1;
    while (std::trunc(Value) != Value && Scale < (1 << 20))
      Value *= 2, Scale *= 2;
    if (std::trunc(Value) != Value || std::fabs(Value) > 1e15)
      return std::nullopt;
    return Ratio{Pool.constant(static_cast<int64_t>(Value), Wide),
                 Pool.constant(Scale, Wide)};
  }
  if (V->op() == Op::Cast)
    return ratio(V->operand(0), Level + 1);
  if (V->operands().size() != 2)
    return std::nullopt;
  std::optional<Ratio> A = ratio(V->operand(0), Level + 1);
  std::optional<Ratio> B = ratio(V->operand(1), Level + 1);
  if (!A || !B)
    return std::nullopt;
  auto Sum = [&](Op Operation) {
    if (A->Denominator == B->Denominator)
      return Ratio{Pool.binary(Operation, A->Numerator, B->Numerator),
                   A->Denominator};
    return Ratio{Pool.binary(Operation, Pool.mul(A->Numerator, B->Denominator),
                             Pool.mul(B->Numerator, A->Denominator)),
                 Pool.mul(A->Denominator, B->Denominator)};
  };
  switch (V->op()) {
  case Op::Add:
  case Op::Sub:
    return Sum(V->op());
  case Op::Mul:
    return Ratio{Pool.mul(A->Numerator, B->Numerator),
                 Pool.mul(A->Denominator, B->Denominator)};
  case Op::Div:
    return Ratio{Pool.mul(A->Numerator, B->Denominator),
                 Pool.mul(A->Denominator, B->Numerator)};
  default:
    return std::nullopt;
  }
}

const k::Expr *HostArithmetic::rounded(const Expr *V, bool Up) {
  if (!V)
    return nullptr;
  if (V->isConstant()) {
    double Value =
        Up ? std::ceil(V->floatValue()) : std::trunc(V->floatValue());
    if (!(std::fabs(Value) < 9e18))
      return nullptr;
    return Pool.constant(static_cast<int64_t>(Value), Wide);
  }
  std::optional<Ratio> R = ratio(V);
  if (!R ||
      (R->Denominator->isIntegerConstant() && R->Denominator->value() <= 0))
    return nullptr;
  if (R->Denominator->isConstant(1))
    return R->Numerator;
  const Expr *N = R->Numerator;
  if (Up)
    N = Pool.add(N, Pool.sub(R->Denominator, Pool.constant(1, Wide)));
  return Pool.binary(Op::Div, N, R->Denominator);
}
