//===- NeighbouringAccesses.h - Elements one wide access has ----*- C++ -*-===//
//
//   sum += a[4 * i] + a[4 * i + 1] + a[4 * i + 2] + a[4 * i + 3];
//
// Four loads of one thread that lie side by side are one load of 16 bytes if
// the first begins at a multiple of 16. A compiler does not know that, since
// the type promises 4; the addresses tell: multiplied out they differ by
// constants, and what they have in common is a multiple of 16 for all threads
// of the launch, wherever the array begins at one, too, which is what
// allocations do.
//
// Found are accesses of one kind in one block, and the iterations of a loop
// that is unrolled, if each of them makes the access and none ends the loop
// early.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_NEIGHBOURINGACCESSES_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_NEIGHBOURINGACCESSES_H

#include "analysis/dependences/ThreadAddresses.h"
#include "analysis/pdg/FlowGraph.h"

namespace kernelcast {

/// Accesses of a thread that one of Bytes bytes, 8 or 16, can make.
struct NeighbouringAccesses {
  std::vector<AccessId> Parts; ///< in the order of their addresses
  unsigned Iterations = 1; ///< of an unrolled loop that each of them has in it
  unsigned Bytes = 0;
};

/// Those of \p Space in the launch of \p Threads, each access at most once;
/// \p Dominators are those of its kernel.
std::vector<NeighbouringAccesses>
neighbouringAccesses(const ThreadAddresses &Threads,
                     const Dominance &Dominators,
                     MemorySpace Space = MemorySpace::Global);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_NEIGHBOURINGACCESSES_H
