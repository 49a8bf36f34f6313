//===- AlignmentTests.h - Code that asks where a pointer points -*- C++ -*-===//
//
//   if (reinterpret_cast<uintptr_t>(p) % 16 == 0)  four at a time
//   else                                           one by one
//
// A condition on the low bits of an address decides how wide accesses may be.
// What it guards is written for pointers that are, or are not, aligned; which
// of both runs says nothing of how it could be written.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_ALIGNMENTTESTS_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_ALIGNMENTTESTS_H

#include "analysis/pdg/KernelGraphs.h"

namespace kernelcast {

/// The blocks of one kernel that run, or do not, by the low bits of an address.
class AlignmentTests {
public:
  explicit AlignmentTests(const KernelGraphs &Graphs);

  /// Whether \p Block is one of them.
  bool guard(BlockId Block) const;

private:
  const KernelGraphs &Graphs;
  std::vector<BlockId> Tests; ///< that branch on low bits, ascending
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_ALIGNMENTTESTS_H
