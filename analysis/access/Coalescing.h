//===- Coalescing.h - Memory transactions of one warp -----------*- C++ -*-===//
//
// What the memory unit makes of the addresses of one warp execution: one warp
// that issues one load or store with at least one active lane.
//
// Two counts are the same on every GPU: the distinct 32-byte sectors and the
// distinct 128-byte lines that hold a touched byte. The number of transactions
// follows the GPU's own rule:
//
//   HalfWarpStrict    CC 1.0/1.1. Half-warps of 16 lanes. Lane k must access
//                     base + k * size with base aligned to 16 * size (size 4,
//                     8 or 16): one transaction of 64 or 128 bytes (two of
//                     128 for size 16). Otherwise one for each active lane.
//   HalfWarpSegments  CC 1.2/1.3. Half-warps. Take the segment (32 bytes for
//                     1-byte accesses, 64 for 2-byte ones, else 128) of the
//                     lowest remaining lane with all lanes in it; halve it
//                     while the touched bytes lie in one half; repeat.
//   CacheLines        CC 2.x/3.x. Distinct 128-byte lines.
//   Sectors           CC 5.x on. Distinct 32-byte sectors.
//   Wave64Lines       distinct 64-byte lines.
//   Wave32Lines       distinct 128-byte lines.
//
// Sources: the CUDA programming guide's sections on global memory by compute
// capability; Baghsorkhi et al. 2010, section 3.3, which charges 64 bytes for
// each lane of an uncoalesced access on CC 1.0 where the guide says 32.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_COALESCING_H
#define KERNELCAST_ANALYSIS_ACCESS_COALESCING_H

#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace kernelcast {

/// What one warp execution asks of the memory.
struct WarpTraffic {
  uint64_t Sectors = 0;          ///< distinct 32-byte units
  uint64_t Lines = 0;            ///< distinct 128-byte units
  uint64_t Transactions = 0;     ///< by the GPU's rule
  uint64_t TransactionBytes = 0; ///< bytes that these transactions move
};

/// The least that one warp execution asks of the memory: means, thus not whole.
struct IdealTraffic {
  double Sectors = 1, Lines = 1;                 ///< of 32 and of 128 bytes
  double Transactions = 1, TransactionBytes = 0; ///< by the GPU's rule
};

/// The traffic of a warp execution with \p Lanes active lanes, a mean, of
/// \p Bytes each: side by side and aligned, or, with \p OneAddress, all at the
/// same place, which then takes one element. Half-warps count apart.
IdealTraffic idealTraffic(CoalescingRule Rule, double Lanes, unsigned Bytes,
                          bool OneAddress = false);

/// The lanes of the widest warp, a wavefront of AMD's; and the lanes that issue
/// together where an access is served by half-warps.
inline constexpr unsigned MaxLanes = 64;
inline constexpr unsigned HalfWarp = 16;

/// Bytes charged for each lane of an uncoalesced access on CC 1.0/1.1.
inline constexpr unsigned UncoalescedBytesPaper = 64;
inline constexpr unsigned UncoalescedBytesGuide = 32;

/// The widest access of one lane; far beyond any value a kernel can load.
inline constexpr unsigned MaxAccessBytes = 1u << 16;

/// The traffic of one warp execution.
///
/// \p Addresses holds one byte address per lane (at most MaxLanes; the values
/// of inactive lanes are ignored), bit k of \p Active says whether lane k takes
/// part, \p Bytes is the width of one lane's access. Addresses need not be
/// aligned for the sector and line counts; the half-warp rules assume natural
/// alignment, as the hardware demands, and take an access of more than 16 bytes
/// as several of at most 16. Widths above MaxAccessBytes count as that many.
/// No active lane or no byte: all zero. Never allocates.
WarpTraffic warpTraffic(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                        unsigned Bytes, CoalescingRule Rule,
                        unsigned UncoalescedBytes = UncoalescedBytesGuide);

/// The traffic of one warp execution on local memory, the memory of a single
/// thread (spilled registers, arrays that are indexed). There, word k of all
/// lanes of a warp lies side by side, then word k + 1 (CUDA programming guide,
/// "Local memory"), so that a double of each lane lies in two places.
/// \p Addresses, one for each lane of the warp, count inside of the lane's own
/// memory; the rest is as for warpTraffic().
WarpTraffic localTraffic(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                         unsigned Bytes, CoalescingRule Rule);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_COALESCING_H
