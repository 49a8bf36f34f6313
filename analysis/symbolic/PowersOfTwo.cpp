//===- PowersOfTwo.cpp - Division by 2^e in C's spellings -----------------===//
#include "analysis/symbolic/PowersOfTwo.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelcast;

bool kernelcast::isTwoPower(const Expr *E) {
  return E->isIntegerConstant() && E->value() > 0 &&
         llvm::isPowerOf2_64(E->value());
}

const Expr *kernelcast::withoutCasts(const Expr *E) {
  while (E->op() == Op::Cast && !E->type().Float &&
         !E->operand(0)->type().Float && E->operand(0)->type().Bits > 1)
    E = E->operand(0);
  return E;
}

/// What \p Shift shifts by. OpenCL takes the amount modulo the width; powers
/// are those of amounts below it.
static const Expr *amountOf(const Expr *Shift) {
  const Expr *Amount = withoutCasts(Shift->operand(1));
  if (Amount->op() == Op::And &&
      Amount->operand(1)->isConstant(Shift->type().Bits - 1))
    Amount = withoutCasts(Amount->operand(0));
  return Amount;
}

const Expr *kernelcast::exponentOf(ExpressionPool &Pool, const Expr *E) {
  constexpr ScalarType Long = {false, true, 64};
  E = withoutCasts(E);
  if (isTwoPower(E))
    return Pool.constant(llvm::Log2_64(E->value()), Long);
  if (E->op() == Op::Shl)
    if (const Expr *Inner = exponentOf(Pool, E->operand(0)))
      return Pool.add(Pool.cast(amountOf(E), Long), Inner);
  if (E->op() == Op::Mul && isTwoPower(E->operand(1)))
    if (const Expr *Inner = exponentOf(Pool, E->operand(0)))
      return Pool.add(
          Inner, Pool.constant(llvm::Log2_64(E->operand(1)->value()), Long));
  return nullptr;
}

std::optional<PowerOperation> kernelcast::powerOperation(ExpressionPool &Pool,
                                                         const Expr *E) {
  constexpr ScalarType Long = {false, true, 64};
  if (E->operands().size() != 2)
    return std::nullopt;
  const Expr *X = E->operand(0), *Y = E->operand(1);
  switch (E->op()) {
  case Op::Div:
  case Op::Rem:
    if (const Expr *Exponent = exponentOf(Pool, Y))
      return PowerOperation{E->op() == Op::Div ? PowerOperation::Divide
                                               : PowerOperation::Remainder,
                            E->type().Signed || E->op() == Op::Div, X,
                            Exponent};
    return std::nullopt;
  case Op::Shr:
    return PowerOperation{PowerOperation::Divide, !E->type().Signed, X,
                          Pool.cast(amountOf(E), Long)};
  case Op::And: {
    // x & (2^e - 1), either way round.
    for (auto [Value, Mask] : {std::pair(X, Y), std::pair(Y, X)}) {
      const Expr *Power = Pool.add(Mask, Pool.constant(1, Mask->type()));
      if (const Expr *Exponent = exponentOf(Pool, Power))
        return PowerOperation{PowerOperation::Remainder, false, Value,
                              Exponent};
    }
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}
