//===- DataRaces.h - Two threads, one word, no barrier ----------*- C++ -*-===//
//
// A data race in shared memory: two threads of a block touch one byte, one of
// them writes it, and no barrier lies between. Only races that are certain
// count, each with its two threads:
//
//   where   Both accesses are run in the same iteration of the loops around
//           both of them, or one of them in the next iteration of the innermost
//           one, and no way through the flow graph from the one to the other
//           passes a barrier.
//   who     All threads of a block are tried in the first iterations, in the
//           kernel's own arithmetic: those that pass every condition on the way
//           to the access (ThreadAddresses.h) touch a byte that a thread of
//           another warp touches in the other access.
//
// What may be a lock or a flag (WaitConditions.h) counts as a barrier.
//
// Threads of one warp are left out: on older GPUs they run in lock step, and
// much code builds on that. So are volatile accesses, two atomics, and two
// stores of the same value, or of values that are not known.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_DATARACES_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_DATARACES_H

#include "analysis/dependences/ThreadAddresses.h"

namespace kernelcast {

/// \p Write, which writes, and \p Other meet without a barrier between them.
struct DataRace {
  AccessId Write = 0, Other = 0;
  FirstThread Writer, Second;
  int64_t Byte = 0; ///< from the start of the array
};

/// The races in shared memory that are certain, at most one for two accesses,
/// in the order of the accesses. At most \p MostPairs pairs that no barrier
/// separates are tried, of the first 10,000 that share an array.
std::vector<DataRace> sharedMemoryRaces(const ThreadAddresses &Threads,
                                        unsigned WarpSize,
                                        unsigned MostPairs = 256);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_DATARACES_H
