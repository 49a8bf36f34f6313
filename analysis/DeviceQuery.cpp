//===- DeviceQuery.cpp - What a program asks of its device ----------------===//

#include "analysis/DeviceQuery.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/occupancy/Occupancy.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The names of a number. The driver's enumerator is the runtime's in capitals,
/// and an element of an array member has its index behind the name.
struct Names {
  DeviceNumber Number;
  StringRef Member, Runtime, Driver;
};

} // namespace

#define DRIVER(NAME) "CU_DEVICE_ATTRIBUTE_" NAME
#define RUNTIME(NAME) "cudaDevAttr" NAME
static constexpr Names Table[] = {
    {DeviceNumber::Multiprocessors, "multiProcessorCount",
     RUNTIME("MultiProcessorCount"), DRIVER("MULTIPROCESSOR_COUNT")},
    {DeviceNumber::WarpSize, "warpSize", RUNTIME("WarpSize"),
     DRIVER("WARP_SIZE")},
    {DeviceNumber::MaxThreadsPerBlock, "maxThreadsPerBlock",
     RUNTIME("MaxThreadsPerBlock"), DRIVER("MAX_THREADS_PER_BLOCK")},
    {DeviceNumber::MaxThreadsPerMultiprocessor, "maxThreadsPerMultiProcessor",
     RUNTIME("MaxThreadsPerMultiProcessor"),
     DRIVER("MAX_THREADS_PER_MULTIPROCESSOR")},
    {DeviceNumber::MaxBlocksPerMultiprocessor, "maxBlocksPerMultiProcessor",
     RUNTIME("MaxBlocksPerMultiprocessor"),
     DRIVER("MAX_BLOCKS_PER_MULTIPROCESSOR")},
    {DeviceNumber::MaxBlockX, "maxThreadsDim0", RUNTIME("MaxBlockDimX"),
     DRIVER("MAX_BLOCK_DIM_X")},
    {DeviceNumber::MaxBlockY, "maxThreadsDim1", RUNTIME("MaxBlockDimY"),
     DRIVER("MAX_BLOCK_DIM_Y")},
    {DeviceNumber::MaxBlockZ, "maxThreadsDim2", RUNTIME("MaxBlockDimZ"),
     DRIVER("MAX_BLOCK_DIM_Z")},
    {DeviceNumber::MaxGridX, "maxGridSize0", RUNTIME("MaxGridDimX"),
     DRIVER("MAX_GRID_DIM_X")},
    {DeviceNumber::MaxGridY, "maxGridSize1", RUNTIME("MaxGridDimY"),
     DRIVER("MAX_GRID_DIM_Y")},
    {DeviceNumber::MaxGridZ, "maxGridSize2", RUNTIME("MaxGridDimZ"),
     DRIVER("MAX_GRID_DIM_Z")},
    {DeviceNumber::RegistersPerBlock, "regsPerBlock",
     RUNTIME("MaxRegistersPerBlock"), DRIVER("MAX_REGISTERS_PER_BLOCK")},
    {DeviceNumber::RegistersPerMultiprocessor, "regsPerMultiprocessor",
     RUNTIME("MaxRegistersPerMultiprocessor"),
     DRIVER("MAX_REGISTERS_PER_MULTIPROCESSOR")},
    {DeviceNumber::SharedBytesPerBlock, "sharedMemPerBlock",
     RUNTIME("MaxSharedMemoryPerBlock"), DRIVER("MAX_SHARED_MEMORY_PER_BLOCK")},
    {DeviceNumber::SharedBytesPerBlockOptIn, "sharedMemPerBlockOptin",
     RUNTIME("MaxSharedMemoryPerBlockOptin"),
     DRIVER("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN")},
    {DeviceNumber::SharedBytesPerMultiprocessor, "sharedMemPerMultiprocessor",
     RUNTIME("MaxSharedBytesPerMultiprocessor"),
     DRIVER("MAX_SHARED_MEMORY_PER_MULTIPROCESSOR")},
    {DeviceNumber::L2Bytes, "l2CacheSize", RUNTIME("L2CacheSize"),
     DRIVER("L2_CACHE_SIZE")},
    {DeviceNumber::Major, "major", RUNTIME("ComputeCapabilityMajor"),
     DRIVER("COMPUTE_CAPABILITY_MAJOR")},
    {DeviceNumber::Minor, "minor", RUNTIME("ComputeCapabilityMinor"),
     DRIVER("COMPUTE_CAPABILITY_MINOR")},
};
#undef RUNTIME
#undef DRIVER

std::optional<DeviceNumber> kernelcast::deviceProperty(StringRef Member,
                                                       int64_t Index) {
  for (const Names &N : Table) {
    StringRef Rest = N.Member;
    if (Rest.consume_front(Member) &&
        (Rest.empty() || Rest == std::to_string(Index)))
      return N.Number;
  }
  return std::nullopt;
}

std::optional<DeviceNumber> kernelcast::deviceAttribute(StringRef Enumerator) {
  for (const Names &N : Table)
    if (Enumerator == N.Runtime || Enumerator == N.Driver)
      return N.Number;
  return std::nullopt;
}

std::optional<int64_t> kernelcast::answer(DeviceNumber Number,
                                          const GpuSpec &Gpu) {
  auto Known = [](const HardwareNumber &N,
                  double Unit = 1) -> std::optional<int64_t> {
    if (!N.isKnown())
      return std::nullopt;
    return static_cast<int64_t>(N.Value / Unit);
  };
  auto [Major, Minor] = StringRef(Gpu.ComputeCapability).split('.');
  int64_t Version = 0;
  switch (Number) {
  case DeviceNumber::Multiprocessors:
    return Known(Gpu.Multiprocessors);
  case DeviceNumber::WarpSize:
    return Gpu.WarpSize;
  case DeviceNumber::MaxThreadsPerMultiprocessor:
    return Known(Gpu.MaxWarps, 1.0 / Gpu.WarpSize);
  case DeviceNumber::MaxBlocksPerMultiprocessor:
    return Known(Gpu.MaxBlocks);
  case DeviceNumber::MaxThreadsPerBlock:
  case DeviceNumber::MaxBlockX:
  case DeviceNumber::MaxBlockY:
    return mostThreads(Gpu);
  case DeviceNumber::MaxBlockZ:
    return 64;
  case DeviceNumber::MaxGridX:
    return mostBlocks(Gpu)[0];
  case DeviceNumber::MaxGridY:
    return mostBlocks(Gpu)[1];
  case DeviceNumber::MaxGridZ:
    return mostBlocks(Gpu)[2];
  case DeviceNumber::RegistersPerBlock:
    return Known(Gpu.RegistersPerBlock.isKnown() ? Gpu.RegistersPerBlock
                                                 : Gpu.Registers);
  case DeviceNumber::RegistersPerMultiprocessor:
    return Known(Gpu.Registers);
  case DeviceNumber::SharedBytesPerBlock: {
    constexpr auto WithoutOptIn = static_cast<int64_t>(SharedBytesWithoutOptIn);
    std::optional<int64_t> Most = Known(Gpu.SharedBytesPerBlock);
    return Most ? std::min(*Most, WithoutOptIn) : Most;
  }
  case DeviceNumber::SharedBytesPerBlockOptIn:
    return Known(Gpu.SharedBytesPerBlock);
  case DeviceNumber::SharedBytesPerMultiprocessor:
    return Known(Gpu.SharedBytes);
  case DeviceNumber::L2Bytes:
    return Known(Gpu.L2Bytes);
  case DeviceNumber::Major:
    return Major.getAsInteger(10, Version) ? std::nullopt
                                           : std::optional(Version);
  case DeviceNumber::Minor:
    return Minor.getAsInteger(10, Version) ? std::nullopt
                                           : std::optional(Version);
  case DeviceNumber::ResidentBlocks:
  case DeviceNumber::BestBlock:
  case DeviceNumber::BestGrid:
    return std::nullopt;
  }
  return std::nullopt;
}
