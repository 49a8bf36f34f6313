//===- DeviceQuery.h - What a program asks of its device --------*- C++ -*-===//
//
// Programs fit their launches to the device: 2 * multiProcessorCount blocks, as
// many as cudaOccupancyMaxActiveBlocksPerMultiprocessor says. Host code is read
// without a GPU in mind, so such a number is a query there; the GPU for which a
// launch is resolved answers it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_DEVICEQUERY_H
#define KERNELCAST_ANALYSIS_DEVICEQUERY_H

#include "analysis/symbolic/Expression.h"
#include <optional>
#include <string>

namespace kernelcast {

struct GpuSpec;

enum class DeviceNumber : uint8_t {
  Multiprocessors,
  WarpSize,
  MaxThreadsPerBlock,
  MaxThreadsPerMultiprocessor,
  MaxBlocksPerMultiprocessor,
  MaxBlockX,
  MaxBlockY,
  MaxBlockZ,
  MaxGridX,
  MaxGridY,
  MaxGridZ,
  RegistersPerBlock,
  RegistersPerMultiprocessor,
  SharedBytesPerBlock, ///< without asking for more
  SharedBytesPerBlockOptIn,
  SharedBytesPerMultiprocessor,
  L2Bytes,
  Major, ///< of the compute capability
  Minor,
  // Of the kernel that is launched.
  ResidentBlocks, ///< on a multiprocessor, for DeviceQuery::Threads
  BestBlock,      ///< threads of the smallest block of highest occupancy
  BestGrid        ///< blocks that are resident with it on all multiprocessors
};

struct DeviceQuery {
  DeviceNumber What = DeviceNumber::Multiprocessors;
  const Expr *Threads = nullptr;       ///< of a block; BestBlock: at most, or 0
  const Expr *DynamicShared = nullptr; ///< bytes; null: none
  const void *Kernel = nullptr; ///< the declaration that it is about, or null
};

/// The number behind a member of cudaDeviceProp; \p Index: of an array's
/// element.
std::optional<DeviceNumber> deviceProperty(llvm::StringRef Member,
                                           int64_t Index);
/// The number behind an enumerator of cudaDeviceAttr or CUdevice_attribute.
std::optional<DeviceNumber> deviceAttribute(llvm::StringRef Enumerator);

/// What \p Gpu answers; nothing for what its file does not have, and for what
/// depends on a kernel.
std::optional<int64_t> answer(DeviceNumber Number, const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_DEVICEQUERY_H
