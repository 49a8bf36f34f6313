//===- Residues.cpp - Sums of progressions modulo a power of two ----------===//

#include "analysis/evaluator/Residues.h"
#include <algorithm>
#include <numeric>

using namespace kernelcast;

Residues kernelcast::residues(const WarpValue &Address, const Box &Whole) {
  Residues R;
  R.Points[0] = 1;
  std::array<double, AlignmentPeriod> Next;
  for (unsigned V = 0; V != Whole.Size; ++V) {
    int64_t Count = Whole.Variables[V].Count;
    unsigned Factor =
        static_cast<uint64_t>(Address.coefficient(V)) % AlignmentPeriod;
    if (Factor == 0 || Count == 1) {
      for (unsigned A = 0; Count != 1 && A < AlignmentPeriod; A += R.Step)
        R.Points[A] *= static_cast<double>(Count);
      continue;
    }
    // Whole turns reach all that is as far from a multiple of the stride, and
    // equally often; what is left over takes its steps one by one.
    const unsigned Stride = std::gcd(Factor, AlignmentPeriod);
    const unsigned Period = AlignmentPeriod / Stride;
    const int64_t Turns = Count / Period;
    const auto Left = static_cast<unsigned>(Count % Period);
    std::array<double, AlignmentPeriod> InTurn;
    std::fill_n(InTurn.begin(), Stride, 0);
    for (unsigned A = 0; A < AlignmentPeriod; A += R.Step)
      InTurn[A % Stride] += R.Points[A] * static_cast<double>(Turns);
    // All that is not a multiple of the step stays 0.
    const unsigned Step = std::gcd(R.Step, Factor);
    for (unsigned A = 0; A < AlignmentPeriod; A += Step)
      Next[A] = InTurn[A % Stride];
    for (unsigned A = 0; A < AlignmentPeriod; A += R.Step)
      for (unsigned I = 0; R.Points[A] != 0 && I != Left; ++I)
        Next[(A + Factor * I) % AlignmentPeriod] += R.Points[A];
    for (unsigned A = 0; A < AlignmentPeriod; A += Step)
      R.Points[A] = Next[A];
    R.Step = Step;
  }
  return R;
}
