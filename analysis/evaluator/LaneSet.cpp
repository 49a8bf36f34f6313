//===- LaneSet.cpp - Lanes that take part, and counts with bounds ---------===//

#include "analysis/evaluator/LaneSet.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

double kernelcast::chanceOfAny(double Each, unsigned Number) {
  // By squaring: std::pow is slow, and this is asked for every block.
  double None = 1;
  for (double Power = 1 - Each; Number; Number >>= 1, Power *= Power)
    if (Number & 1)
      None *= Power;
  return 1 - None;
}

Estimate LaneSet::lanes() const {
  double Sure = popcount(Must), Possible = popcount(May);
  return {Sure + Probability * (Possible - Sure), Sure, Possible};
}

Estimate LaneSet::any() const {
  if (Must)
    return 1;
  if (!May)
    return 0;
  return {Together ? Probability : chanceOfAny(Probability, popcount(May)), 0,
          1};
}

LaneSet kernelcast::unite(const LaneSet &A, const LaneSet &B) {
  if (A.empty())
    return B;
  if (B.empty())
    return A;
  LaneSet R;
  R.Must = A.Must | B.Must;
  R.May = A.May | B.May;
  R.Together = A.May == B.May && A.isAllOrNone() && B.isAllOrNone() && !R.Must;
  if (LaneMask Open = R.May & ~R.Must) {
    double Expected = A.Probability * popcount(A.May & Open) +
                      B.Probability * popcount(B.May & Open);
    R.Probability = std::min(1.0, Expected / popcount(Open));
  }
  return R;
}
