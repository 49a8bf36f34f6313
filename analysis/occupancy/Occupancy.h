//===- Occupancy.h - Resident blocks and warps of one multiprocessor ------===//
//
// How many blocks of a launch fit on one multiprocessor (SM) at a time. Four
// resources are handed out in whole allocation units; the scarcest one limits:
//
//   warps      blocks = min(maxWarps / warpsPerBlock, maxBlocks)
//   registers  per block (CC 1.x):
//                regs / roundUp(roundUp(warpsPerBlock, warpUnit) * r * w, unit)
//              per warp (CC 2.0 on):
//                roundDown(regsPerBlock / roundUp(r * w, unit), warpUnit)
//                / warpsPerBlock * (regs / regsPerBlock)
//   shared     sharedBytes / roundUp(perBlock + reserved, unit)
//   blocks     maxBlocks
//
// Source: the vendor's occupancy calculator; Gajger 2017, section 4.4.1, which
// leaves the allocation units out (we do not).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_OCCUPANCY_OCCUPANCY_H
#define KERNELCAST_ANALYSIS_OCCUPANCY_OCCUPANCY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>

namespace kernelcast {

struct GpuSpec;

/// What one block of a kernel needs.
struct BlockResources {
  uint64_t Threads = 0;            ///< per block, 1 to the GPU's maximum
  unsigned RegistersPerThread = 0; ///< before rounding; 0: no limit from them
  uint64_t SharedBytes = 0;        ///< static plus dynamic shared memory
  uint64_t StaticSharedBytes = 0;  ///< that the code declares, within these
  unsigned LaunchBound = 0; ///< threads that the code was compiled for, 0: any
};

/// What a block of NVIDIA's GPUs gets without asking for more: static shared
/// memory ends here whatever the GPU has (ptxas refuses it), and dynamic shared
/// memory beyond needs cudaFuncAttributeMaxDynamicSharedMemorySize.
inline constexpr uint64_t SharedBytesWithoutOptIn = 48 << 10;

enum class OccupancyLimiter : uint8_t { Warps, Registers, Shared, Blocks };
/// "warps", "registers", "shared", "blocks".
llvm::StringRef name(OccupancyLimiter Limiter);

struct OccupancyResult {
  unsigned BlocksPerSM = 0;
  unsigned WarpsPerSM = 0;
  unsigned MaxWarpsPerSM = 0;
  OccupancyLimiter Limiter = OccupancyLimiter::Warps; ///< ties: enum order
  /// Blocks that each resource alone would allow, by OccupancyLimiter.
  std::array<unsigned, 4> BlocksBy{};
  double fraction() const {
    return MaxWarpsPerSM ? double(WarpsPerSM) / MaxWarpsPerSM : 0;
  }
};

/// What limits \p Residency, behind "limited by": "registers", "shared memory",
/// "the 32 blocks that an SM holds", "the block size" where its warps leave
/// room for less than another block, "warps" where all are resident.
std::string limiterText(const OccupancyResult &Residency);

/// The residency of a launch on \p Gpu, or an error that names the resource of
/// which a single block already asks too much.
llvm::Expected<OccupancyResult> occupancy(const BlockResources &Block,
                                          const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_OCCUPANCY_OCCUPANCY_H
