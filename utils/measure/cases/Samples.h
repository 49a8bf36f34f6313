//===- Samples.h - Checks of results that take long to recompute ----------===//
//
// eachElement recomputes thousands of elements one by one, which is right for
// streaming kernels. Where one element is a sum over all bodies, or a thousand
// rounds of a block, fewer must do, and what they share is read only once.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CASES_SAMPLES_H
#define MEASURE_CASES_SAMPLES_H

#include "host/Case.h"

#include <cmath>

namespace measure {

/// What the buffer \p Name held before the launch.
inline std::vector<double> allBefore(const Results &R,
                                     const std::string &Name) {
  std::vector<double> Values(R.elements(Name));
  for (size_t I = 0; I < Values.size(); ++I)
    Values[I] = R.before(Name, I);
  return Values;
}

/// What element Index of an output must be.
using Reference = std::function<double(size_t Index)>;

/// A check of \p Samples elements of \p Output, spread evenly from the first to
/// the last (of all, if there are no more). \p Prepare runs once a check and
/// gives the reference. The tolerance is eachElement's.
inline Check spreadElements(std::string Output, size_t Samples,
                            std::function<Reference(const Results &)> Prepare,
                            double Tolerance) {
  return [=](const Results &R) -> std::string {
    const Reference Expected = Prepare(R);
    const size_t Count = R.elements(Output);
    const bool All = Count <= Samples;
    for (size_t S = 0; S < (All ? Count : Samples); ++S) {
      const size_t I = All ? S : S * (Count - 1) / (Samples - 1);
      const double Actual = R.after(Output, I), Right = Expected(I);
      // Written so that a NaN fails.
      if (std::fabs(Actual - Right) <=
          Tolerance * std::max(1.0, std::fabs(Right)))
        continue;
      return Output + "[" + std::to_string(I) + "] is " +
             std::to_string(Actual) + ", expected " + std::to_string(Right);
    }
    return {};
  };
}

} // namespace measure

#endif // MEASURE_CASES_SAMPLES_H
