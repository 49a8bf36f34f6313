//===- CountedCode.h - A kernel's machine code, counted ---------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SASS_COUNTEDCODE_H
#define KERNELCAST_ANALYSIS_SASS_COUNTEDCODE_H

#include "analysis/sass/CodeCounts.h"

namespace kernelcast {

/// The machine code of a kernel and how often it runs in one launch.
struct CountedCode {
  std::shared_ptr<const SassListing> Listing; ///< keeps Function alive
  const SassFunction *Function = nullptr;
  CodeFlow Flow;
  std::vector<double> Executions; ///< of blocks, per launched warp
  double Slack = 0; ///< the largest part by which one of them may be off

  InstructionMix PerWarp{};
  PipelineShares Pipes;           ///< of PerWarp's integers and conversions
  double Shuffles = 0, Votes = 0; ///< per warp, part of Other
  /// Instructions that are issued together with the one before: in the text,
  /// and as they are executed, per warp.
  double Pairs = 0, ExecutedPairs = 0;
};

/// The code of \p Reference's kernel for \p Architecture in \p Listing, counted
/// with \p Reference. Errors say why not, in words that follow "the listing: ".
llvm::Expected<std::shared_ptr<const CountedCode>>
countedCode(std::shared_ptr<const SassListing> Listing, unsigned Architecture,
            const WarpProfile &Reference, const ListingAssumptions &User);

/// Puts the counts of \p Code in place of those of \p Profile.
void takeCounts(const std::shared_ptr<const CountedCode> &Code,
                WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_COUNTEDCODE_H
