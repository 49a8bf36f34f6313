//===- CodeCounts.h - How often machine code runs ---------------*- C++ -*-===//
//
// A listing does not say how often its blocks run; a model of the same kernel
// does, that of its compiled code or that of its source. The two are joined
// where this is sound, and nowhere else:
//
//   1. Blocks of one loop of which each implies the other (one dominates, the
//      other post-dominates) run equally often. The entry runs once a warp.
//   2. The loops of both have to be nested alike, in the same order. A loop and
//      its partner are taken for one if the same numbers of loads, stores,
//      atomics, barriers and special functions stand in them, not counting
//      inner loops, and their floating-point operations differ by less than
//      half; where there are none but these, by nothing. The same has to hold
//      of what is around them. An assembler that has unrolled the loop, or
//      taken iterations out of it, fails this. Then the blocks that jump back
//      run as often as the model's, and what leads into the loop as often as
//      there.
//   3. Where both have as many stores, atomics or barriers of one kind beside
//      each other, and the model's run equally often, so do those of the
//      listing. Loads may have been moved to where they are needed.
//   4. What only a block that never runs leads to, never runs.
//   5. A block runs at most as often as one that leads to it, at least as often
//      as one that it leads to, in the same loop. Where the two differ by at
//      most 2 %, the middle is taken, and the ledger says so.
//
// What is left open is asked of the user: --assume 'sass:LINE trips=N' of the
// loop around a line of the listing, 'sass:LINE p=P' of a branch. Where that is
// not given either, the counts of the function are unknown.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SASS_CODECOUNTS_H
#define KERNELCAST_ANALYSIS_SASS_CODECOUNTS_H

#include "analysis/WarpProfile.h"
#include "analysis/sass/CodeFlow.h"
#include <map>

namespace kernelcast {

/// What the user says of a listing, by line.
struct ListingAssumptions {
  std::map<unsigned, double> Taken; ///< share of warps that jump, 0 to 1
  std::map<unsigned, double> Trips; ///< iterations for each time it is entered
};

struct CodeRuns {
  std::vector<double> Executions; ///< by block, per launched warp
  double Slack = 0; ///< the largest part by which one of them may be off
};

/// How often each block of \p Flow runs, per launched warp. \p Reference: the
/// same kernel's profile. Errors name what cannot be joined.
llvm::Expected<CodeRuns> codeCounts(const SassFunction &Function,
                                    const CodeFlow &Flow,
                                    const WarpProfile &Reference,
                                    const ListingAssumptions &User);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_CODECOUNTS_H
