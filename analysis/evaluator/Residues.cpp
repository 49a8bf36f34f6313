//===- Residues.cpp - Sums of progressions modulo a power of two ----------===//

#include "analysis/evaluator/Residues.h"
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
    // All that is not a multiple of the step stays 0.
    const unsigned Step = std::gcd(R.Step, Factor);
    for (unsigned A = 0; A < AlignmentPeriod; A += Step)
      Next[A] = 0;
    unsigned Period = AlignmentPeriod / std::gcd(Factor, AlignmentPeriod);
    int64_t Turns = Count / Period;
    unsigned Left = static_cast<unsigned>(Count % Period);
    for (unsigned A = 0; A < AlignmentPeriod; A += R.Step) {
      if (R.Points[A] == 0)
        continue;
      unsigned End = Turns ? Period : Left;
      for (unsigned I = 0; I != End; ++I)
        Next[(A + Factor * I) % AlignmentPeriod] +=
            R.Points[A] * static_cast<double>(Turns + (I < Left));
    }
    for (unsigned A = 0; A < AlignmentPeriod; A += Step)
      R.Points[A] = Next[A];
    R.Step = Step;
  }
  return R;
}
