//===- LaneSet.h - Lanes that take part, and counts with bounds -*- C++ -*-===//
//
// A condition that depends on data leaves open which lanes go which way. Such a
// set has lanes that take part for sure and lanes that may; counts over it are
// estimates between two bounds. Each of those that may decides for itself,
// unless the data are the same for all of them: then they go together.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LANESET_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LANESET_H

#include "analysis/evaluator/WarpValue.h"

namespace kernelcast {

/// A count with proven bounds. Low == High: exact.
struct Estimate {
  double Value = 0, Low = 0, High = 0;

  Estimate() = default;
  Estimate(double Exact) : Value(Exact), Low(Exact), High(Exact) {}
  Estimate(double Value, double Low, double High)
      : Value(Value), Low(Low), High(High) {}
  Estimate &operator+=(const Estimate &B) {
    Value += B.Value, Low += B.Low, High += B.High;
    return *this;
  }
  friend Estimate operator*(Estimate A, double Factor) {
    return {A.Value * Factor, A.Low * Factor, A.High * Factor};
  }
};

/// The lanes that take part in something: surely, possibly, and with which
/// probability each of the merely possible ones.
struct LaneSet {
  LaneMask Must = 0, May = 0;
  double Probability = 1;
  bool Together = false; ///< all of May or none, where there is no Must

  /// Whether all of May take part or none.
  bool isAllOrNone() const { return Must == May || (Together && !Must); }
  static LaneSet of(LaneMask Lanes) { return {Lanes, Lanes, 1}; }
  bool empty() const { return May == 0; }
  friend bool operator==(const LaneSet &A, const LaneSet &B) {
    return A.Must == B.Must && A.May == B.May &&
           (A.Must == A.May ||
            (A.Probability == B.Probability && A.Together == B.Together));
  }
  Estimate lanes() const;
  /// 1 if some lane takes part, else 0; between if that is not known.
  Estimate any() const;
};

/// The probability that at least one of \p Number independent events happens,
/// each of which has probability \p Each.
double chanceOfAny(double Each, unsigned Number);

/// Lanes in \p A or \p B.
LaneSet unite(const LaneSet &A, const LaneSet &B);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LANESET_H
