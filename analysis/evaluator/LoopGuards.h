//===- LoopGuards.h - Branches that let threads into a loop -----*- C++ -*-===//
//
//   for (j = first; j < end; ++j) ...
//
// Compiled code tests j < end before the loop, too, and once more where the
// loop is unrolled, to see whether a whole turn is left. If first and end are
// data, nobody knows what these branches do; but who takes the loop to make
// sixteen trips takes threads to get there.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_LOOPGUARDS_H
#define KERNELCAST_ANALYSIS_EVALUATOR_LOOPGUARDS_H

#include "analysis/KernelModel.h"
#include <map>
#include <optional>
#include <tuple>

namespace kernelcast {

class LoopGuards {
public:
  explicit LoopGuards(const KernelModel &Kernel);

  /// The successor of \p Block behind which a loop with the same condition
  /// lies that the other successor goes past. Nothing: the branch is no guard,
  /// or the loop is too far away to be found.
  std::optional<unsigned> sideIntoLoop(const BasicBlock &Block) const;

private:
  using Headers = llvm::SmallVector<BlockId, 2>;
  /// A condition's place and the calls around it.
  using Place = std::tuple<SourceSpot, std::string>;

  bool reaches(const BasicBlock &Branch, BlockId From, const Headers &To) const;

  const KernelModel &Kernel;
  std::map<Place, Headers> Loops;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_LOOPGUARDS_H
