//===- FormulaTranslation.cpp - Expressions read as formulas --------------===//

#include "analysis/formulas/FormulaTranslation.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Whether all threads agree about \p E, in all iterations.
static bool isUniform(const Expr *E) {
  bool Uniform = true;
  visitPostOrder(E, [&](const Expr *Node) {
    if (Node->isLeaf())
      Uniform &=
          Node->isConstant() || Node->op() == Op::Symbol ||
          (Node->op() == Op::Coordinate &&
           static_cast<Coordinate>(Node->value()) >= Coordinate::BlockSizeX);
  });
  return Uniform;
}

/// The magnitude of a constant that, as a summand, subtracts: x + (2^n - 1) is
/// x - 1.
static std::optional<int64_t> subtracted(const Expr *E) {
  if (!E->isIntegerConstant() || E->type().Bits < 8)
    return std::nullopt;
  int64_t Value =
      wrapToType(E->value(), ScalarType::integer(E->type().Bits, true));
  return Value < 0 && Value != INT64_MIN ? std::optional(-Value) : std::nullopt;
}

static bool isTruth(const Expr *E) { return E->type() == ScalarType::truth(); }

Formula FormulaTranslation::constant(const Expr *E) {
  bool IsHuge = !E->type().Signed && E->value() < 0;
  return IsHuge ? Formula() : Pool.number(E->value());
}

/// a + b, which is a - c where one summand is negative.
Formula FormulaTranslation::translateSum(const Expr *E) {
  const Expr *A = E->operand(0), *B = E->operand(1);
  auto Factor = [](const Expr *P) {
    return P->op() == Op::Mul ? subtracted(P->operand(1)) : std::nullopt;
  };
  if (Factor(A) && !Factor(B) && !B->isConstant())
    std::swap(A, B);
  if (auto Magnitude = subtracted(B))
    return of(A) - *Magnitude;
  if (auto Times = Factor(B))
    return of(A) - of(B->operand(0)) * *Times;
  return of(A) + of(B);
}

/// Whether \p E compares the address of an array with null.
static bool asksForNull(const Expr *E) {
  return E->operand(0)->op() == Op::Base && E->operand(1)->isConstant(0);
}

/// The low bits of an address: those of the offset, as arrays begin at
/// multiples of 256 bytes.
Formula FormulaTranslation::lowBits(const Expr *E) {
  constexpr int64_t ArrayAlignment = 256;
  const Expr *Mask = E->operand(1);
  if (!Mask->isIntegerConstant() || Mask->value() < 0 ||
      Mask->value() >= ArrayAlignment)
    return {};
  std::optional<Sum> Address = sumOfProducts(E->operand(0));
  if (!Address)
    return {};
  const auto *Base = find_if(*Address, [](const Product &P) {
    return P.Number == 1 && P.Factors.size() == 1 &&
           P.Factors[0]->op() == Op::Base;
  });
  if (Base == Address->end())
    return {};
  Address->erase(Base);
  return Pool.binary(FormulaOp::BitAnd, of(*Address),
                     Pool.number(Mask->value()));
}

/// \p E, whose operands are known.
Formula FormulaTranslation::translate(const Expr *E) {
  ScalarType Type = E->type();
  if (Type.Float)
    return {};
  auto Operand = [&](unsigned I) { return of(E->operand(I)); };
  auto Both = [&](FormulaOp Operation) {
    return Pool.binary(Operation, Operand(0), Operand(1));
  };
  switch (E->op()) {
  case Op::Constant:
    return constant(E);
  case Op::Symbol: {
    // Not one that reads like a counter.
    bool IsCounter = E->name().size() > 1 && E->name()[0] == 'k' &&
                     all_of(E->name().drop_front(), isDigit);
    return IsCounter ? Formula() : Pool.argument(E->name());
  }
  case Op::Coordinate:
    return Pool.coordinate(static_cast<Coordinate>(E->value()));
  case Op::Counter:
    return Pool.counter(unsigned(E->value()));
  case Op::Add:
    return translateSum(E);
  case Op::Sub:
    return Both(FormulaOp::Sub);
  case Op::Mul:
    return Both(FormulaOp::Mul);
  case Op::Div:
  case Op::Rem: {
    // A program does not divide by an argument of 0; a step may be 0.
    ValueRange Range = rangeOf(E->operand(1));
    if (Range.Low <= 0 && Range.High >= 0 && !isUniform(E->operand(1)))
      return {};
    return Both(E->op() == Op::Div ? FormulaOp::Div : FormulaOp::Rem);
  }
  case Op::Shl:
    return Both(FormulaOp::ShiftLeft);
  case Op::Shr:
    return Both(FormulaOp::ShiftRight);
  case Op::And:
    if (Formula Low = isTruth(E) ? Formula() : lowBits(E))
      return Low;
    return Both(isTruth(E) ? FormulaOp::And : FormulaOp::BitAnd);
  case Op::Or:
    return Both(isTruth(E) ? FormulaOp::Or : FormulaOp::BitOr);
  case Op::Xor:
    return Both(isTruth(E) ? FormulaOp::NotEqual : FormulaOp::BitXor);
  case Op::Min:
    return Both(FormulaOp::Min);
  case Op::Max:
    return Both(FormulaOp::Max);
  case Op::Equal:
  case Op::NotEqual:
    if (NotNull && asksForNull(E))
      return Pool.number(E->op() == Op::NotEqual);
    return Both(E->op() == Op::Equal ? FormulaOp::Equal : FormulaOp::NotEqual);
  case Op::Less:
  case Op::LessEqual: {
    bool Strict = E->op() == Op::Less;
    if (E->operand(0)->isConstant()) // 0 < x reads x > 0
      return Pool.binary(Strict ? FormulaOp::Greater : FormulaOp::GreaterEqual,
                         Operand(1), Operand(0));
    return Both(Strict ? FormulaOp::Less : FormulaOp::LessEqual);
  }
  case Op::Negate:
    return -Operand(0);
  case Op::Not: // of an unsigned number: 2^n - 1 - x
    return isTruth(E)    ? isFalse(Operand(0))
           : Type.Signed ? Pool.unary(FormulaOp::Complement, Operand(0))
                         : Formula();
  case Op::FloorLog2:
    return Pool.unary(FormulaOp::FloorLog2, Operand(0));
  case Op::Select:
    return choose(Operand(0), Operand(1), Operand(2));
  case Op::Cast: {
    if (isTruth(E) && !isTruth(E->operand(0)))
      return Pool.binary(FormulaOp::NotEqual, Operand(0), Pool.number(0));
    if (Type.Bits >= 32 || isTruth(E))
      return Operand(0);
    // Takes the low bits: the number itself, where it fits.
    ValueRange Range = rangeOf(E->operand(0));
    bool Fits = wrapToType(Range.Low, Type) == Range.Low &&
                wrapToType(Range.High, Type) == Range.High;
    return Fits ? Operand(0) : Formula();
  }
  case Op::Base:
  case Op::Phi:
  case Op::Load:
  case Op::Opaque:
  case Op::Call:
    return {};
  }
  return {};
}

Formula FormulaTranslation::of(const Expr *E) {
  if (!E)
    return {};
  if (auto At = Known.find(E); At != Known.end())
    return At->second;
  visitPostOrder(E, [&](const Expr *Node) {
    if (Known.contains(Node))
      return;
    Formula F = translate(Node);
    Known[Node] = F && F.size() <= MaxSize ? F : Formula();
  });
  return Known[E];
}

Formula FormulaTranslation::of(const Sum &S, unsigned Modulus) {
  Formula Total = Pool.number(0);
  for (const Product &P : S) {
    int64_t Number = Modulus ? P.Number & (Modulus - 1) : P.Number;
    if (Number == 0)
      continue;
    bool IsFirst = Total.isNumber(0), Minus = Number < 0 && Number != INT64_MIN;
    // -4 * x is a number times x, and a - 4 * x a difference.
    bool Inside = IsFirst && Minus && Number == -1 && !P.Factors.empty();
    Formula Term =
        Pool.number(Minus && (!IsFirst || Inside) ? -Number : Number);
    for (const Expr *Factor : P.Factors) {
      Formula F = of(Factor);
      Term = Term * (Inside ? -F : F);
      Inside = false;
    }
    if (!Term)
      return {};
    Total = Minus && !IsFirst ? Total - Term : Total + Term;
  }
  return Total.size() <= MaxSize ? Total : Formula();
}

FormulaTranslation::Wholeness FormulaTranslation::wholeness(const Expr *E) {
  Wholeness Result;
  visitPostOrder(E, [&](const Expr *Node) {
    ScalarType Type = Node->type();
    if (Type.Float || Type.Signed || Type == ScalarType::truth())
      return;
    // A difference, or a signed number that becomes an unsigned one.
    const Expr *Below = nullptr;
    if (Node->op() == Op::Sub &&
        rangeOf(Node->operand(0)).Low < rangeOf(Node->operand(1)).High)
      Below = Node;
    else if (Node->op() == Op::Negate)
      Below = Node;
    else if (Node->op() == Op::Cast && Node->operand(0)->type().Signed &&
             !isNonNegative(Node->operand(0)))
      Below = Node->operand(0);
    else if (Node->op() == Op::Add && subtracted(Node->operand(1)))
      Below = Node; // x + (2^n - 1) is written x - 1
    if (!Below)
      return;
    Formula Holds = isUniform(Below) ? isAtLeast(of(Below), 0) : Formula();
    Result.Whole &= bool(Holds);
    if (!is_contained(Result.Holds, Holds))
      Result.Holds.push_back(Holds);
  });
  return Result;
}

bool FormulaTranslation::staysWhole(const Expr *E,
                                    std::vector<Formula> &Holds) {
  auto [At, New] = KnownWholeness.try_emplace(E);
  if (New) {
    Wholeness Result = wholeness(E);
    At->second = std::move(Result);
  }
  if (!At->second.Whole)
    return false;
  for (Formula Condition : At->second.Holds)
    if (!is_contained(Holds, Condition))
      Holds.push_back(Condition);
  return true;
}

bool kernelcast::countsOnly(const Expr *E,
                            function_ref<bool(unsigned)> Around) {
  bool Only = true;
  visitPostOrder(E, [&](const Expr *Node) {
    if (Node->op() == Op::Counter)
      Only &= Around(static_cast<unsigned>(Node->value()));
  });
  return Only;
}
