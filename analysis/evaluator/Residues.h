//===- Residues.h - How addresses of a box are aligned ----------*- C++ -*-===//
//
// Sectors, lines, transactions and bank conflicts of a warp depend on the
// differences between its lanes, which a warp value has in common for the whole
// box, and on the alignment of the first one. The alignments that occur over a
// box are the sums of arithmetic progressions modulo 256, one progression for
// each varying term: they are counted, not enumerated.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_RESIDUES_H
#define KERNELCAST_ANALYSIS_EVALUATOR_RESIDUES_H

#include "analysis/evaluator/WarpValue.h"

namespace kernelcast {

/// No rule of any GPU looks at a larger alignment.
inline constexpr unsigned AlignmentPeriod = 256;

/// Number of points of a box by the varying part of a value modulo
/// AlignmentPeriod.
struct Residues {
  std::array<double, AlignmentPeriod> Points{};
  unsigned Step = AlignmentPeriod; ///< only multiples of it occur
};

Residues residues(const WarpValue &Address, const Box &Whole);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_RESIDUES_H
