//===- BlockRaces.h - Two blocks, one word of global memory -----*- C++ -*-===//
//
// A data race between blocks: threads of two blocks of one launch touch one
// byte of global memory, and one of them writes it. Nothing orders the blocks
// of a launch, so no barrier helps. Only races that are certain count, each
// with its two threads: isl finds them (symbolic/IslBridge.h), and the kernel's
// own arithmetic confirms that both come there (MemoryDependences.h).
//
// Kernels with fences, with calls that cannot be looked into, or with branches
// on what atomics and volatile loads bring are left out, since they may make
// blocks wait for one another; so are volatile accesses,
// atomics, and two stores of the same value, or of values that are not known.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEPENDENCES_BLOCKRACES_H
#define KERNELCAST_ANALYSIS_DEPENDENCES_BLOCKRACES_H

#include "analysis/dependences/ThreadAddresses.h"

namespace kernelcast {

/// A thread by its coordinates.
struct GridThread {
  std::array<uint64_t, 3> Block{};  ///< in the grid
  std::array<uint64_t, 3> Thread{}; ///< in the block
};

/// \p Write, which writes, and \p Other meet.
struct BlockRace {
  AccessId Write = 0, Other = 0;
  GridThread Writer, Second; ///< of two blocks
  int64_t Byte = 0;          ///< from the start of the array
};

/// The races between blocks that are certain, at most one for two accesses, in
/// the order of the accesses. At most \p MostPairs pairs of accesses are looked
/// at.
std::vector<BlockRace> blockRaces(const ThreadAddresses &Threads,
                                  unsigned MostPairs = 64);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEPENDENCES_BLOCKRACES_H
