//===- SubscriptClasses.cpp - What a subscript is made of -----------------===//
//
// Two questions about a whole subscript: is every node one that the
// simplification engine knows (class F), and how many low bits of its leaves
// decide its own low bits? Both look at each node once.
//===----------------------------------------------------------------------===//
#include "analysis/symbolic/PowersOfTwo.h"
#include "analysis/symbolic/Ranges.h"
#include "analysis/symbolic/SimplificationEngine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelcast;

/// A constant power of two, or one shifted left.
static bool isPowerForm(const Expr *E) {
  E = withoutCasts(E);
  return isTwoPower(E) || (E->op() == Op::Shl && isPowerForm(E->operand(0))) ||
         (E->op() == Op::Mul && isTwoPower(E->operand(1)) &&
          isPowerForm(E->operand(0)));
}

bool kernelcast::isClassF(const Expr *Root, std::string *Why) {
  bool Result = true;
  visitPostOrder(Root, [&](const Expr *E) {
    if (!Result)
      return;
    bool Fits = !E->type().Float;
    switch (E->op()) {
    case Op::Load:
    case Op::Opaque:
    case Op::Phi:
    case Op::Call:
    case Op::Select:
    case Op::Min:
    case Op::Max:
    case Op::Or:
    case Op::Xor:
    case Op::Not:
    case Op::FloorLog2:
      Fits = false;
      break;
    case Op::Div:
    case Op::Rem:
      Fits &= isPowerForm(E->operand(1));
      break;
    case Op::And: {
      const Expr *Mask = E->operand(1);
      bool Ones = Mask->isIntegerConstant() && Mask->value() > 0 &&
                  ((Mask->value() + 1) & Mask->value()) == 0;
      bool Less =
          Mask->op() == Op::Add && Mask->operand(1)->isConstant() &&
          wrapToType(Mask->operand(1)->value() + 1, Mask->type()) == 0 &&
          isPowerForm(Mask->operand(0));
      Fits &= Ones || Less;
      break;
    }
    default:
      break;
    }
    if (!Fits) {
      Result = false;
      if (Why)
        *Why = toText(E);
    }
  });
  return Result;
}

std::optional<unsigned> kernelcast::residueBits(const Expr *Root,
                                                unsigned Bits) {
  // The most bits that any user asks of a node; users come after operands.
  std::vector<const Expr *> Order;
  visitPostOrder(Root, [&](const Expr *E) { Order.push_back(E); });
  llvm::DenseMap<const Expr *, unsigned> Asked;
  Asked[Root] = Bits;
  unsigned Leaves = 0;
  for (const Expr *E : llvm::reverse(Order)) {
    unsigned B = Asked.lookup(E);
    auto Ask = [&](const Expr *X, unsigned Count) {
      unsigned &Slot = Asked[X];
      Slot = std::max(Slot, Count);
    };
    if (E->type().Float || B > 64)
      return std::nullopt;
    switch (E->op()) {
    case Op::Constant:
      break;
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Negate:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
      for (const Expr *X : E->operands())
        Ask(X, B);
      break;
    case Op::Cast:
      if (E->operand(0)->type().Float || E->type().Bits == 1 ||
          (B > E->operand(0)->type().Bits && E->operand(0)->type().Signed))
        return std::nullopt;
      Ask(E->operand(0), std::min<unsigned>(B, E->operand(0)->type().Bits));
      break;
    case Op::Shl:
      if (!E->operand(1)->isIntegerConstant())
        return std::nullopt;
      Ask(E->operand(0), B);
      break;
    case Op::Shr:
    case Op::Div: {
      const Expr *Y = E->operand(1);
      if (!Y->isIntegerConstant() || Y->value() < 0 ||
          (E->op() == Op::Div &&
           (!isTwoPower(Y) || !isNonNegative(E->operand(0)))))
        return std::nullopt;
      Ask(E->operand(0), B + (E->op() == Op::Div ? llvm::Log2_64(Y->value())
                                                 : unsigned(Y->value())));
      break;
    }
    case Op::Rem: {
      const Expr *Y = E->operand(1);
      if (!isTwoPower(Y) || !isNonNegative(E->operand(0)))
        return std::nullopt;
      Ask(E->operand(0), std::min<unsigned>(B, llvm::Log2_64(Y->value())));
      break;
    }
    default:
      if (!E->isLeaf())
        return std::nullopt;
      Leaves = std::max(Leaves, B);
      break;
    }
  }
  return Leaves;
}
