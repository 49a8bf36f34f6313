//===- StructuralConditions.h - Warps active under a condition --*- C++ -*-===//
//
// Baghsorkhi, Delahaye, Patel, Gropp, Hwu 2010, section 3.1, equations (9) to
// (12): a condition inside a loop that compares A*t + B, t the thread's linear
// number in its block, with an induction variable
//
//   I(i) = alpha * i + beta     linear        i in [0, I]
//   I(i) = 2^(alpha * i + beta) geometric     t in [0, T)
//
// by <=, >=, ==, != or "is divisible by". The condition is replayed for the
// iterations up to I0, in which the threads' states still change; from there on
// nothing changes (equation 12):
//
//   weight = (tail * max(I - I0, 0) + w0 * I0) / max(I0, I)
//   I0     = (A * (T-1) + B - beta) / alpha    (geometric: log2 of the sum)
//   w0     = mean fraction of warps with an active thread before I0
//
// The paper takes tail = 1, which is right for comparisons; a divisibility
// stays true only where A*t + B is 0. It also takes I and I0 for the numbers of
// iterations, which are I + 1 and n0; the corrected weight counts those.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_STRUCTURALCONDITIONS_H
#define KERNELCAST_ANALYSIS_CONTROL_STRUCTURALCONDITIONS_H

#include "analysis/symbolic/Expression.h"
#include <vector>

namespace kernelcast {

enum class Relation : uint8_t {
  LessEqual,    ///< A*t + B <= I(i)
  GreaterEqual, ///< A*t + B >= I(i)
  Equal,
  NotEqual,
  Divisible, ///< (A*t + B) mod I(i) == 0
};

enum class InductionKind : uint8_t { Linear, Geometric };

struct StructuralCondition {
  Relation Compares = Relation::LessEqual;
  InductionKind Induction = InductionKind::Linear;
  int64_t A = 1, B = 0;        ///< of the thread's side
  int64_t Alpha = 1, Beta = 0; ///< of the induction variable
  int64_t LastIteration = 0;   ///< I: iterations are 0 to I
  int64_t Threads = 256;       ///< T, of a block
  unsigned WarpSize = 32;

  /// I(i); 0 for a negative exponent, saturated at 2^62.
  int64_t induction(int64_t Iteration) const;
  bool holds(int64_t Thread, int64_t Iteration) const;
};

enum class WeightMode : uint8_t { Faithful, Corrected };

/// What the replay found. Fractions are of the block's warps.
struct ConditionWeights {
  std::vector<double> Active;     ///< w_i: some thread active, per iteration
  std::vector<double> Divergent;  ///< some but not all threads active
  double I0 = 0;                  ///< as printed, a real number
  int64_t ChangingIterations = 0; ///< n0, an integer in [0, I + 1]
  double MeanWhileChanging = 1;   ///< w0
  double Tail = 1;                ///< fraction active after n0
  double ExactMean = 1;           ///< of Active
  double Eq12 = 1;                ///< as printed, tail 1
  double Eq12Tail = 1;            ///< with the right tail
  double Eq12Integer = 1;         ///< and with whole iterations; the exact mean
  /// The replay would have exceeded the budget: taken as true for all threads.
  bool Assumed = false;

  /// Equation (12) as printed, or with tail and iteration counts put right.
  double executionWeight(WeightMode Mode) const {
    return Mode == WeightMode::Faithful ? Eq12 : Eq12Integer;
  }
};

/// Replays \p Condition; \p Budget limits thread-iteration steps.
ConditionWeights replay(const StructuralCondition &Condition,
                        uint64_t Budget = 1u << 24);

/// Equation (10): steps to replay a linear <=, bound for \p C.LastIteration.
double stepsEq10(const StructuralCondition &C);
/// Equation (11): the same where I is I0.
double stepsEq11(const StructuralCondition &C);
/// The steps that equation (10) approximates: active iterations, all threads.
double stepsExact(const StructuralCondition &C);
/// The divisor enumeration's bound, A T (T-1) / 4 + B T / 2.
double stepsDivisible(const StructuralCondition &C);

/// Fractions of a block's warps in which some thread takes the true side, and
/// some the false side, of a predicate over the thread's linear number.
struct PredicateWeights {
  double True = 0;
  double False = 0;
};
PredicateWeights predicateWeights(llvm::function_ref<bool(int64_t)> Holds,
                                  int64_t Threads, unsigned WarpSize);

/// \p Condition as equation (9)'s class: over threadIdx.x (of one-dimensional
/// blocks), the counter of \p Loop and constants only; put the launch's values
/// in before. Leaves LastIteration, Threads and WarpSize to the caller.
std::optional<StructuralCondition> structuralCondition(const Expr *Condition,
                                                       unsigned Loop);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_STRUCTURALCONDITIONS_H
