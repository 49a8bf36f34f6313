//===- MemoryDependences.h - Which accesses meet in memory ------*- C++ -*-===//
//
// The program dependence graph follows values; this follows memory. Two
// accesses to one array, one of which writes, depend on each other where a
// byte is touched by both: by one thread, by two threads of a block, or by
// threads of two blocks. Each of the three is a set over the coordinates and
// loop counters of both threads, within the launch and under the conditions
// that lead to the accesses (formulas/ExecutionPath.h), and isl says whether it
// is empty (symbolic/IslBridge.h). A pair of threads that isl names is computed
// once more in the kernel's own arithmetic before it counts as certain.
//
// Barriers are not looked at: accesses that depend on each other may well be in
// order.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_MEMORYDEPENDENCES_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_MEMORYDEPENDENCES_H

#include "analysis/dependences/ThreadAddresses.h"

namespace kernelcast {

/// Two accesses that may touch a common byte.
struct MemoryDependence {
  AccessId From = 0, To = 0; ///< From <= To, in the order of the accesses
  ThreadPair Threads = ThreadPair::Same;
  /// Whether there are such threads. Else nothing rules them out: addresses
  /// that depend on data, values that are not known, or a question too hard.
  bool Certain = false;
};

struct MemoryDependences {
  std::vector<MemoryDependence> Found;
  /// Pairs of accesses that were not looked at, for want of effort.
  unsigned Skipped = 0;
};

/// Threads that may touch a common byte.
struct Meeting {
  bool Certain = false;
  MeetingThread First, Second; ///< where it is certain: two that do,
  int64_t Byte = 0; ///< and the first byte of both, from the array's start
};

/// Whether a thread in the access \p From and one in \p To that lie to one
/// another as \p Pair says may touch a common byte; nothing if none do.
std::optional<Meeting> meeting(const ThreadAddresses &Threads, AccessId From,
                               AccessId To, ThreadPair Pair);

/// The dependences through memory between accesses of \p Kernel in \p Launch.
/// A local array is a thread's own, and shared memory a block's. At most
/// \p MostPairs pairs of accesses are looked at.
MemoryDependences memoryDependences(const KernelModel &Kernel,
                                    const LaunchConfiguration &Launch,
                                    unsigned MostPairs = 2000);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_MEMORYDEPENDENCES_H
