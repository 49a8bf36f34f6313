//===- IndexExtent.h - How far addresses that are not known reach -*- C++ -*-=//
//
//   __device__ int table[256];  ... table[f(data[i])]        1024 bytes
//   count[data[i] % bins] += 1;              bins is 64:      256 bytes
//   if (c >= 0 && c < 26) atomicAdd(&count[c / 4], 1);          28 bytes
//
// An address that depends on data can still not be anywhere. Its variable has a
// size, or its index an interval: that of its operations, with the launch's
// arguments for symbols and the types' ranges for data, within what the
// conditions of the branches on the only way to the access say.
//
//   cudaMalloc(&x, n * sizeof(float)); ... x[at[i]]          4 n bytes
//   input[channel * 25650 + sample + shift[channel]]         25650 a channel
//
// For estimates the host's allocations and rows (AddressRows.h) bound it, too.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_INDEXEXTENT_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_INDEXEXTENT_H

#include "analysis/specialize/AddressRows.h"

namespace kernelcast {

/// Bytes from the lowest address that \p Access can touch in \p Launch to the
/// end of the highest; nothing where no bound below 2 GB is known.
std::optional<double> indexExtent(const KernelModel &Kernel,
                                  const MemoryAccess &Access,
                                  const LaunchConfiguration &Launch);

/// The same, and from where on, with what is likely: that it stays in what host
/// code allocates, and in its row.
std::optional<ReachedBytes> likelyReach(const KernelModel &Kernel,
                                        const MemoryAccess &Access,
                                        const LaunchConfiguration &Launch);

/// Bytes from the first to the end of the last that \p Threads are likely to
/// touch in one iteration of all loops around \p Access (windowInRow()).
std::optional<double> likelyWindow(const KernelModel &Kernel,
                                   const MemoryAccess &Access,
                                   const LaunchConfiguration &Launch,
                                   const ThreadsTogether &Threads);

/// Whether \p Row is certain to stay within its row in every thread of \p
/// Launch: arguments that nobody gave count as unknown, and unsigned arithmetic
/// wraps around.
bool staysInRow(const KernelModel &Kernel, const RowIndex &Row,
                const LaunchConfiguration &Launch);

/// Where lanes go anywhere in a few bytes they meet: of S places that an access
/// can reach, n lanes of a warp touch S (1 - (1 - 1/S)^n) on average. Lowers
/// the estimates of sectors, lines and words of the constant cache of \p
/// Profile to that where they are not exact; their bounds stay.
void limitToExtents(WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_INDEXEXTENT_H
