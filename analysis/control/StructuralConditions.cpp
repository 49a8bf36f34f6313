//===- StructuralConditions.cpp - Warps active under a condition ----------===//
#include "analysis/control/StructuralConditions.h"
#include "analysis/support/Magnitude.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace kernelcast;

int64_t StructuralCondition::induction(int64_t Iteration) const {
  __int128 Value = static_cast<__int128>(Alpha) * Iteration + Beta;
  constexpr __int128 Limit = static_cast<__int128>(1) << 62;
  if (Induction == InductionKind::Linear)
    return Value > Limit    ? static_cast<int64_t>(Limit)
           : Value < -Limit ? -static_cast<int64_t>(Limit)
                            : static_cast<int64_t>(Value);
  if (Value < 0)
    return 0;
  return int64_t(1) << std::min<__int128>(Value, 62);
}

bool StructuralCondition::holds(int64_t Thread, int64_t Iteration) const {
  int64_t Value = A * Thread + B, Bound = induction(Iteration);
  switch (Compares) {
  case Relation::LessEqual:
    return Value <= Bound;
  case Relation::GreaterEqual:
    return Value >= Bound;
  case Relation::Equal:
    return Value == Bound;
  case Relation::NotEqual:
    return Value != Bound;
  case Relation::Divisible:
    return Bound != 0 && Value % Bound == 0;
  }
  return true;
}

/// Equation (12) with real-valued iteration numbers, as printed.
static double eq12(double W0, double I, double I0, double Tail) {
  double Length = std::max(I0, I);
  return Length > 0 ? (Tail * std::max(I - I0, 0.0) + W0 * I0) / Length : Tail;
}

ConditionWeights kernelcast::replay(const StructuralCondition &C,
                                    uint64_t Budget) {
  ConditionWeights Result;
  if (C.Threads <= 0 || C.WarpSize == 0 || C.LastIteration < 0)
    return Result;
  double Largest = double(C.A) * (C.Threads - 1) + C.B;
  double Reach = C.Induction == InductionKind::Linear ? Largest
                 : Largest > 0                        ? std::log2(Largest)
                                                      : 0;
  double Iterations = double(C.LastIteration) + 1;
  // A bound that never moves is settled before the first iteration.
  Result.I0 = C.Alpha ? (Reach - C.Beta) / C.Alpha : 0;
  double Changing = C.Compares == Relation::Divisible
                        ? std::floor(Result.I0) + 1
                        : std::ceil(Result.I0);
  // A falling bound, or == and != (whose last change is at I0 itself), are
  // replayed to the end.
  if (C.Alpha <= 0 || C.A < 0 ||
      (C.Compares != Relation::LessEqual && C.Compares != Relation::Divisible))
    Changing = Iterations;
  Changing = std::clamp(Changing, 0.0, Iterations);

  double Work = Changing * double(C.Threads);
  if (Work > double(Budget) || Iterations > double(Budget)) {
    Result.Assumed = true;
    return Result;
  }
  Result.ChangingIterations = static_cast<int64_t>(Changing);

  int64_t Warps = llvm::divideCeil(uint64_t(C.Threads), C.WarpSize);
  auto Measure = [&](int64_t Iteration, double &Active, double &Divergent) {
    int64_t Some = 0, Mixed = 0;
    for (int64_t W = 0; W < Warps; ++W) {
      int64_t First = W * C.WarpSize;
      int64_t End = std::min<int64_t>(C.Threads, First + C.WarpSize);
      int64_t Count = 0;
      for (int64_t T = First; T < End; ++T)
        Count += C.holds(T, Iteration);
      Some += Count > 0;
      Mixed += Count > 0 && Count < End - First;
    }
    Active = double(Some) / Warps;
    Divergent = double(Mixed) / Warps;
  };
  int64_t Total = C.LastIteration + 1;
  Result.Active.resize(Total);
  Result.Divergent.resize(Total);
  double Sum = 0;
  for (int64_t I = 0; I < Total; ++I) {
    // From n0 on, every iteration is like the first of them.
    if (I > Result.ChangingIterations) {
      Result.Active[I] = Result.Active[I - 1];
      Result.Divergent[I] = Result.Divergent[I - 1];
    } else {
      Measure(I, Result.Active[I], Result.Divergent[I]);
    }
    if (I == Result.ChangingIterations)
      Result.MeanWhileChanging = I ? Sum / I : 1;
    Sum += Result.Active[I];
  }
  if (Result.ChangingIterations == Total)
    Result.MeanWhileChanging = Sum / Total;
  Result.ExactMean = Sum / Total;

  if (C.Compares == Relation::Divisible)
    Result.Tail = C.A != 0 && (-C.B) % C.A == 0 && -C.B / C.A >= 0 &&
                          -C.B / C.A < C.Threads
                      ? 1.0 / Warps
                      : 0.0;
  double I = C.LastIteration;
  Result.Eq12 = eq12(Result.MeanWhileChanging, I, Result.I0, 1);
  Result.Eq12Tail = eq12(Result.MeanWhileChanging, I, Result.I0, Result.Tail);
  Result.Eq12Integer =
      (Result.ChangingIterations * Result.MeanWhileChanging +
       (Iterations - Result.ChangingIterations) * Result.Tail) /
      Iterations;
  return Result;
}

double kernelcast::stepsEq10(const StructuralCondition &C) {
  double A = C.A, T = C.Threads, Alpha = C.Alpha;
  return (2 * T * (Alpha * C.LastIteration - C.B + C.Beta + Alpha) -
          A * T * (T - 1)) /
         (2 * Alpha);
}

double kernelcast::stepsEq11(const StructuralCondition &C) {
  double A = C.A, T = C.Threads, Alpha = C.Alpha;
  return (A * T * T - A * T + 2 * Alpha * T) / (2 * Alpha);
}

double kernelcast::stepsExact(const StructuralCondition &C) {
  double Steps = 0;
  if (C.Alpha <= 0)
    return Steps;
  for (int64_t T = 0; T < C.Threads; ++T) {
    double First =
        std::max(0.0, std::ceil(double(C.A * T + C.B - C.Beta) / C.Alpha));
    Steps += std::max(0.0, C.LastIteration - First + 1);
  }
  return Steps;
}

double kernelcast::stepsDivisible(const StructuralCondition &C) {
  double T = C.Threads;
  return C.A * T * (T - 1) / 4 + C.B * T / 2;
}

PredicateWeights
kernelcast::predicateWeights(llvm::function_ref<bool(int64_t)> Holds,
                             int64_t Threads, unsigned WarpSize) {
  PredicateWeights Result;
  if (Threads <= 0 || WarpSize == 0)
    return Result;
  int64_t Warps = llvm::divideCeil(uint64_t(Threads), WarpSize);
  int64_t True = 0, False = 0;
  for (int64_t First = 0; First < Threads; First += WarpSize) {
    bool AnyTrue = false, AnyFalse = false;
    for (int64_t T = First; T < std::min<int64_t>(Threads, First + WarpSize);
         ++T)
      (Holds(T) ? AnyTrue : AnyFalse) = true;
    True += AnyTrue;
    False += AnyFalse;
  }
  return {double(True) / Warps, double(False) / Warps};
}

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

namespace {

/// Thread * t + Iteration * i + Constant.
struct Affine {
  int64_t Thread = 0, Iteration = 0, Constant = 0;
};

constexpr uint64_t Large = uint64_t(1) << 30; ///< products stay within 64 bits

bool small(const Affine &F) {
  return magnitude(F.Thread) < Large && magnitude(F.Iteration) < Large &&
         magnitude(F.Constant) < Large;
}

std::optional<Affine> affine(const Expr *E, unsigned Loop, unsigned Depth = 0) {
  if (Depth > 32 || E->type().Float)
    return std::nullopt;
  auto Of = [&](unsigned I) { return affine(E->operand(I), Loop, Depth + 1); };
  std::optional<Affine> A, B;
  switch (E->op()) {
  case Op::Constant: {
    Affine Result{
        0, 0,
        wrapToType(E->value(), ScalarType::integer(E->type().Bits, true))};
    return small(Result) ? std::optional(Result) : std::nullopt;
  }
  case Op::Coordinate:
    if (static_cast<Coordinate>(E->value()) == Coordinate::ThreadX)
      return Affine{1, 0, 0};
    return std::nullopt;
  case Op::Counter:
    if (E->value() == Loop)
      return Affine{0, 1, 0};
    return std::nullopt;
  case Op::Cast:
    return E->operand(0)->type().Bits == 1 ? std::nullopt : Of(0);
  case Op::Negate:
    if ((A = Of(0)))
      return Affine{-A->Thread, -A->Iteration, -A->Constant};
    return std::nullopt;
  case Op::Add:
  case Op::Sub: {
    A = Of(0);
    B = A ? Of(1) : std::nullopt;
    if (!B)
      return std::nullopt;
    int64_t S = E->op() == Op::Add ? 1 : -1;
    Affine Result{A->Thread + S * B->Thread, A->Iteration + S * B->Iteration,
                  A->Constant + S * B->Constant};
    return small(Result) ? std::optional(Result) : std::nullopt;
  }
  case Op::Mul: {
    A = Of(0);
    B = A ? Of(1) : std::nullopt;
    if (!B)
      return std::nullopt;
    if (B->Thread || B->Iteration)
      std::swap(A, B);
    if (B->Thread || B->Iteration)
      return std::nullopt;
    int64_t C = B->Constant;
    Affine Result{A->Thread * C, A->Iteration * C, A->Constant * C};
    return small(Result) ? std::optional(Result) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// 2^(alpha i + beta) from 1 << x, 2^c << x and products with 2^c.
bool powerOfTwo(const Expr *E, unsigned Loop, int64_t &Alpha, int64_t &Beta) {
  while (E->op() == Op::Cast && E->operand(0)->type().Bits > 1)
    E = E->operand(0);
  if (E->op() == Op::Mul && E->operand(1)->isIntegerConstant() &&
      E->operand(1)->value() > 0 &&
      llvm::isPowerOf2_64(E->operand(1)->value())) {
    if (!powerOfTwo(E->operand(0), Loop, Alpha, Beta))
      return false;
    Beta += llvm::Log2_64(E->operand(1)->value());
    return true;
  }
  bool Grows = E->op() == Op::Shl;
  if ((!Grows && E->op() != Op::Shr) || !E->operand(0)->isIntegerConstant() ||
      E->operand(0)->value() <= 0 ||
      !llvm::isPowerOf2_64(E->operand(0)->value()))
    return false;
  auto Amount = affine(E->operand(1), Loop);
  if (!Amount || Amount->Thread)
    return false;
  int64_t Sign = Grows ? 1 : -1;
  Alpha = Sign * Amount->Iteration;
  Beta = Sign * Amount->Constant + llvm::Log2_64(E->operand(0)->value());
  return true;
}

} // namespace

std::optional<StructuralCondition>
kernelcast::structuralCondition(const Expr *Condition, unsigned Loop) {
  if (Condition->operands().size() != 2)
    return std::nullopt;
  const Expr *X = Condition->operand(0), *Y = Condition->operand(1);
  StructuralCondition Result;
  // t % 2^(i+1) == 0.
  if (Condition->op() == Op::Equal && Y->isConstant(0) && X->op() == Op::Rem) {
    auto Value = affine(X->operand(0), Loop);
    auto Linear = affine(X->operand(1), Loop);
    if (!Value || Value->Iteration || (Linear && Linear->Thread))
      return std::nullopt;
    Result.Compares = Relation::Divisible;
    Result.A = Value->Thread;
    Result.B = Value->Constant;
    if (Linear) {
      Result.Alpha = Linear->Iteration;
      Result.Beta = Linear->Constant;
      return Result;
    }
    Result.Induction = InductionKind::Geometric;
    if (!powerOfTwo(X->operand(1), Loop, Result.Alpha, Result.Beta))
      return std::nullopt;
    return Result;
  }
  int64_t Slack = 0; // x < y is x + 1 <= y
  switch (Condition->op()) {
  case Op::Less:
    Slack = 1;
    [[fallthrough]];
  case Op::LessEqual:
    Result.Compares = Relation::LessEqual;
    break;
  case Op::Equal:
    Result.Compares = Relation::Equal;
    break;
  case Op::NotEqual:
    Result.Compares = Relation::NotEqual;
    break;
  default:
    return std::nullopt;
  }
  auto A = affine(X, Loop), B = affine(Y, Loop);
  if (A && B) { // collect t on the left, i on the right
    Result.A = A->Thread - B->Thread;
    Result.B = A->Constant - B->Constant + Slack;
    Result.Alpha = B->Iteration - A->Iteration;
    Result.Beta = 0;
    return Result;
  }
  Result.Induction = InductionKind::Geometric;
  if (A && !A->Iteration && powerOfTwo(Y, Loop, Result.Alpha, Result.Beta)) {
    Result.A = A->Thread;
    Result.B = A->Constant + Slack;
    return Result;
  }
  if (B && !B->Iteration && powerOfTwo(X, Loop, Result.Alpha, Result.Beta)) {
    if (Result.Compares == Relation::LessEqual)
      Result.Compares = Relation::GreaterEqual;
    Result.A = B->Thread;
    Result.B = B->Constant - Slack;
    return Result;
  }
  return std::nullopt;
}
