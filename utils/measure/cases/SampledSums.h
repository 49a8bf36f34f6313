//===- SampledSums.h - Checks of outputs that are long sums ---------------===//
//
// An element of a matrix product is a sum of k terms: recomputing every element
// on the processor would take longer than everything else together. Here the
// number of elements looked at follows from what each costs.
//
// The rounding error of a sum grows with the magnitudes of its terms, not with
// its value, so the tolerance is relative to those. For n terms t of random
// sign and rounding unit u (2^-24 for float), the partial sums grow like
// sqrt(n) |t|, and the error of adding them up like
//
//   u / sqrt(3) * sqrt(sum of squared partial sums) = 0.4 u n |t|
//
// so that RandomSigns times u times the sum of magnitudes leaves twenty
// deviations of room. A term left out, |t| of n |t|, is seen up to n = 1 / (8
// u), two million terms.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CASES_SAMPLEDSUMS_H
#define MEASURE_CASES_SAMPLEDSUMS_H

#include "host/Case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace measure {

constexpr double FloatRounding = 0x1p-24, DoubleRounding = 0x1p-53;
constexpr double RandomSigns = 8;

/// What an element must be, and the magnitudes that it was added up from.
struct Sum {
  double Value = 0, Magnitude = 0;
  void add(double Term) {
    Value += Term;
    Magnitude += std::fabs(Term);
  }
};

/// A check of \p Output, each element of which costs \p Terms additions to
/// recompute: |actual - expected| must be at most Tolerance * Magnitude. Looks
/// at all elements if that takes at most 2^20 additions, else at the first and
/// last 16 and as many random ones as that allows, at least 64.
inline Check sampledSums(std::string Output, size_t Terms,
                         std::function<Sum(const Results &, size_t)> Expected,
                         double Tolerance) {
  return [=](const Results &R) -> std::string {
    const size_t Count = R.elements(Output), Ends = 16;
    const size_t Affordable = (size_t(1) << 20) / std::max<size_t>(Terms, 1);
    auto One = [&](size_t I) -> std::string {
      const Sum Right = Expected(R, I);
      const double Actual = R.after(Output, I);
      // Written so that a NaN fails.
      if (std::fabs(Actual - Right.Value) <= Tolerance * Right.Magnitude)
        return {};
      char Text[200];
      std::snprintf(
          Text, sizeof(Text), "%s[%zu] is %.9g, expected %.9g within %.2g",
          Output.c_str(), I, Actual, Right.Value, Tolerance * Right.Magnitude);
      return Text;
    };
    const bool All = Count <= std::max(Affordable, 2 * Ends);
    for (size_t I = 0; I < (All ? Count : Ends); ++I)
      if (std::string Wrong = One(I); !Wrong.empty())
        return Wrong;
    if (All)
      return {};
    for (size_t I = Count - Ends; I < Count; ++I)
      if (std::string Wrong = One(I); !Wrong.empty())
        return Wrong;
    const size_t Samples = std::clamp<size_t>(Affordable, 64, 4096);
    for (size_t S = 0; S < Samples; ++S) {
      auto I = size_t(randomElement(
          "samples", Contents::random(0, double(Count)), Type::F64, S));
      if (std::string Wrong = One(I); !Wrong.empty())
        return Wrong;
    }
    return {};
  };
}

} // namespace measure

#endif // MEASURE_CASES_SAMPLEDSUMS_H
