//===- IntegerRules.cpp - Identities of integer operations ----------------===//
//
// Constants move outwards and meet, so that addresses that differ by a constant
// share all but the last node:
//
//   (x + c) + d = x + (c + d)     (c - x) + d = (c + d) - x
//   (x + c) * d = x * d + c * d   x << c = x * 2^c
//   x + c == d  is  x == d - c    x <= c  is  x < c + 1, where that exists
//
// Compilers make one test of several where they can, and `i < 2048 && j < 2048`
// becomes `(i | j) < 2048`. The several are what an evaluator can follow, since
// bits of a union move with neither part:
//
//   x | y < 2^k, unsigned,  is  x < 2^k && y < 2^k      x | y == 0  alike
//   x & y < 0, signed,      is  x < 0 && y < 0          x & y == ~0  alike
//   and the other way round, x | y < 0  is  x < 0 || y < 0
//
// Multiplication and division do not meet: x * 8 may wrap.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/IntegerRules.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelcast;

static int64_t smallest(ScalarType Type) {
  return Type.Signed ? llvm::minIntN(Type.Bits) : 0;
}

static int64_t largest(ScalarType Type) {
  return Type.Signed ? llvm::maxIntN(Type.Bits)
                     : static_cast<int64_t>(llvm::maxUIntN(Type.Bits));
}

bool kernelcast::keepsValues(ScalarType From, ScalarType To) {
  if (From.Float || To.Float || isTruth(To))
    return false;
  if (From.Signed == To.Signed)
    return To.Bits >= From.Bits;
  return To.Signed && To.Bits > From.Bits;
}

const Expr *kernelcast::lowBits(ExpressionPool &Pool, const Expr *E,
                                unsigned Bits) {
  ScalarType Type = E->type();
  if (Bits >= Type.Bits)
    return E;
  if (!Type.Signed)
    return Pool.binary(Op::And, E,
                       Pool.constant((int64_t(1) << Bits) - 1, Type));
  const Expr *Rest = Pool.constant(Type.Bits - Bits, Type);
  return Pool.binary(Op::Shr, Pool.binary(Op::Shl, E, Rest), Rest);
}

const Expr *kernelcast::withConstant(const Expr *E, Op Operation, int64_t &C) {
  if (E->op() != Operation || E->type().Float ||
      !E->operand(1)->isIntegerConstant())
    return nullptr;
  C = E->operand(1)->value();
  return E->operand(0);
}

/// The widened operand when \p E is a cast between integers that keeps values.
static const Expr *widened(const Expr *E) {
  if (E->op() == Op::Cast && keepsValues(E->operand(0)->type(), E->type()))
    return E->operand(0);
  return nullptr;
}

const Expr *IntegerRules::add(const Expr *A, const Expr *B) {
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

const Expr *IntegerRules::sub(const Expr *A, const Expr *B) {
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

const Expr *IntegerRules::mul(const Expr *A, const Expr *B) {
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

const Expr *IntegerRules::divideOrShift(Op Operation, const Expr *A,
                                        const Expr *B) {
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

const Expr *IntegerRules::bitwise(Op Operation, const Expr *A, const Expr *B) {
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

const Expr *IntegerRules::extremum(Op Operation, const Expr *A, const Expr *B) {
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

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

const Expr *IntegerRules::compare(Op Operation, const Expr *A, const Expr *B) {
  if (A == B)
    return Pool.truth(Operation == Op::Equal || Operation == Op::LessEqual);
  if (Operation == Op::Equal || Operation == Op::NotEqual)
    if (const Expr *Result = equality(Operation, A, B))
      return Result;
  if (Operation == Op::Less || Operation == Op::LessEqual)
    if (const Expr *Result = order(Operation, A, B))
      return Result;
  if (const Expr *Result = partByPart(Operation, A, B))
    return Result;
  // Both widened from one type: compare before widening.
  const Expr *X = widened(A), *Y = widened(B);
  if (X && Y && X->type() == Y->type())
    return Pool.binary(Operation, X, Y);
  if (X && B->isConstant() && wrapToType(B->value(), X->type()) == B->value() &&
      X->type().Bits < 64)
    return Pool.binary(Operation, X, Pool.constant(B->value(), X->type()));
  if (Y && A->isConstant() && wrapToType(A->value(), Y->type()) == A->value() &&
      Y->type().Bits < 64)
    return Pool.binary(Operation, Pool.constant(A->value(), Y->type()), Y);
  return nullptr;
}

const Expr *IntegerRules::equality(Op Operation, const Expr *A, const Expr *B) {
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
    // No bit above the lowest k, as is asked of operands before a division with
    // half as many bits.
    if (A->op() == Op::And && B->isConstant(0) &&
        A->operand(1)->isIntegerConstant()) {
      const auto Lowest = static_cast<uint64_t>(
          wrapToType(~A->operand(1)->value(), unsignedType()));
      if (llvm::isMask_64(Lowest)) {
        const Expr *All = Pool.cast(A->operand(0), unsignedType());
        auto Bound = [&](uint64_t C) {
          return Pool.constant(static_cast<int64_t>(C), unsignedType());
        };
        return Operation == Op::Equal
                   ? Pool.binary(Op::Less, All, Bound(Lowest + 1))
                   : Pool.binary(Op::Less, Bound(Lowest), All);
      }
    }
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
const Expr *IntegerRules::order(Op Operation, const Expr *A, const Expr *B) {
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

/// \p E without conversions that keep its bits.
static const Expr *sameBits(const Expr *E) {
  while (E->op() == Op::Cast && !E->operand(0)->type().Float &&
         E->operand(0)->type().Bits == E->type().Bits)
    E = E->operand(0);
  return E;
}

static bool isUnionOrCommonBits(const Expr *E) {
  return E->op() == Op::Or || E->op() == Op::And;
}

/// The operands of \p Bits and of all that it is made of by the same operation.
/// Empty if they are many, or themselves unions of common bits or the like:
/// each of those would be taken apart in turn, for every path that leads to it.
static llvm::SmallVector<const Expr *, 4> partsOf(const Expr *Bits) {
  static constexpr size_t MostParts = 16;
  llvm::SmallVector<const Expr *, 4> Left{Bits}, Parts;
  while (!Left.empty()) {
    const Expr *Part = Left.pop_back_val();
    int64_t Mask = 0;
    const Expr *Masked = withConstant(sameBits(Part), Op::And, Mask);
    if (Part->op() == Bits->op() && (Part == Bits || !Masked)) {
      Left.push_back(Part->operand(1));
      Left.push_back(Part->operand(0));
    } else if (isUnionOrCommonBits(sameBits(Masked ? Masked : Part))) {
      return {};
    } else {
      Parts.push_back(Part);
    }
    if (Left.size() + Parts.size() > MostParts)
      return {};
  }
  return Parts;
}

/// Whether \p C is a power of two; with \p Last, one less than one.
static bool boundsBits(int64_t C, bool Last) {
  const auto Bound = static_cast<uint64_t>(C) + (Last ? 1 : 0);
  return llvm::isPowerOf2_64(Bound);
}

/// A comparison of the union or of the common bits of several numbers with a
/// constant, which is one of each of them: of all or of any.
const Expr *IntegerRules::partByPart(Op Operation, const Expr *A,
                                     const Expr *B) {
  const bool Turned = A->isConstant();
  const Expr *Bits = sameBits(Turned ? B : A), *Constant = Turned ? A : B;
  const bool Union = Bits->op() == Op::Or;
  if (isTruth(Type) || !Constant->isConstant() ||
      (!Union && Bits->op() != Op::And))
    return nullptr;
  const int64_t Bound = Constant->value();
  // What all or none of the bits have: of a union none, of common bits all.
  const bool Edge = Bound == (Union ? 0 : wrapToType(-1, Type));
  bool AllHold = false; ///< it holds where it does of all; else of any
  if (Operation == Op::Equal || Operation == Op::NotEqual) {
    if (!Edge)
      return nullptr;
    AllHold = Operation == Op::Equal;
  } else if (Operation != Op::Less) {
    return nullptr;
  } else if (Type.Signed) {
    if (Bound != (Turned ? -1 : 0)) // the sign alone
      return nullptr;
    AllHold = Union == Turned;
  } else {
    if (!Union || !boundsBits(Bound, Turned))
      return nullptr;
    AllHold = !Turned;
  }
  const Expr *Result = nullptr;
  for (const Expr *Part : partsOf(Bits)) {
    Part = Pool.cast(Part, Type);
    const Expr *Test = Turned ? Pool.binary(Operation, Constant, Part)
                              : Pool.binary(Operation, Part, Constant);
    Result =
        Result ? Pool.binary(AllHold ? Op::And : Op::Or, Result, Test) : Test;
  }
  return Result;
}
