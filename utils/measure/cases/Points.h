//===- Points.h - Lists of points put together ----------------------------===//
#ifndef MEASURE_CASES_POINTS_H
#define MEASURE_CASES_POINTS_H

#include "host/Case.h"

namespace measure {

/// The points of all \p Lists, in turn.
inline std::vector<Parameters>
together(const std::vector<std::vector<Parameters>> &Lists) {
  std::vector<Parameters> All;
  for (const std::vector<Parameters> &List : Lists)
    All.insert(All.end(), List.begin(), List.end());
  return All;
}

/// A bound for the rounding error of a float sum of \p Terms products of which
/// none is larger than \p Largest: each of the additions and products rounds by
/// at most 2^-24 of a partial sum.
inline double sumTolerance(double Terms, double Largest) {
  return (Terms + 1) * Terms * Largest * 0x1p-24;
}

} // namespace measure

#endif // MEASURE_CASES_POINTS_H
