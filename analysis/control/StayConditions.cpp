//===- StayConditions.cpp - How long a condition to stay holds ------------===//
//
// The condition to stay is over the loop's Counter k. With D and s the start
// and the slope of B - A, where A and B are linear in k and the slope points
// towards the exit, it holds
//
//   A <  B    max(0, ceil(D / s))        A <= B    max(0, ceil((D + 1) / s))
//   A != B    D / s, which leaves nothing over
//   A == B    D == 0 ? 1 : 0
//
// times, and for geometric variables
//
//   x >> c k > b    (floorlog2(x / (b + 1)) + c) / c
//   x << c k < b    (floorlog2((b - 1) / x) + c) / c
//
// where floorlog2 is -1 for anything below 1. A conjunction ends with its first
// part to fail: the minimum; a disjunction of these, which all stay false once
// they are, with its last: the maximum. Of != and == that is not so.
//
// All is computed in 64 bits after extending the operands, so that nothing
// wraps around here. In the kernel, signed overflow is undefined and taken not
// to happen.
//
// Not every condition fails at some time: a variable may move away from its
// bound, step over it, not move at all, or wrap around before it gets there. If
// there is no other way out, the loop would not end, and is taken not to do
// that. Where others may end it, a count is given only where nothing of that
// can be, whatever the launch.
//===----------------------------------------------------------------------===//
#include "analysis/control/StayConditions.h"
#include "analysis/symbolic/Ranges.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelcast;

namespace {

/// Start + Slope * k in 64-bit signed arithmetic.
struct Line {
  const Expr *Start;
  const Expr *Slope;
};

/// The number of iterations in which one condition to stay holds from the
/// start, as an expression over values known before the loop.
class StayCounter {
public:
  StayCounter(ExpressionPool &Pool, LoopValues &Loop)
      : Pool(Pool), Loop(Loop) {}

  /// Null where there is no closed form. \p Holds false: of the negation.
  const Expr *count(const Expr *Stay, StayRole Role, bool Holds,
                    unsigned Depth = 0) {
    if (Depth > 16 || !(Stay->type() == ScalarType::truth()))
      return nullptr;
    if (Stay->op() == Op::Not)
      return count(Stay->operand(0), Role, !Holds, Depth + 1);
    if (Stay->op() == Op::And || Stay->op() == Op::Or)
      return junction(Stay, Role, Holds, Depth);
    return comparison(Holds ? Stay : Pool.unary(Op::Not, Stay), Role);
  }

private:
  ExpressionPool &Pool;
  LoopValues &Loop;
  static constexpr ScalarType Long = {false, true, 64};

  const Expr *number(int64_t V) { return Pool.constant(V, Long); }
  const Expr *wide(const Expr *E) { return Pool.cast(E, Long); }
  const Expr *less(const Expr *A, const Expr *B) {
    return Pool.binary(Op::Less, A, B);
  }

  const Expr *junction(const Expr *Stay, StayRole Role, bool Holds,
                       unsigned Depth) {
    bool Both = (Stay->op() == Op::And) == Holds;
    const Expr *A = Stay->operand(0), *B = Stay->operand(1);
    if (!Loop.isInvariant(A))
      std::swap(A, B);
    if (Loop.isInvariant(A)) {
      // Decided before the loop: it never runs, or the other part decides.
      const Expr *Open = Holds ? A : Pool.unary(Op::Not, A);
      const Expr *Rest = count(B, Role, Holds, Depth + 1);
      return Both && Rest ? Pool.select(Open, Rest, number(0)) : nullptr;
    }
    Role = !Both                    ? StayRole::Last
           : Role == StayRole::Only ? StayRole::First
                                    : Role;
    const Expr *First = count(A, Role, Holds, Depth + 1);
    const Expr *Second = First ? count(B, Role, Holds, Depth + 1) : nullptr;
    if (!Second)
      return nullptr;
    return Pool.binary(Both ? Op::Min : Op::Max, First, Second);
  }

  const Expr *comparison(const Expr *Stay, StayRole Role) {
    if (Stay->operands().size() != 2 || Stay->op() == Op::Select)
      return nullptr;
    const Expr *A = Stay->operand(0), *B = Stay->operand(1);
    if (A->type().Float || Loop.isInvariant(Stay))
      return nullptr;
    const bool Lasts = Stay->op() == Op::Less || Stay->op() == Op::LessEqual;
    if ((Role == StayRole::Last && !Lasts) ||
        (Role != StayRole::Only && (mayWrapInside(A) || mayWrapInside(B))))
      return nullptr;
    auto X = line(A), Y = line(B);
    if (X && Y)
      return linear(Stay->op(), *X, *Y, A->type(), Role);
    return geometric(Stay->op(), A, B, Role);
  }

  /// Whether a part of \p E is computed in an unsigned type other than its own,
  /// which may wrap around where E itself would not.
  bool mayWrapInside(const Expr *E) {
    llvm::SmallVector<const Expr *, 8> Work{E};
    llvm::SmallDenseSet<const Expr *, 8> Seen;
    while (!Work.empty()) {
      const Expr *Part = Work.pop_back_val();
      if (Loop.isInvariant(Part) || !Seen.insert(Part).second)
        continue;
      if (!Part->type().Signed && !(Part->type() == E->type()))
        return true;
      Work.append(Part->operands().begin(), Part->operands().end());
    }
    return false;
  }

  /// \p E as a line over the integers: nothing overflows in the kernel.
  std::optional<Line> line(const Expr *E) {
    auto Form =
        Loop.linearIn(E, Loop.counter(), E->type(), Overflow::DoesNotHappen);
    if (!Form)
      return std::nullopt;
    // Adding 2^32 - s to an unsigned variable counts down by s.
    const Expr *Slope =
        Pool.cast(Form->Coefficient, ScalarType::integer(E->type().Bits, true));
    return Line{wide(Form->Rest), wide(Slope)};
  }

  const Expr *linear(Op Operation, Line A, Line B, ScalarType Type,
                     StayRole Role) {
    const Expr *Distance = difference(B.Start, A.Start);
    const Expr *Speed = Pool.sub(A.Slope, B.Slope);
    bool Known = Speed->isConstant();
    if (Known && Speed->value() == 0)
      return nullptr;
    // Short types wrap around at bounds that are met in practice.
    if (Type.Bits < 32)
      return nullptr;
    switch (Operation) {
    case Op::NotEqual:
      return Known ? meeting(Distance, Speed->value(), Type, Role) : nullptr;
    case Op::Equal:
      return Known ? Pool.select(Pool.binary(Op::Equal, Distance, number(0)),
                                 number(1), number(0))
                   : nullptr;
    case Op::LessEqual:
      Distance = Pool.add(Distance, number(1));
      break;
    case Op::Less:
      break;
    default:
      return nullptr;
    }
    if (Known ? Speed->value() < 0
              : Role != StayRole::Only && !isPositive(Speed))
      return nullptr;
    const Expr *Count = Pool.binary(
        Op::Div, Pool.add(Distance, Pool.sub(Speed, number(1))), Speed);
    // In a loop that is entered and ends, the speed is positive.
    if (!Known && !isPositive(Speed))
      Count = Pool.select(less(number(0), Distance), Count, number(0));
    else if (!isNonNegative(Distance))
      Count = Pool.binary(Op::Max, Count, number(0));
    // An int below zero is a large size_t, and not below any bound.
    if (!Type.Signed && Type.Bits == 64 && !isNonNegative(A.Start))
      Count = Pool.select(less(A.Start, number(0)), number(0), Count);
    const bool Passes =
        Role == StayRole::Only || Type.Signed ||
        staysInType(A, B, Speed, Operation == Op::LessEqual, Type);
    return Passes ? Count : nullptr;
  }

  /// Whether the unsigned lines \p A and \p B of \p Type pass one another
  /// before either leaves the type: by no more than \p Speed.
  bool staysInType(Line A, Line B, const Expr *Speed, bool OrEqual,
                   ScalarType Type) {
    const int64_t Most = rangeOf(Speed).High - !OrEqual;
    const ValueRange Bound = rangeOf(B.Start);
    if (Type.Bits == 64 && Bound.Low < 0) // from 2^63 on, perhaps
      return false;
    if (A.Slope->isConstant(0)) // B goes down, to A - Most at least
      return rangeOf(A.Start).Low >= Most;
    if (!B.Slope->isConstant(0))
      return false;
    if (Type.Bits == 64)
      return true;
    const int64_t Highest = (int64_t(1) << Type.Bits) - 1;
    return Most <= Highest && Bound.High <= Highest - Most;
  }

  using Terms = llvm::SmallVector<std::pair<const Expr *, bool>, 8>;

  /// The summands of a 64-bit sum, each with whether it is subtracted.
  static void summands(const Expr *E, bool Minus, Terms &Result) {
    bool Long = E->op() == Op::Cast && !E->operand(0)->type().Float &&
                E->operand(0)->type().Bits == 64;
    if (Result.size() > 32) {
      Result.push_back({E, Minus});
    } else if (E->op() == Op::Add || E->op() == Op::Sub) {
      summands(E->operand(0), Minus, Result);
      summands(E->operand(1), Minus ^ (E->op() == Op::Sub), Result);
    } else if (E->op() == Op::Negate) {
      summands(E->operand(0), !Minus, Result);
    } else if (Long) {
      summands(E->operand(0), Minus, Result);
    } else {
      Result.push_back({E, Minus});
    }
  }

  /// A - B with what both have in common, such as an array's base, left out.
  const Expr *difference(const Expr *A, const Expr *B) {
    Terms All;
    summands(A, false, All);
    unsigned FromA = All.size();
    summands(B, true, All);
    if (FromA == 1 && All.size() == 2)
      return Pool.sub(A, B);
    bool Cancelled = false;
    for (unsigned I = 0; I < All.size(); ++I)
      for (unsigned J = I + 1; J < All.size(); ++J)
        if (All[I].first && All[I].first == All[J].first &&
            All[I].second != All[J].second) {
          All[I].first = All[J].first = nullptr;
          Cancelled = true;
        }
    if (!Cancelled)
      return Pool.sub(A, B);
    const Expr *Sum = number(0);
    for (auto [Term, Minus] : All)
      if (Term)
        Sum = Pool.binary(Minus ? Op::Sub : Op::Add, Sum, wide(Term));
    return Sum;
  }

  /// Iterations until two lines meet exactly.
  const Expr *meeting(const Expr *Distance, int64_t Speed, ScalarType Type,
                      StayRole Role) {
    if (Distance->isConstant() && Distance->value() % Speed == 0 &&
        Distance->value() / Speed >= 0)
      return number(Distance->value() / Speed);
    if (Speed != 1 && Speed != -1)
      return Role == StayRole::Only ? strided(Distance, Speed, Type) : nullptr;
    const Expr *Steps = Pool.mul(Distance, number(Speed));
    // Unsigned variables meet the bound after wrapping around, if they must.
    if (!Type.Signed && Type.Bits < 64)
      return wide(Pool.cast(Steps, Type));
    if (Role != StayRole::Only)
      return isNonNegative(Steps) ? Steps : nullptr;
    return Pool.binary(Op::Max, Steps, number(0));
  }

  /// The same in steps of several, of which some number leads to the bound: the
  /// loop would not end. Of unsigned variables it is the least; that is found
  /// by a shift where the step is a power of two, and else no steps are left
  /// over and nothing wraps around.
  const Expr *strided(const Expr *Distance, int64_t Speed, ScalarType Type) {
    if (Speed < 0) {
      if (Speed == INT64_MIN)
        return nullptr;
      Distance = Pool.unary(Op::Negate, Distance);
      Speed = -Speed;
    }
    if (!Type.Signed && Type.Bits < 64) {
      if (!llvm::isPowerOf2_64(Speed))
        return nullptr;
      return wide(Pool.binary(Op::Shr, Pool.cast(Distance, Type),
                              Pool.constant(llvm::Log2_64(Speed), Type)));
    }
    return Pool.binary(Op::Max, Pool.binary(Op::Div, Distance, number(Speed)),
                       number(0));
  }

  //===--------------------------------------------------------------------===//
  // Geometric variables
  //===--------------------------------------------------------------------===//

  struct Geometric {
    bool Grows;
    const Expr *Start; ///< 64 bits
    const Expr *Shift; ///< constant bits per iteration, positive
    /// What is compared may be below zero where this is not, or the reverse.
    bool ChangesSign = false;
  };

  /// Whether a cast between these types changes no value.
  static bool holdsAll(ScalarType From, ScalarType To) {
    return From.Signed == To.Signed ? To.Bits >= From.Bits
                                    : !From.Signed && To.Bits > From.Bits;
  }

  std::optional<Geometric> geometricVariable(const Expr *E) {
    if (E->op() == Op::Cast && !E->operand(0)->type().Float &&
        E->type().Bits >= E->operand(0)->type().Bits) {
      const ScalarType From = E->operand(0)->type();
      auto Inner = geometricVariable(E->operand(0));
      if (Inner && !holdsAll(From, E->type())) {
        // What shrinks from a value that both types have keeps to such values.
        const ValueRange Values = rangeOf(Inner->Start);
        if (Inner->Grows || Values.Low < 0 ||
            Values.High > INT64_MAX >> (64 - From.Bits))
          Inner->ChangesSign = true;
      }
      return Inner;
    }
    // x / 2^c of a signed x: below zero it is not above any bound from zero on.
    if (E->op() == Op::Select && E->operand(2)->op() == Op::Shr &&
        E->operand(0) ==
            less(E->operand(2)->operand(0),
                 Pool.constant(0, E->operand(2)->operand(0)->type())))
      E = E->operand(2);
    // In loops that test at the end: the value of the next iteration.
    if (auto Next = shiftedFurther(E))
      return Next;
    if ((E->op() != Op::Shl && E->op() != Op::Shr) ||
        !Loop.isInvariant(E->operand(0)))
      return std::nullopt;
    auto Amount = line(E->operand(1));
    if (!Amount || !Amount->Slope->isConstant() || Amount->Slope->value() == 0)
      return std::nullopt;
    // 1 << d with d counting down shrinks; its start must not have been cut
    // off, which nobody can promise.
    if (Amount->Slope->value() < 0)
      return std::nullopt;
    const Expr *Start =
        Pool.binary(E->op(), wide(E->operand(0)), Amount->Start);
    // What is from 2^63 on is below zero here.
    const ScalarType Type = E->operand(0)->type();
    if (!Type.Signed && Type.Bits == 64 && rangeOf(Start).Low < 0)
      return std::nullopt;
    return Geometric{E->op() == Op::Shl, Start, Amount->Slope};
  }

  /// (x << c k) * 2^d and (x >> c k) >> d: from another start.
  std::optional<Geometric> shiftedFurther(const Expr *E) {
    const bool Grows = E->op() == Op::Mul;
    if ((!Grows && E->op() != Op::Shr) || !E->operand(1)->isIntegerConstant() ||
        Loop.isInvariant(E->operand(0)) ||
        E->operand(0)->type().Bits != E->type().Bits)
      return std::nullopt;
    const int64_t By = E->operand(1)->value();
    if (Grows ? By <= 0 || !llvm::isPowerOf2_64(By)
              : By < 0 || By >= E->type().Bits)
      return std::nullopt;
    auto Before = geometricVariable(E->operand(0));
    if (!Before || Before->Grows != Grows)
      return std::nullopt;
    Before->Start =
        Pool.binary(Grows ? Op::Mul : Op::Shr, Before->Start, number(By));
    return Before;
  }

  const Expr *steps(const Expr *Quotient, const Expr *Shift) {
    return Pool.binary(
        Op::Div, Pool.add(Pool.unary(Op::FloorLog2, Quotient), Shift), Shift);
  }

  const Expr *shrinking(const Geometric &G, const Expr *Bound) {
    // A bound below zero is never passed: the loop would not end.
    if (!isNonNegative(Bound))
      Bound = Pool.binary(Op::Max, Bound, number(0));
    return steps(Pool.binary(Op::Div, G.Start, Pool.add(Bound, number(1))),
                 G.Shift);
  }

  const Expr *growing(const Geometric &G, const Expr *Bound) {
    return steps(Pool.binary(Op::Div, Pool.sub(Bound, number(1)), G.Start),
                 G.Shift);
  }

  /// Whether \p G, of the type of \p Variable, passes \p Bound for sure.
  static bool isPassed(const Geometric &G, const Expr *Variable,
                       const Expr *Bound) {
    if (!G.Grows)
      return isNonNegative(Bound) && !G.ChangesSign;
    // What is below the bound may be shifted once more.
    const ScalarType Type = Variable->type();
    return isPositive(G.Start) &&
           ((Type.Signed && !G.ChangesSign) ||
            (G.Shift->value() < 32 && rangeOf(Bound).High <=
                                          int64_t(1) << (Type.Bits - 1) >>
                                          G.Shift->value()));
  }

  const Expr *geometric(Op Operation, const Expr *A, const Expr *B,
                        StayRole Role) {
    const bool Only = Role == StayRole::Only;
    if (Operation == Op::NotEqual) {
      if (!Loop.isInvariant(B))
        std::swap(A, B);
      auto G = geometricVariable(A);
      if (!G || !Loop.isInvariant(B))
        return nullptr;
      if (!Only && (G->Grows || !B->isConstant(0) || !isNonNegative(G->Start)))
        return nullptr;
      // Meeting a bound exactly is passing it, for a loop that ends.
      if (!G->Grows)
        return B->isConstant(0) || B->isConstant(1) ? shrinking(*G, wide(B))
                                                    : nullptr;
      return growing(*G, wide(B));
    }
    if (Operation != Op::Less && Operation != Op::LessEqual)
      return nullptr;
    int64_t Slack = Operation == Op::LessEqual ? 1 : 0;
    if (Loop.isInvariant(A)) { // A < x
      auto G = geometricVariable(B);
      const Expr *Bound = Pool.sub(wide(A), number(Slack));
      return G && !G->Grows && (Only || isPassed(*G, B, Bound))
                 ? shrinking(*G, Bound)
                 : nullptr;
    }
    if (Loop.isInvariant(B)) { // x < B
      auto G = geometricVariable(A);
      const Expr *Bound = Pool.add(wide(B), number(Slack));
      return G && G->Grows && (Only || isPassed(*G, A, Bound))
                 ? growing(*G, Bound)
                 : nullptr;
    }
    return nullptr;
  }
};

} // namespace

const Expr *kernelcast::iterationsWhile(ExpressionPool &Pool, LoopValues &Loop,
                                        const Expr *Stay, StayRole Role,
                                        bool Holds) {
  return StayCounter(Pool, Loop).count(Stay, Role, Holds);
}
