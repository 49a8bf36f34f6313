//===- BlockCheck.h - Checks of what blocks compute on their own ----------===//
//
// Where each block turns its own stretch of the input into its own stretch of
// the output (partial sums, scans, transforms, sorts), a few whole blocks are
// recomputed: their right answers come at once, not element by element.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CASES_BLOCKCHECK_H
#define MEASURE_CASES_BLOCKCHECK_H

#include "host/Case.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace measure {

/// A check of the \p Width elements that each of \p Blocks blocks leaves in
/// \p Output, block after block, the last perhaps fewer: all blocks if that
/// takes at most 2^21 steps of \p Work a block, else the first, the last and as
/// many random ones as that allows. \p Expected gives one block's elements; the
/// tolerance is relative to \p Scale.
inline Check someBlocks(
    std::string Output, size_t Width, size_t Blocks, size_t Work,
    std::function<std::vector<double>(const Results &, size_t Block)> Expected,
    double Tolerance, double Scale = 1) {
  return [=](const Results &R) -> std::string {
    const size_t Affordable = std::max<size_t>((size_t(1) << 21) / Work, 3);
    std::set<size_t> Chosen = {0, Blocks - 1};
    for (size_t I = 0; I < std::min(Affordable, Blocks); ++I)
      Chosen.insert(Blocks <= Affordable
                        ? I
                        : size_t(randomElement(
                              "blocks", Contents::random(0, double(Blocks)),
                              Type::F64, I)));
    for (size_t Block : Chosen) {
      const std::vector<double> Right = Expected(R, Block);
      for (size_t K = 0; K < Right.size(); ++K) {
        const size_t I = Block * Width + K;
        const double Actual = R.after(Output, I);
        // Written so that a NaN fails.
        if (!(std::fabs(Actual - Right[K]) <=
              Tolerance * std::max(Scale, std::fabs(Right[K]))))
          return Output + "[" + std::to_string(I) + "] is " +
                 std::to_string(Actual) + ", expected " +
                 std::to_string(Right[K]);
      }
    }
    return {};
  };
}

/// Elements [\p Begin, \p End) of \p Input before the launch, without what lies
/// beyond its end.
inline std::vector<double> stretch(const Results &R, const std::string &Input,
                                   size_t Begin, size_t End) {
  std::vector<double> Values;
  End = std::min(End, R.elements(Input));
  for (size_t I = Begin; I < End; ++I)
    Values.push_back(R.before(Input, I));
  return Values;
}

/// The worst relative error of a float sum of positive terms of which each goes
/// through \p Additions additions: every one rounds by at most 2^-24.
inline double additionError(double Additions) { return Additions * 0x1p-24; }

} // namespace measure

#endif // MEASURE_CASES_BLOCKCHECK_H
