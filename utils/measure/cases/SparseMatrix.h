//===- SparseMatrix.h - Random sparse matrices with fixed seeds -----------===//
//
// Square matrices given by three numbers, so that a row of the results says
// which one it was:
//
//   row    nonzeros of a row in the mean
//   skew   0: every row has just so many; 1: their numbers follow a power law
//          (Pareto with exponent 3/2 from row / 3 up: half of the rows have
//          less than 0.53 row, one in a thousand more than 33 row), in random
//          order
//   band   columns lie within a window of so many around the diagonal; 0: they
//          lie anywhere
//
// The columns of a row are in ascending order and all different.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_CASES_SPARSEMATRIX_H
#define MEASURE_CASES_SPARSEMATRIX_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace measure {

class SparseMatrix {
public:
  /// No row gets more than \p Longest nonzeros.
  SparseMatrix(long Rows, long Row, bool Skew, long Band, long Longest)
      : Rows(Rows), Window(Band ? std::min(Band, Rows) : Rows), Random(Rows) {
    Longest = std::min(Longest, Window);
    Lengths.reserve(Rows);
    for (long I = 0; I < Rows; ++I) {
      double Length = double(Row);
      if (Skew) // 1 - fraction() is never 0
        Length = double(Row) / 3 * std::pow(1 - fraction(), -2.0 / 3);
      Lengths.push_back(int(std::min(Length, double(Longest))));
    }
  }

  const std::vector<int> &lengths() const { return Lengths; }
  size_t nonzeros() const {
    size_t Count = 0;
    for (int Length : Lengths)
      Count += Length;
    return Count;
  }

  /// Where each row starts among the nonzeros, and where the last one ends.
  std::vector<int> rowStart() const {
    std::vector<int> Start = {0};
    Start.reserve(Lengths.size() + 1);
    for (int Length : Lengths)
      Start.push_back(Start.back() + Length);
    return Start;
  }

  /// Calls \p Take with (row, number in the row, column) of every nonzero. The
  /// window is cut into as many pieces as there are nonzeros, one in each.
  template <class Function> void forEachNonzero(Function Take) {
    for (long Row = 0; Row < Rows; ++Row) {
      const long First = std::clamp(Row - Window / 2, long(0), Rows - Window);
      const double Piece = double(Window) / Lengths[Row];
      for (int J = 0; J < Lengths[Row]; ++J) {
        const long Low = long(std::ceil(J * Piece));
        const long High = long(std::ceil((J + 1) * Piece));
        Take(Row, J, int(First + Low + long(fraction() * double(High - Low))));
      }
    }
  }

private:
  double fraction() { return double(Random() >> 11) * 0x1p-53; }

  long Rows, Window;
  std::vector<int> Lengths;
  std::mt19937_64 Random;
};

} // namespace measure

#endif // MEASURE_CASES_SPARSEMATRIX_H
