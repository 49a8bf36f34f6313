//===- Occupancy.cpp - Resident blocks and warps of one multiprocessor ----===//
//
// The header gives the formulas for NVIDIA. AMD hands registers to a wave from
// the file of the one SIMD that it runs on (RegisterAllocation::PerSimd):
//
//   waves per SIMD = min(maxWaves / SIMDs,
//                        regs / SIMDs / roundUp(r * w, unit))
//   blocks         = waves per SIMD * SIMDs / wavesPerBlock
//===----------------------------------------------------------------------===//
#include "analysis/occupancy/Occupancy.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace kernelcast {
namespace {

/// The limits of a GPU as whole numbers, so that a specification built by hand
/// cannot make the arithmetic overflow or divide by zero.
struct Limits {
  uint64_t Warp, Warps, Blocks, Threads, Registers, RegistersPerBlock,
      RegistersPerThread, RegisterUnit, WarpUnit, Shared, SharedPerBlock,
      SharedUnit, SharedReserved, Simds;
};

/// \p Number as a whole number, or \p Default where the GPU does not say.
uint64_t whole(const HardwareNumber &Number, uint64_t Default) {
  if (!(Number.Value > 0))
    return Number.isKnown() ? 0 : Default;
  return uint64_t(std::min(Number.Value, 1e12));
}

Limits limitsOf(const GpuSpec &Gpu) {
  Limits L;
  L.Warp = std::max(1u, Gpu.WarpSize);
  L.Warps = whole(Gpu.MaxWarps, 0);
  L.Blocks = whole(Gpu.MaxBlocks, 0);
  L.Threads = whole(Gpu.MaxThreadsPerBlock, L.Warps * L.Warp);
  L.Registers = whole(Gpu.Registers, 0);
  L.RegistersPerBlock = whole(Gpu.RegistersPerBlock, L.Registers);
  L.RegistersPerThread = whole(Gpu.MaxRegistersPerThread, L.Registers);
  L.RegisterUnit = std::max<uint64_t>(1, whole(Gpu.RegisterUnit, 1));
  L.WarpUnit = std::max<uint64_t>(1, whole(Gpu.WarpUnit, 1));
  L.Shared = whole(Gpu.SharedBytes, 0);
  L.SharedPerBlock = whole(Gpu.SharedBytesPerBlock, L.Shared);
  L.SharedUnit = std::max<uint64_t>(1, whole(Gpu.SharedUnit, 1));
  L.SharedReserved = whole(Gpu.SharedReserved, 0);
  L.Simds = std::max<uint64_t>(1, whole(Gpu.Schedulers, 1));
  return L;
}

uint64_t blocksByRegisters(const Limits &L, RegisterAllocation Allocation,
                           uint64_t WarpsPerBlock, uint64_t PerThread) {
  if (!PerThread)
    return L.Blocks;
  uint64_t PerWarp = llvm::alignTo(PerThread * L.Warp, L.RegisterUnit);
  switch (Allocation) {
  case RegisterAllocation::PerBlock: {
    uint64_t Warps = llvm::alignTo(WarpsPerBlock, L.WarpUnit);
    return L.Registers /
           llvm::alignTo(Warps * PerThread * L.Warp, L.RegisterUnit);
  }
  case RegisterAllocation::PerWarp: {
    if (!L.RegistersPerBlock)
      return 0;
    uint64_t Warps = L.RegistersPerBlock / PerWarp / L.WarpUnit * L.WarpUnit;
    return Warps / WarpsPerBlock * (L.Registers / L.RegistersPerBlock);
  }
  case RegisterAllocation::PerSimd: {
    uint64_t Waves =
        std::min(L.Warps / L.Simds, L.Registers / L.Simds / PerWarp);
    return Waves * L.Simds / WarpsPerBlock;
  }
  }
  return 0;
}

uint64_t blocksByShared(const Limits &L, uint64_t PerBlock) {
  uint64_t Need = llvm::alignTo(PerBlock + L.SharedReserved, L.SharedUnit);
  return Need ? L.Shared / Need : L.Blocks;
}

template <typename... Values>
llvm::Error refusal(const char *Format, Values &&...Given) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::Twine(llvm::formatv(Format, std::forward<Values>(Given)...).str()));
}

} // namespace

llvm::StringRef name(OccupancyLimiter Limiter) {
  switch (Limiter) {
  case OccupancyLimiter::Warps:
    return "warps";
  case OccupancyLimiter::Registers:
    return "registers";
  case OccupancyLimiter::Shared:
    return "shared";
  case OccupancyLimiter::Blocks:
    return "blocks";
  }
  return "";
}

std::string limiterText(const OccupancyResult &Residency) {
  auto By = [&](OccupancyLimiter Limiter) {
    return Residency.BlocksBy[static_cast<unsigned>(Limiter)];
  };
  const unsigned Held = By(OccupancyLimiter::Blocks);
  switch (Residency.Limiter) {
  case OccupancyLimiter::Registers:
    return "registers";
  case OccupancyLimiter::Shared:
    return "shared memory";
  case OccupancyLimiter::Warps:
    if (Residency.WarpsPerSM >= Residency.MaxWarpsPerSM)
      return "warps";
    // BlocksBy has no more for warps than an SM holds blocks.
    if (By(OccupancyLimiter::Warps) < Held)
      return "the block size";
    break;
  case OccupancyLimiter::Blocks:
    break;
  }
  return llvm::formatv("the {0} block{1} that an SM holds", Held,
                       Held == 1 ? "" : "s");
}

llvm::Expected<OccupancyResult> occupancy(const BlockResources &Block,
                                          const GpuSpec &Gpu) {
  Limits L = limitsOf(Gpu);
  std::string Name = Gpu.Name.empty() ? "the GPU" : Gpu.Name;
  if (!L.Warps || !L.Blocks)
    return refusal("{0} does not say how many warps and blocks are resident "
                   "(max_warps, max_blocks)",
                   Name);
  if (!Block.Threads)
    return refusal("threads: a block of 0 threads cannot run");
  if (Block.Threads > L.Threads)
    return refusal("threads: a block of {0} threads exceeds the {1} threads "
                   "that {2} allows per block",
                   Block.Threads, L.Threads, Name);
  if (Block.LaunchBound && Block.Threads > Block.LaunchBound)
    return refusal("threads: a block of {0} threads exceeds the {1} threads of "
                   "the kernel's launch bounds",
                   Block.Threads, Block.LaunchBound);
  if (Block.RegistersPerThread > L.RegistersPerThread)
    return refusal("registers: {0} registers per thread exceed the {1} that "
                   "{2} allows",
                   Block.RegistersPerThread, L.RegistersPerThread, Name);
  if (Gpu.Vendor == GpuVendor::Nvidia &&
      Block.StaticSharedBytes > SharedBytesWithoutOptIn)
    return refusal("shared: the kernel declares {0} bytes of static shared "
                   "memory, {1} are the most that NVIDIA's compilers take, "
                   "whatever the GPU has; more has to be dynamic",
                   Block.StaticSharedBytes, SharedBytesWithoutOptIn);
  if (Block.SharedBytes > L.SharedPerBlock)
    return refusal("shared: a block needs {0} bytes of shared memory, {1} "
                   "allows {2}",
                   Block.SharedBytes, Name, L.SharedPerBlock);

  uint64_t WarpsPerBlock = llvm::divideCeil(Block.Threads, L.Warp);
  const uint64_t By[4] = {std::min(L.Warps / WarpsPerBlock, L.Blocks),
                          blocksByRegisters(L, Gpu.RegisterGranularity,
                                            WarpsPerBlock,
                                            Block.RegistersPerThread),
                          blocksByShared(L, Block.SharedBytes), L.Blocks};

  OccupancyResult Result;
  size_t Least = std::min_element(By, By + 4) - By; // the first of equals
  for (size_t I = 0; I < 4; ++I)
    Result.BlocksBy[I] = unsigned(std::min<uint64_t>(By[I], UINT32_MAX));
  Result.Limiter = OccupancyLimiter(Least);
  Result.BlocksPerSM = Result.BlocksBy[Least];
  Result.WarpsPerSM =
      unsigned(std::min<uint64_t>(By[Least] * WarpsPerBlock, L.Warps));
  Result.MaxWarpsPerSM = unsigned(std::min<uint64_t>(L.Warps, UINT32_MAX));
  if (Result.BlocksPerSM)
    return Result;

  switch (Result.Limiter) {
  case OccupancyLimiter::Warps:
  case OccupancyLimiter::Blocks:
    return refusal("warps: a block has {0} warps, a multiprocessor of {1} "
                   "holds {2}",
                   WarpsPerBlock, Name, L.Warps);
  case OccupancyLimiter::Registers:
    return refusal("registers: a block of {0} warps with {1} registers per "
                   "thread needs {2}, rounded up in units of {3}; a "
                   "multiprocessor of {4} has {5}",
                   WarpsPerBlock, Block.RegistersPerThread,
                   WarpsPerBlock * L.Warp * Block.RegistersPerThread,
                   L.RegisterUnit, Name, L.Registers);
  case OccupancyLimiter::Shared:
    return refusal("shared: a block needs {0} bytes with {1} reserved, rounded "
                   "up in units of {2}; a multiprocessor of {3} has {4}",
                   Block.SharedBytes, L.SharedReserved, L.SharedUnit, Name,
                   L.Shared);
  }
  return Result;
}

} // namespace kernelcast
