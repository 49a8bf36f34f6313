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
// For estimates the host's allocations and rows bound it, too. An offset of
// which nothing is known, but that depends on the number of a row, is taken to
// stay inside of that row, as compilers take it that recover the dimensions of
// an array from its one index (Grosser et al., ICS 2015). One that does not
// depend on it may be where the rows begin, and says nothing.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_INDEXEXTENT_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_INDEXEXTENT_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Bytes from the lowest address that \p Access can touch in \p Launch to the
/// end of the highest; nothing where no bound below 2 GB is known.
std::optional<double> indexExtent(const KernelModel &Kernel,
                                  const MemoryAccess &Access,
                                  const LaunchConfiguration &Launch);

/// The same, with what is likely: that it stays in what host code allocates,
/// and in its row.
std::optional<double> likelyExtent(const KernelModel &Kernel,
                                   const MemoryAccess &Access,
                                   const LaunchConfiguration &Launch);

/// Bytes that rows bound it to in one iteration of the loop \p Within, where
/// rows that this loop or one around it chooses are one row; None: in all.
/// Nothing where there are no rows.
std::optional<double> extentInIteration(const KernelModel &Kernel,
                                        const MemoryAccess &Access,
                                        const LaunchConfiguration &Launch,
                                        LoopId Within);

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

/// Bytes by which the address of \p Access moves in an iteration of the loop
/// around it, if all else in it stays as it is during the loop, whatever it is.
std::optional<int64_t> stepInLoop(const KernelModel &Kernel,
                                  const MemoryAccess &Access);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_INDEXEXTENT_H
