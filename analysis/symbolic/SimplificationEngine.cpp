//===- SimplificationEngine.cpp - Thread-local part of a subscript --------===//
#include "analysis/symbolic/SimplificationEngine.h"
#include "analysis/symbolic/PowersOfTwo.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelcast;

namespace {

bool isThreadCoordinate(const Expr *E) {
  return E->op() == Op::Coordinate &&
         static_cast<Coordinate>(E->value()) < Coordinate::BlockX;
}

class Separator {
public:
  Separator(ExpressionPool &Pool,
            llvm::function_ref<const Expr *(unsigned)> LastIteration)
      : Pool(Pool), LastIteration(LastIteration) {}

  SeparatedSubscript run(const Expr *E) {
    auto Parts = separate(E, 0);
    if (Parts) {
      Result.Local = Parts->Local;
      Result.Rest = Parts->Rest;
    } else {
      Result.Constraints.clear();
    }
    return std::move(Result);
  }

private:
  struct Parts {
    const Expr *Local, *Rest;
  };
  enum Label : uint8_t { Fixed = 0, Thread = 1, Block = 2, Unknown = 4 };

  ExpressionPool &Pool;
  llvm::function_ref<const Expr *(unsigned)> LastIteration;
  SeparatedSubscript Result;
  llvm::DenseMap<const Expr *, uint8_t> Labels;
  unsigned Steps = 0;

  std::nullopt_t fail(const Expr *E, llvm::StringRef Why) {
    if (Result.Reason.empty())
      Result.Reason = (Why + ": " + toText(E)).str();
    return std::nullopt;
  }

  /// Which of thread and block the value depends on. Counters count for
  /// neither: they go with whatever they are combined with.
  uint8_t label(const Expr *E) {
    if (auto It = Labels.find(E); It != Labels.end())
      return It->second;
    visitPostOrder(E, [&](const Expr *N) {
      uint8_t L = Fixed;
      if (isThreadCoordinate(N))
        L = Thread;
      else if (N->op() == Op::Coordinate || N->op() == Op::Symbol ||
               N->op() == Op::Base)
        L = Block;
      else if (N->op() == Op::Load || N->op() == Op::Opaque ||
               N->op() == Op::Phi || N->op() == Op::Call || N->type().Float)
        L = Unknown;
      for (const Expr *Operand : N->operands())
        L |= Labels.lookup(Operand);
      Labels[N] = L;
    });
    return Labels.lookup(E);
  }

  const Expr *zero(const Expr *Like) { return Pool.constant(0, Like->type()); }

  std::optional<Parts> separate(const Expr *E, unsigned Depth) {
    if (++Steps > 1000 || Depth > 64)
      return fail(E, "too large");
    uint8_t L = label(E);
    if (L & Unknown)
      return fail(E, "depends on data");
    if (!(L & Thread) && (L & Block))
      return Parts{zero(E), E};
    if (!(L & Block))
      return Parts{E, zero(E)};
    auto Of = [&](const Expr *X) { return separate(X, Depth + 1); };
    switch (E->op()) {
    case Op::Cast: {
      auto P = Of(E->operand(0));
      if (!P)
        return std::nullopt;
      return Parts{Pool.cast(P->Local, E->type()),
                   Pool.cast(P->Rest, E->type())};
    }
    case Op::Negate: {
      auto P = Of(E->operand(0));
      if (!P)
        return std::nullopt;
      return Parts{Pool.unary(Op::Negate, P->Local),
                   Pool.unary(Op::Negate, P->Rest)};
    }
    case Op::Add:
    case Op::Sub: {
      auto A = Of(E->operand(0));
      auto B = A ? Of(E->operand(1)) : std::nullopt;
      if (!B)
        return std::nullopt;
      return Parts{Pool.binary(E->op(), A->Local, B->Local),
                   Pool.binary(E->op(), A->Rest, B->Rest)};
    }
    case Op::Mul:
    case Op::Shl:
      return product(E, Depth);
    default:
      break;
    }
    auto Power = powerOperation(Pool, E);
    if (!Power)
      return fail(E, "not of class F");
    if (label(Power->Exponent) & Thread)
      return fail(E, "exponent depends on the thread");
    auto P = Of(Power->Value);
    if (!P)
      return std::nullopt;
    return release(E, *Power, *P);
  }

  /// (Local + Rest) * f for an f without threads or blocks.
  std::optional<Parts> product(const Expr *E, unsigned Depth) {
    const Expr *X = E->operand(0), *Factor = E->operand(1);
    if (E->op() == Op::Mul && label(X) == Fixed)
      std::swap(X, Factor);
    if (label(Factor) != Fixed)
      return fail(E, "product of thread and parameter");
    auto P = separate(X, Depth + 1);
    if (!P)
      return std::nullopt;
    const Expr *Shift = E->op() == Op::Shl
                            ? Pool.cast(withoutCasts(Factor), {false, true, 64})
                            : exponentOf(Pool, Factor);
    auto Times = [&](const Expr *Part) {
      return Pool.binary(E->op(), Part, Factor);
    };
    const Expr *Rest = Times(P->Rest);
    if (Shift)
      if (const Expr *Cancelled = cancel(P->Rest, Shift))
        Rest = Cancelled;
    return Parts{Times(P->Local), Rest};
  }

  /// (x / 2^e) * 2^(e + c) as x * 2^c, in each summand of an exact quotient;
  /// null where a summand is none.
  const Expr *cancel(const Expr *Rest, const Expr *Shift) {
    if (Rest->op() == Op::Cast) {
      const Expr *Inner = cancel(Rest->operand(0), Shift);
      return Inner ? Pool.cast(Inner, Rest->type()) : nullptr;
    }
    if (Rest->op() == Op::Add || Rest->op() == Op::Sub) {
      const Expr *A = cancel(Rest->operand(0), Shift);
      const Expr *B = A ? cancel(Rest->operand(1), Shift) : nullptr;
      return B ? Pool.binary(Rest->op(), A, B) : nullptr;
    }
    auto Found = Quotients.find(Rest);
    if (Found == Quotients.end())
      return nullptr;
    const Expr *Left = Pool.sub(Shift, Found->second.second);
    if (!Left->isConstant() || Left->value() < 0 || Left->value() > 62)
      return nullptr;
    const Expr *X = Found->second.first;
    return Pool.mul(X, Pool.constant(int64_t(1) << Left->value(), X->type()));
  }

  /// Summands X divided by 2^e without remainder: the node, X and e.
  llvm::DenseMap<const Expr *, std::pair<const Expr *, const Expr *>> Quotients;

  /// Lets the rest leave a division or remainder by 2^e.
  std::optional<Parts> release(const Expr *E, const PowerOperation &Power,
                               Parts P) {
    llvm::SmallVector<std::pair<const Expr *, bool>, 8> Summands;
    collect(P.Rest, false, Summands);
    const Expr *Rest = zero(E);
    for (auto [X, Minus] : Summands) {
      if (X->isConstant(0))
        continue;
      if (!isMultiple(X, Power.Exponent) && !constrain(X, Power.Exponent))
        return fail(E, "no constraint makes the block's part divisible");
      if (Power.What == PowerOperation::Remainder)
        continue;
      const Expr *Whole = Pool.cast(X, E->type());
      const Expr *Quotient = Pool.binary(Op::Shr, Whole, Power.Exponent);
      if (Quotient != Whole)
        Quotients[Quotient] = {Whole, Power.Exponent};
      Rest = Pool.binary(Minus ? Op::Sub : Op::Add, Rest, Quotient);
    }
    if (Power.NeedsNonNegative &&
        (!staysNonNegative(P.Local) || !staysNonNegative(P.Rest)))
      return fail(E, "a part may be negative");
    const Expr *Local = Pool.cast(P.Local, E->operand(0)->type());
    if (Power.Value == E->operand(0))
      Local = Pool.binary(E->op(), Local, E->operand(1));
    else // mask & x
      Local = Pool.binary(E->op(), E->operand(0),
                          Pool.cast(P.Local, E->operand(1)->type()));
    return Parts{Local, Rest};
  }

  /// Whether \p E is made of what is never negative, without subtractions
  /// (rangeOf() would accept unsigned ones, which wrap around).
  bool staysNonNegative(const Expr *E, unsigned Depth = 0) {
    switch (E->op()) {
    case Op::Constant:
      return wrapToType(E->value(),
                        ScalarType::integer(E->type().Bits, true)) >= 0;
    case Op::Coordinate:
    case Op::Counter:
      return true;
    case Op::Symbol:
      return !E->type().Signed ||
             llvm::any_of(Result.Constraints,
                          [&](const auto &C) { return C.Factor == E; });
    case Op::Add:
    case Op::Mul:
    case Op::Div:
    case Op::Rem:
    case Op::Shl:
    case Op::Shr:
    case Op::And:
    case Op::Cast:
      return Depth < 64 &&
             llvm::all_of(
                 E->operands(),
                 [&](const Expr *X) { return staysNonNegative(X, Depth + 1); });
    default:
      return false;
    }
  }

  void collect(const Expr *E, bool Minus,
               llvm::SmallVectorImpl<std::pair<const Expr *, bool>> &Out) {
    E = withoutCasts(E);
    if (Out.size() < 32 && (E->op() == Op::Add || E->op() == Op::Sub)) {
      collect(E->operand(0), Minus, Out);
      collect(E->operand(1), Minus ^ (E->op() == Op::Sub), Out);
    } else if (E->op() == Op::Negate) {
      collect(E->operand(0), !Minus, Out);
    } else {
      Out.push_back({E, Minus});
    }
  }

  /// The factors of a product, without casts.
  static void factors(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
    E = withoutCasts(E);
    if (E->op() == Op::Mul && Out.size() < 32) {
      factors(E->operand(0), Out);
      factors(E->operand(1), Out);
    } else {
      Out.push_back(E);
    }
  }

  /// Whether \p X has a factor 2^f with f - e provably not negative.
  bool isMultiple(const Expr *X, const Expr *Exponent) {
    llvm::SmallVector<const Expr *, 8> Factors;
    factors(X, Factors);
    const Expr *Known = Pool.constant(0, Exponent->type());
    for (const Expr *F : Factors) {
      if (F->isIntegerConstant() && F->value() != 0)
        Known = Pool.add(Known,
                         Pool.constant(llvm::countr_zero<uint64_t>(F->value()),
                                       Known->type()));
      else if (const Expr *Power = exponentOf(Pool, F))
        Known = Pool.add(Known, Power);
      else if (F->op() == Op::Shl)
        Known = Pool.add(Known,
                         Pool.cast(withoutCasts(F->operand(1)), Known->type()));
    }
    const Expr *Spare = Pool.sub(Known, Exponent);
    return isNonNegative(Spare);
  }

  /// Adds a constraint on one free parameter of the product \p X; false if it
  /// has none, or if the exponent has no largest value.
  bool constrain(const Expr *X, const Expr *Exponent) {
    const Expr *Largest = Pool.rewrite(Exponent, [&](const Expr *Leaf) {
      return Leaf->op() == Op::Counter ? LastIteration(Leaf->value()) : nullptr;
    });
    bool Bounded = true;
    visitPostOrder(Largest, [&](const Expr *N) {
      Bounded &= N->op() != Op::Counter && N->op() != Op::Load &&
                 N->op() != Op::Phi && N->op() != Op::Opaque;
    });
    if (!Bounded || !increasing(Exponent))
      return false;
    llvm::SmallVector<const Expr *, 8> Factors;
    factors(X, Factors);
    auto Parameter = [](const Expr *F) {
      return F->op() == Op::Symbol ||
             (F->op() == Op::Coordinate &&
              static_cast<Coordinate>(F->value()) >= Coordinate::BlockSizeX);
    };
    auto *Free = llvm::find_if(Factors, Parameter);
    if (Free == Factors.end())
      return false;
    for (const DivisibilityConstraint &C : Result.Constraints)
      if (C.Factor == *Free && C.Exponent == Largest)
        return true;
    ScalarType Type = (*Free)->type();
    const Expr *Mask =
        Pool.sub(Pool.binary(Op::Shl, Pool.constant(1, Type), Largest),
                 Pool.constant(1, Type));
    DivisibilityConstraint C{*Free, Largest, nullptr, ""};
    C.Holds = Pool.binary(Op::Equal, Pool.binary(Op::And, *Free, Mask),
                          Pool.constant(0, Type));
    if (Type.Signed)
      C.Holds = Pool.binary(
          Op::And, C.Holds,
          Pool.binary(Op::LessEqual, Pool.constant(0, Type), *Free));
    if (Largest->isConstant() && Largest->value() >= 0 && Largest->value() < 63)
      C.Text = toText(*Free) + " % " +
               std::to_string(uint64_t(1) << Largest->value()) + " == 0";
    else if (Largest->isLeaf())
      C.Text = toText(*Free) + " % 2^" + toText(Largest) + " == 0";
    else
      C.Text = toText(*Free) + " % 2^(" + toText(Largest) + ") == 0";
    Result.Constraints.push_back(C);
    return true;
  }

  /// Whether the exponent grows with every counter in it, so that the last
  /// iterations give its largest value.
  static bool increasing(const Expr *E) {
    switch (E->op()) {
    case Op::Add:
    case Op::Min:
    case Op::Max:
      return increasing(E->operand(0)) && increasing(E->operand(1));
    case Op::Cast:
      return increasing(E->operand(0));
    case Op::Mul:
      return increasing(E->operand(0)) && E->operand(1)->isConstant() &&
             E->operand(1)->value() >= 0;
    case Op::Constant:
    case Op::Counter:
      return true;
    default: {
      bool Fixed = true;
      visitPostOrder(E,
                     [&](const Expr *N) { Fixed &= N->op() != Op::Counter; });
      return Fixed;
    }
    }
  }
};

} // namespace

SeparatedSubscript kernelcast::separateSubscript(
    ExpressionPool &Pool, const Expr *Subscript,
    llvm::function_ref<const Expr *(unsigned)> LastIteration) {
  return Separator(Pool, LastIteration).run(Subscript);
}
