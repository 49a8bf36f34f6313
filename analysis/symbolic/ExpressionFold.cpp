//===- ExpressionFold.cpp - Identities applied while building -------------===//
//
// Every rule below holds for every value of its operands under C's integer
// semantics with wrap-around, so that folding never changes a result:
//
//   sums      (x + c) + d = x + (c + d), and constants move outwards, so that
//             addresses that differ by a constant share all but the last node;
//             x - c is kept as x + (-c)
//   products  (x + c) * d = x * d + c * d; x << c is kept as x * 2^c
//   compares  kept as == != < <=; x <= c becomes x < c + 1 where that exists
//   casts     a chain that loses nothing collapses into its last cast; a
//             truncation passes through sums and products with constants
//   doubles   one operation of floats in double precision whose result becomes
//             a float is that of floats, and so is a comparison: a double has
//             more than twice a float's digits, so that rounding twice is as
//             good as once (Figueroa, When is Double Rounding Innocuous?, 1995)
//
// x * 8 / 8 is not x (the product may wrap), and floating-point sums are left
// in the order in which they were written.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/IntegerRules.h"
#include <cmath>

using namespace kernelcast;

static bool isCommutative(Op Operation) {
  switch (Operation) {
  case Op::Add:
  case Op::Mul:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Min:
  case Op::Max:
  case Op::Equal:
  case Op::NotEqual:
    return true;
  default:
    return false;
  }
}

static bool isComparison(Op Operation) {
  return Operation >= Op::Equal && Operation <= Op::LessEqual;
}

/// Whether A comes after B in the order of commutative operands: array bases
/// first, then in order of creation, constants last.
static bool comesAfter(const Expr *A, const Expr *B) {
  auto Rank = [](const Expr *E) {
    return E->op() == Op::Base ? 0 : E->isConstant() ? 2 : 1;
  };
  if (Rank(A) != Rank(B))
    return Rank(A) > Rank(B);
  return A->id() > B->id();
}

/// Arithmetic on two floating-point constants, rounded as the type rounds.
static std::optional<double> foldFloat(Op Operation, unsigned Bits, double A,
                                       double B) {
  if (Bits != 32 && Bits != 64)
    return std::nullopt;
  auto Compute = [&](auto X, auto Y) -> std::optional<double> {
    decltype(X) Result;
    switch (Operation) {
    case Op::Add:
      Result = X + Y;
      break;
    case Op::Sub:
      Result = X - Y;
      break;
    case Op::Mul:
      Result = X * Y;
      break;
    case Op::Div:
      if (Y == 0)
        return std::nullopt;
      Result = X / Y;
      break;
    default:
      return std::nullopt;
    }
    if (!std::isfinite(Result))
      return std::nullopt;
    return Result;
  };
  if (Bits == 32)
    return Compute(static_cast<float>(A), static_cast<float>(B));
  return Compute(A, B);
}

static std::optional<bool> compareFloat(Op Operation, double A, double B) {
  switch (Operation) {
  case Op::Equal:
    return A == B;
  case Op::NotEqual:
    return A != B;
  case Op::Less:
    return A < B;
  case Op::LessEqual:
    return A <= B;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

const Expr *ExpressionPool::isTrue(const Expr *A) {
  if (isTruth(A->type()))
    return A;
  if (A->op() == Op::Cast && isTruth(A->operand(0)->type()))
    return A->operand(0);
  return binary(Op::NotEqual, A, constant(0, A->type()));
}

const Expr *ExpressionPool::unary(Op Operation, const Expr *A) {
  ScalarType Type = A->type();
  if (A->isIntegerConstant())
    if (auto Value = foldInteger(Operation, Type, A->value(), 0))
      return constant(*Value, Type);
  if (A->op() == Operation && (Operation == Op::Negate || Operation == Op::Not))
    return A->operand(0);
  int64_t C = 0;
  if (Operation == Op::Negate) {
    if (A->isConstant() && Type.Float)
      return floatConstant(-A->floatValue(), Type.Bits);
    if (!Type.Float && A->op() == Op::Sub)
      return sub(A->operand(1), A->operand(0));
    if (const Expr *X = withConstant(A, Op::Add, C))
      return sub(unary(Op::Negate, constant(C, Type)), X);
    if (const Expr *X = withConstant(A, Op::Mul, C))
      return mul(X, unary(Op::Negate, constant(C, Type)));
  }
  if (Operation == Op::Not && isTruth(Type)) {
    if (A->op() == Op::Equal)
      return binary(Op::NotEqual, A->operand(0), A->operand(1));
    if (A->op() == Op::NotEqual)
      return binary(Op::Equal, A->operand(0), A->operand(1));
    // A comparison with a NaN is false whichever way round it is asked.
    if (A->op() == Op::Less && !A->operand(0)->type().Float)
      return binary(Op::LessEqual, A->operand(1), A->operand(0));
    if (A->op() == Op::LessEqual && !A->operand(0)->type().Float)
      return binary(Op::Less, A->operand(1), A->operand(0));
  }
  return make(Operation, Type, 0, {}, {A});
}

const Expr *ExpressionPool::select(const Expr *Condition, const Expr *A,
                                   const Expr *B) {
  Condition = isTrue(Condition);
  if (!(A->type() == B->type()))
    B = cast(B, A->type());
  if (A == B || Condition->isConstant(1))
    return A;
  if (Condition->isConstant(0))
    return B;
  if (Condition->op() == Op::Not)
    return select(Condition->operand(0), B, A);
  // An arm that asks the same question again has its answer.
  if (A->op() == Op::Select && A->operand(0) == Condition)
    return select(Condition, A->operand(1), B);
  if (B->op() == Op::Select && B->operand(0) == Condition)
    return select(Condition, A, B->operand(2));
  if (isTruth(A->type())) {
    if (A->isConstant(1))
      return binary(Op::Or, Condition, B);
    if (B->isConstant(0))
      return binary(Op::And, Condition, A);
    if (A->isConstant(0))
      return binary(Op::And, unary(Op::Not, Condition), B);
    if (B->isConstant(1))
      return binary(Op::Or, unary(Op::Not, Condition), A);
  }
  return make(Op::Select, A->type(), 0, {}, {Condition, A, B});
}

/// The float that \p E, a double, is for certain; null if it may be none.
static const Expr *asFloat(ExpressionPool &Pool, const Expr *E) {
  if (E->isConstant()) {
    const auto Single = static_cast<float>(E->floatValue());
    return static_cast<double>(Single) == E->floatValue()
               ? Pool.floatConstant(E->floatValue(), 32)
               : nullptr;
  }
  return E->op() == Op::Cast &&
                 E->operand(0)->type() == ScalarType::floating(32)
             ? E->operand(0)
             : nullptr;
}

/// \p A \p Operation \p B, of doubles, on floats; null if one may be none.
static const Expr *onFloats(ExpressionPool &Pool, Op Operation, const Expr *A,
                            const Expr *B) {
  const Expr *X = asFloat(Pool, A);
  const Expr *Y = X ? asFloat(Pool, B) : nullptr;
  return Y ? Pool.binary(Operation, X, Y) : nullptr;
}

const Expr *ExpressionPool::cast(const Expr *A, ScalarType To) {
  ScalarType From = A->type();
  if (From == To)
    return A;
  if (isTruth(To))
    return isTrue(A);
  if (A->isConstant()) {
    if (!From.Float && !To.Float)
      return constant(A->value(), To);
    if (From.Float && To.Float && To.Bits >= 32)
      return floatConstant(A->floatValue(), To.Bits);
    if (!From.Float && To.Bits >= 32) {
      // Round once, from the integer to the target.
      if (To.Bits == 32)
        return floatConstant(
            From.Signed || A->value() >= 0
                ? static_cast<float>(A->value())
                : static_cast<float>(static_cast<uint64_t>(A->value())));
      return floatConstant(
          From.Signed || A->value() >= 0
              ? static_cast<double>(A->value())
              : static_cast<double>(static_cast<uint64_t>(A->value())),
          To.Bits);
    }
    if (From.Float && !To.Float && To.Bits <= 64) {
      double Value = std::trunc(A->floatValue());
      double Low = To.Signed ? -std::ldexp(1, To.Bits - 1) : 0;
      double High = std::ldexp(1, To.Bits - (To.Signed ? 1 : 0));
      if (Value >= Low && Value < High)
        return constant(
            To.Signed ? static_cast<int64_t>(Value)
                      : static_cast<int64_t>(static_cast<uint64_t>(Value)),
            To);
    }
  }
  if (From == ScalarType::floating(64) && To == ScalarType::floating(32) &&
      (A->op() == Op::Add || A->op() == Op::Sub || A->op() == Op::Mul ||
       A->op() == Op::Div))
    if (const Expr *Narrow =
            onFloats(*this, A->op(), A->operand(0), A->operand(1)))
      return Narrow;
  if (From.Float || To.Float) {
    return make(Op::Cast, To, 0, {}, {A});
  }
  if (A->op() == Op::Cast && !A->operand(0)->type().Float &&
      (To.Bits <= From.Bits || keepsValues(A->operand(0)->type(), From)))
    return cast(A->operand(0), To);
  if (To.Bits <= From.Bits) {
    int64_t C = 0;
    if (const Expr *X = withConstant(A, Op::Add, C))
      return add(cast(X, To), constant(C, To));
    if (const Expr *X = withConstant(A, Op::Mul, C))
      return mul(cast(X, To), constant(C, To));
  }
  return make(Op::Cast, To, 0, {}, {A});
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

const Expr *ExpressionPool::binary(Op Operation, const Expr *A, const Expr *B) {
  bool Shift = Operation == Op::Shl || Operation == Op::Shr;
  if (!Shift && !(A->type() == B->type()))
    B = cast(B, A->type());
  ScalarType Type = A->type();
  ScalarType Result = isComparison(Operation) ? ScalarType::truth() : Type;
  if (isCommutative(Operation) && comesAfter(A, B))
    std::swap(A, B);

  if (Type.Float) {
    if (A->isConstant() && B->isConstant()) {
      double X = A->floatValue(), Y = B->floatValue();
      if (auto Value = compareFloat(Operation, X, Y))
        return truth(*Value);
      if (auto Value = foldFloat(Operation, Type.Bits, X, Y))
        return floatConstant(*Value, Type.Bits);
    }
    if (isComparison(Operation) && Type.Bits == 64)
      if (const Expr *Narrow = onFloats(*this, Operation, A, B))
        return Narrow;
    bool One = B->isConstant() && B->floatValue() == 1;
    if (One && (Operation == Op::Mul || Operation == Op::Div))
      return A;
    return make(Operation, Result, 0, {}, {A, B});
  }

  if (A->isIntegerConstant() && B->isIntegerConstant())
    if (auto Value = foldInteger(Operation, Type, A->value(), B->value()))
      return constant(*Value, Result);
  if (Type.Bits > 64)
    return make(Operation, Result, 0, {}, {A, B});

  IntegerRules Rules(*this, Type);
  const Expr *Simple = nullptr;
  switch (Operation) {
  case Op::Add:
    Simple = Rules.add(A, B);
    break;
  case Op::Sub:
    Simple = Rules.sub(A, B);
    break;
  case Op::Mul:
    Simple = Rules.mul(A, B);
    break;
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
  case Op::Shr:
    Simple = Rules.divideOrShift(Operation, A, B);
    break;
  case Op::And:
  case Op::Or:
  case Op::Xor:
    Simple = Rules.bitwise(Operation, A, B);
    break;
  case Op::Min:
  case Op::Max:
    Simple = Rules.extremum(Operation, A, B);
    break;
  default:
    Simple = Rules.compare(Operation, A, B);
    break;
  }
  return Simple ? Simple : make(Operation, Result, 0, {}, {A, B});
}
