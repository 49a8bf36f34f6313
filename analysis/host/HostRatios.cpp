//===- HostRatios.cpp - Quotients that host code takes in floating point --===//
//
// (int)ceil((float)n / 256) means the integer (n + 255) / 256, and that is
// what a formula should say. A floating-point expression made of converted
// integers, whole or dyadic constants, + - * / is a quotient of two integers
// N / D; rounding it is an integer division:
//
//   truncation, floor   N / D            ceil   (N + D - 1) / D
//
// for N >= 0 and D > 0, which holds for sizes. 64-bit integers carry N and D.
// The identity is exact as long as the conversions are (integers below 2^24
// in single, 2^53 in double precision).
//===----------------------------------------------------------------------===//

#include "analysis/host/HostValues.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

static constexpr ScalarType Wide{false, true, 64};

std::optional<HostValues::Ratio> HostValues::ratio(const Expr *V,
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

/// The floating-point \p V rounded to an integer, as a 64-bit integer.
const Expr *HostValues::rounded(const Expr *V, bool Up) {
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
