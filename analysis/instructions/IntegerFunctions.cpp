//===- IntegerFunctions.cpp - Functions of integers as arithmetic ---------===//

#include "analysis/instructions/IntegerFunctions.h"
#include "analysis/symbolic/IntegerRules.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kernelcast {

const Expr *integerFunction(ExpressionPool &Pool, Meaning Kind,
                            ArrayRef<const Expr *> Given, ScalarType T) {
  const size_t Needed = Kind == Meaning::Abs                               ? 1
                        : Kind == Meaning::Mad24 || Kind == Meaning::Clamp ? 3
                                                                           : 2;
  if (T.Float || Given.size() < Needed ||
      any_of(Given, [](const Expr *X) { return X->type().Float; }))
    return nullptr;
  if (Kind == Meaning::Abs) {
    const Expr *X = Given[0];
    return Pool.cast(X->type().Signed
                         ? Pool.binary(Op::Max, X, Pool.unary(Op::Negate, X))
                         : X,
                     T);
  }
  if (Kind != Meaning::Min && Kind != Meaning::Max && Kind != Meaning::Clamp &&
      Kind != Meaning::Mul24 && Kind != Meaning::Mad24)
    return nullptr;
  SmallVector<const Expr *, 3> A;
  for (const Expr *X : Given)
    A.push_back(Pool.cast(X, T));
  switch (Kind) {
  case Meaning::Min:
    return Pool.binary(Op::Min, A[0], A[1]);
  case Meaning::Max:
    return Pool.binary(Op::Max, A[0], A[1]);
  case Meaning::Clamp:
    return Pool.binary(Op::Min, Pool.binary(Op::Max, A[0], A[1]), A[2]);
  case Meaning::Mul24:
  case Meaning::Mad24: {
    const Expr *Right = lowBits(Pool, A[1], 24);
    const Expr *Product = Pool.mul(lowBits(Pool, A[0], 24), Right);
    return Kind == Meaning::Mad24 ? Pool.add(Product, A[2]) : Product;
  }
  default:
    return nullptr;
  }
}

/// \p X with the bits of each two neighbouring groups of \p Width exchanged.
static const Expr *exchanged(ExpressionPool &Pool, const Expr *X,
                             unsigned Width, uint64_t Mask) {
  const ScalarType T = X->type();
  const Expr *By = Pool.constant(Width, T);
  const Expr *Low = Pool.constant(static_cast<int64_t>(Mask), T);
  return Pool.binary(Op::Or,
                     Pool.binary(Op::And, Pool.binary(Op::Shr, X, By), Low),
                     Pool.binary(Op::Shl, Pool.binary(Op::And, X, Low), By));
}

/// Ones in the lower half of each two groups of \p Width bits.
static uint64_t lowerGroups(unsigned Width) {
  uint64_t Mask = 0;
  for (unsigned Bit = 0; Bit < 64; ++Bit)
    if (Bit / Width % 2 == 0)
      Mask |= uint64_t(1) << Bit;
  return Mask;
}

static const Expr *asUnsigned(ExpressionPool &Pool, const Expr *X) {
  return Pool.cast(X, ScalarType::integer(X->type().Bits, false));
}

const Expr *reversedBits(ExpressionPool &Pool, const Expr *X, unsigned Group) {
  X = asUnsigned(Pool, X);
  if (!isPowerOf2_32(X->type().Bits) || X->type().Bits < 8)
    return nullptr;
  for (unsigned Width = Group; Width < X->type().Bits; Width *= 2)
    X = exchanged(Pool, X, Width, lowerGroups(Width));
  return X;
}

const Expr *countedOnes(ExpressionPool &Pool, const Expr *X) {
  X = asUnsigned(Pool, X);
  const ScalarType T = X->type();
  if (!isPowerOf2_32(T.Bits) || T.Bits < 8)
    return nullptr;
  for (unsigned Width = 1; Width < T.Bits; Width *= 2) {
    const Expr *Low =
        Pool.constant(static_cast<int64_t>(lowerGroups(Width)), T);
    const Expr *High = Pool.binary(Op::Shr, X, Pool.constant(Width, T));
    X = Pool.add(Pool.binary(Op::And, X, Low), Pool.binary(Op::And, High, Low));
  }
  return X;
}

const Expr *leadingZeros(ExpressionPool &Pool, const Expr *X) {
  X = asUnsigned(Pool, X);
  const ScalarType T = X->type();
  if (T.Bits > 64)
    return nullptr;
  // Of fewer than 64 bits, the logarithm of 0 is -1 as a number.
  const ScalarType Wide = ScalarType::integer(64, T.Bits < 64);
  const Expr *Last = Pool.unary(Op::FloorLog2, Pool.cast(X, Wide));
  return Pool.cast(Pool.sub(Pool.constant(T.Bits - 1, Wide), Last), T);
}

const Expr *trailingZeros(ExpressionPool &Pool, const Expr *X) {
  X = asUnsigned(Pool, X);
  // The ones below the last one; all, if there is none.
  const Expr *Below = Pool.binary(Op::And, Pool.unary(Op::Not, X),
                                  Pool.sub(X, Pool.constant(1, X->type())));
  return countedOnes(Pool, Below);
}

} // namespace kernelcast
