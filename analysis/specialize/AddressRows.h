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
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_ADDRESSROWS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_ADDRESSROWS_H

#include "analysis/WarpProfile.h"

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

/// Bytes of that in one iteration of the loop \p Within. Where that is the
/// innermost loop around the access, the rows of its copies are others; None:
/// of an access that no loop goes around.
std::optional<double> extentInIteration(const KernelModel &Kernel,
                                        const MemoryAccess &Access,
                                        const LaunchConfiguration &Launch,
                                        LoopId Within);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_ADDRESSROWS_H
