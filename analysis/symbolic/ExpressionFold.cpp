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
//
// x * 8 / 8 is not x (the product may wrap), and floating-point sums are left
// in the order in which they were written.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/Expression.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace kernelcast;

static int64_t smallest(ScalarType Type) {
  return Type.Signed ? llvm::minIntN(Type.Bits) : 0;
}

static int64_t largest(ScalarType Type) {
  return Type.Signed ? llvm::maxIntN(Type.Bits)
                     : static_cast<int64_t>(llvm::maxUIntN(Type.Bits));
}

static bool isTruth(ScalarType Type) { return Type == ScalarType::truth(); }

/// x for x + c or x * c, with the constant in \p C.
static const Expr *withConstant(const Expr *E, Op Operation, int64_t &C) {
  if (E->op() != Operation || E->type().Float ||
      !E->operand(1)->isIntegerConstant())
    return nullptr;
  C = E->operand(1)->value();
  return E->operand(0);
}

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

/// Whether a conversion between integer types keeps every value.
static bool keepsValues(ScalarType From, ScalarType To) {
  if (From.Float || To.Float || isTruth(To))
    return false;
  if (From.Signed == To.Signed)
    return To.Bits >= From.Bits;
  return To.Signed && To.Bits > From.Bits;
}

/// The widened operand when \p E is a cast between integers that keeps values.
static const Expr *widened(const Expr *E) {
  if (E->op() == Op::Cast && keepsValues(E->operand(0)->type(), E->type()))
    return E->operand(0);
  return nullptr;
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

namespace {

/// The rules for one binary node of integers; null where none applies.
class BinaryRules {
public:
  BinaryRules(ExpressionPool &Pool, ScalarType Type) : Pool(Pool), Type(Type) {}

  const Expr *add(const Expr *A, const Expr *B) {
    if (B->isConstant(0))
      return A;
    if (const Expr *X = withConstant(A, Op::Add, C))
      return B->isConstant() ? Pool.add(X, folded(Op::Add, C, B->value()))
                             : Pool.add(Pool.add(X, B), value(C));
    if (const Expr *X = withConstant(B, Op::Add, C))
      return Pool.add(Pool.add(A, X), value(C));
    if (A == B)
      return Pool.mul(A, value(2));
    if (B->op() == Op::Negate)
      return Pool.sub(A, B->operand(0));
    if (A->op() == Op::Negate)
      return Pool.sub(B, A->operand(0));
    if (A->op() == Op::Sub && A->operand(1) == B)
      return A->operand(0);
    if (B->op() == Op::Sub && B->operand(1) == A)
      return B->operand(0);
    if (A->op() == Op::Sub && A->operand(0)->isConstant())
      return B->isConstant()
                 ? Pool.sub(folded(Op::Add, A->operand(0)->value(), B->value()),
                            A->operand(1))
                 : Pool.add(Pool.sub(B, A->operand(1)), A->operand(0));
    if (B->op() == Op::Sub && B->operand(0)->isConstant())
      return Pool.add(Pool.sub(A, B->operand(1)), B->operand(0));
    return nullptr;
  }

  const Expr *sub(const Expr *A, const Expr *B) {
    if (A == B)
      return value(0);
    if (B->isConstant())
      return Pool.add(A, folded(Op::Negate, B->value(), 0));
    if (A->isConstant(0))
      return Pool.unary(Op::Negate, B);
    if (B->op() == Op::Negate)
      return Pool.add(A, B->operand(0));
    if (const Expr *X = withConstant(A, Op::Add, C))
      return Pool.add(Pool.sub(X, B), value(C));
    if (const Expr *X = withConstant(B, Op::Add, C))
      return Pool.add(Pool.sub(A, X), folded(Op::Negate, C, 0));
    if (B->op() == Op::Sub && B->operand(0)->isConstant())
      return Pool.sub(Pool.add(A, B->operand(1)), B->operand(0));
    if (A->op() == Op::Add && A->operand(0) == B)
      return A->operand(1);
    if (A->op() == Op::Add && A->operand(1) == B)
      return A->operand(0);
    if (B->op() == Op::Add && B->operand(0) == A)
      return Pool.unary(Op::Negate, B->operand(1));
    if (B->op() == Op::Add && B->operand(1) == A)
      return Pool.unary(Op::Negate, B->operand(0));
    return nullptr;
  }

  const Expr *mul(const Expr *A, const Expr *B) {
    if (!B->isConstant())
      return nullptr;
    if (B->isConstant(0))
      return B;
    if (B->isConstant(1))
      return A;
    if (A->op() == Op::Negate)
      return Pool.mul(A->operand(0), folded(Op::Negate, B->value(), 0));
    if (const Expr *X = withConstant(A, Op::Mul, C))
      return Pool.mul(X, folded(Op::Mul, C, B->value()));
    if (const Expr *X = withConstant(A, Op::Add, C))
      return Pool.add(Pool.mul(X, B), folded(Op::Mul, C, B->value()));
    if (A->op() == Op::Sub && A->operand(0)->isConstant())
      return Pool.sub(folded(Op::Mul, A->operand(0)->value(), B->value()),
                      Pool.mul(A->operand(1), B));
    if (Type.Signed && B->isConstant(-1))
      return Pool.unary(Op::Negate, A);
    return nullptr;
  }

  const Expr *divideOrShift(Op Operation, const Expr *A, const Expr *B) {
    switch (Operation) {
    case Op::Div:
      return B->isConstant(1) ? A : nullptr;
    case Op::Rem:
      return B->isConstant(1) ? value(0) : nullptr;
    case Op::Shl:
      if (!B->isIntegerConstant())
        return nullptr;
      if (B->value() < 0 || B->value() >= Type.Bits)
        return value(0);
      return Pool.mul(A, value(static_cast<int64_t>(1ull << B->value())));
    case Op::Shr:
      return B->isConstant(0) ? A : nullptr;
    default:
      return nullptr;
    }
  }

  /// And, Or, Xor: neutral and absorbing constants, equal or opposite operands.
  const Expr *bitwise(Op Operation, const Expr *A, const Expr *B) {
    int64_t Ones = wrapToType(-1, Type);
    bool Opposite = (A->op() == Op::Not && A->operand(0) == B) ||
                    (B->op() == Op::Not && B->operand(0) == A) ||
                    (isTruth(Type) && A == Pool.unary(Op::Not, B));
    switch (Operation) {
    case Op::And:
      if (A == B || B->isConstant(Ones))
        return A;
      if (B->isConstant(0) || Opposite)
        return value(0);
      break;
    case Op::Or:
      if (A == B || B->isConstant(0))
        return A;
      if (B->isConstant(Ones) || Opposite)
        return value(Ones);
      break;
    default:
      if (B->isConstant(0))
        return A;
      if (A == B)
        return value(0);
      if (B->isConstant(Ones))
        return Pool.unary(Op::Not, A);
      if (Opposite)
        return value(Ones);
      break;
    }
    if (B->isConstant())
      if (const Expr *X = withConstant(A, Operation, C))
        return Pool.binary(Operation, X, folded(Operation, C, B->value()));
    return nullptr;
  }

  const Expr *extremum(Op Operation, const Expr *A, const Expr *B) {
    if (A == B)
      return A;
    if (!B->isConstant())
      return nullptr;
    int64_t Neutral = Operation == Op::Min ? largest(Type) : smallest(Type);
    int64_t Absorbing = Operation == Op::Min ? smallest(Type) : largest(Type);
    if (B->isConstant(Neutral))
      return A;
    if (B->isConstant(Absorbing))
      return B;
    if (const Expr *X = withConstant(A, Operation, C))
      return Pool.binary(Operation, X, folded(Operation, C, B->value()));
    return nullptr;
  }

  /// Type is the operands' type.
  const Expr *compare(Op Operation, const Expr *A, const Expr *B) {
    if (A == B)
      return Pool.truth(Operation == Op::Equal || Operation == Op::LessEqual);
    if (Operation == Op::Equal || Operation == Op::NotEqual)
      if (const Expr *Result = equality(Operation, A, B))
        return Result;
    if (Operation == Op::Less || Operation == Op::LessEqual)
      if (const Expr *Result = order(Operation, A, B))
        return Result;
    // Both widened from one type: compare before widening.
    const Expr *X = widened(A), *Y = widened(B);
    if (X && Y && X->type() == Y->type())
      return Pool.binary(Operation, X, Y);
    if (X && B->isConstant() &&
        wrapToType(B->value(), X->type()) == B->value() && X->type().Bits < 64)
      return Pool.binary(Operation, X, Pool.constant(B->value(), X->type()));
    if (Y && A->isConstant() &&
        wrapToType(A->value(), Y->type()) == A->value() && Y->type().Bits < 64)
      return Pool.binary(Operation, Pool.constant(A->value(), Y->type()), Y);
    return nullptr;
  }

private:
  ExpressionPool &Pool;
  ScalarType Type;
  int64_t C = 0;

  const Expr *value(int64_t V) { return Pool.constant(V, Type); }
  const Expr *folded(Op Operation, int64_t A, int64_t B) {
    return value(foldInteger(Operation, Type, A, B).value_or(0));
  }

  const Expr *equality(Op Operation, const Expr *A, const Expr *B) {
    if (isTruth(Type) && B->isConstant())
      return (B->value() == 1) == (Operation == Op::Equal)
                 ? A
                 : Pool.unary(Op::Not, A);
    if (B->isConstant()) {
      if (const Expr *X = withConstant(A, Op::Add, C))
        return Pool.binary(Operation, X, folded(Op::Sub, B->value(), C));
      if (A->op() == Op::Sub && B->isConstant(0))
        return Pool.binary(Operation, A->operand(0), A->operand(1));
      if (const Expr *X = widened(A);
          X && (wrapToType(B->value(), X->type()) != B->value() ||
                (!Type.Signed && X->type().Signed)))
        return Pool.truth(Operation == Op::NotEqual);
      // A choice between constants is the condition itself.
      if (A->op() == Op::Select && A->operand(1)->isConstant() &&
          A->operand(2)->isConstant())
        return Pool.select(A->operand(0),
                           Pool.binary(Operation, A->operand(1), B),
                           Pool.binary(Operation, A->operand(2), B));
    }
    return nullptr;
  }

  /// Less and LessEqual at the ends of the type's range, then as Less.
  const Expr *order(Op Operation, const Expr *A, const Expr *B) {
    bool Strict = Operation == Op::Less;
    if (B->isConstant(smallest(Type)))
      return Strict ? Pool.truth(false) : Pool.binary(Op::Equal, A, B);
    if (B->isConstant(largest(Type)))
      return Strict ? Pool.binary(Op::NotEqual, A, B) : Pool.truth(true);
    if (A->isConstant(smallest(Type)))
      return Strict ? Pool.binary(Op::NotEqual, B, A) : Pool.truth(true);
    if (A->isConstant(largest(Type)))
      return Strict ? Pool.truth(false) : Pool.binary(Op::Equal, B, A);
    if (!Strict && B->isConstant())
      return Pool.binary(Op::Less, A, folded(Op::Add, B->value(), 1));
    if (!Strict && A->isConstant())
      return Pool.binary(Op::Less, folded(Op::Sub, A->value(), 1), B);
    if (!Type.Signed && B->isConstant(1))
      return Pool.binary(Op::Equal, A, value(0));
    return nullptr;
  }
};

} // namespace

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

  BinaryRules Rules(*this, Type);
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
