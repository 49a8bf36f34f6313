//===- AddressRows.h - In what row an unknown offset stays ------*- C++ -*-===//
//
//   input[channel * 25650 + sample + shift[channel]]         25650 a channel
//
// An offset of which nothing is known, but that depends on the number of a row,
// is taken to stay inside of that row, as compilers take it that recover the
// dimensions of an array from its one index (Grosser et al., ICS 2015). One
// that does not depend on it may be where the rows begin, and says nothing.
//
// The address is multiplied out. The offset is in the products that nobody
// knows; the smallest known one that moves by more than these, and by more than
// all smaller known ones can add, is the row.
//
// Where a loop over rows is unrolled, the row of each copy is a constant:
//
//   input[(4 k + 0) * 25650 + sample + shift[4 k + 0]]
//   input[(4 k + 1) * 25650 + sample + shift[4 k + 1]]   and so on
//
// Copies of one access have the same place in the source, the same known
// products, and other unknown ones. What lies between two that follow each
// other is the row. The loop's own product, 4 * 25650, is four of them.
//
// An offset that stays in the row together with the known products below it,
// samples 0 to 24999 here, has the room that they leave, 650. Neighbours in the
// launch that have the offset in common touch no more than what they know; if
// it moves in proportion with their coordinates (ThreadSpan.h), they have their
// part of the room.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_ADDRESSROWS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_ADDRESSROWS_H

#include "analysis/specialize/ThreadSpan.h"

namespace kernelcast {

/// Bytes of an array, from \p Begin on, among which one access has its places.
struct ReachedBytes {
  double Begin = 0, Bytes = 0;
};

/// What \p Access of \p Kernel and its copies reach in the whole of \p Launch,
/// if unknown offsets stay in rows; Begin is that of a row. Nothing where there
/// are none.
std::optional<ReachedBytes> reachOfRows(const KernelModel &Kernel,
                                        const MemoryAccess &Access,
                                        const LaunchConfiguration &Launch);

/// Bytes from the first to the end of the last that \p Threads touch in one
/// iteration of all loops around \p Access, if they touch one row. A row is
/// what host code allocates, \p Allocated bytes (0: not known), where there is
/// no other.
std::optional<double> windowInRow(const KernelModel &Kernel,
                                  const MemoryAccess &Access,
                                  const LaunchConfiguration &Launch,
                                  const ThreadsTogether &Threads,
                                  double Allocated);

/// Bytes that \p Access reaches in one iteration of the loop \p Within. Where
/// that is the innermost loop around the access, the rows of its copies are
/// others; None: of an access that no loop goes around.
std::optional<double> extentInIteration(const KernelModel &Kernel,
                                        const MemoryAccess &Access,
                                        const LaunchConfiguration &Launch,
                                        LoopId Within);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_ADDRESSROWS_H
