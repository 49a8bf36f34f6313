//===- MemoryInstructions.h - Accesses of an average warp -------*- C++ -*-===//
//
// The traffic that all cost models share: every access that leaves the SM
// (global, texture and local memory, and constant memory where lanes disagree),
// with what one execution by a warp moves and whether the memory unit could
// have served it with fewer transactions.
//
// A transaction is what the GPU's rule says it is; where that is a sector of 32
// bytes, the requests that leave an SM one after the other are still lines of
// 128 bytes, so those are what is counted here.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_MEMORYINSTRUCTIONS_H
#define KERNELCAST_COST_MODELS_COMMON_MEMORYINSTRUCTIONS_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

struct MemoryInstruction {
  AccessId Access = None;
  double Executions = 0;       ///< per launched warp
  double RequestedBytes = 0;   ///< by active lanes, per execution
  double Transactions = 0;     ///< per execution
  double TransactionBytes = 0; ///< of all of them, per execution
  /// Moved for it, per execution: in sectors where the GPU has them.
  double MovedBytes = 0;
  double IdealTransactions = 1; ///< for as many lanes side by side
  bool isCoalesced() const {
    return Transactions <= IdealTransactions * (1 + 1e-9);
  }
};

/// Whether \p Access goes to memory outside of the SM.
bool isMemoryInstruction(const MemoryAccess &Access);

/// The memory instructions that \p Profile's warps execute.
std::vector<MemoryInstruction>
memoryInstructions(const WarpProfile &Profile, const GpuSpec &Gpu,
                   FactBound Bound = FactBound::Value);

/// Shares of the traffic that the caches serve, each of what reaches it, 0
/// to 1.
struct CacheHits {
  double L1 = 0, L2 = 0;
  /// Of the traffic that leaves the lanes, what reaches the L2, and what leaves
  /// it.
  double toL2() const { return 1 - L1; }
  double behindL2() const { return toL2() * (1 - L2); }
};

/// By the totals of \p Profile; without an estimate of the caches, 0.
CacheHits cacheHits(const WarpProfile &Profile);

/// Bytes below the L1, below the L2 and to memory: those that no cache saves.
struct MemoryTraffic {
  double L2 = 0, BehindL2 = 0, Dram = 0;
};

/// Of one access, all of its executions.
MemoryTraffic accessTraffic(const WarpProfile &Profile, const GpuSpec &Gpu,
                            AccessId Id, FactBound Bound = FactBound::Value);

/// The least traffic of a launch that any model may charge: sectors of 32 bytes
/// behind the caches' estimated hits, on GPUs without caches the bytes of the
/// transactions. At a bound, as much more or less as all accesses together.
MemoryTraffic memoryTraffic(const WarpProfile &Profile, const GpuSpec &Gpu,
                            FactBound Bound = FactBound::Value);

/// Bytes that the banks of shared memory could pass in the steps that they take
/// for a whole launch: as much as is moved where every bank is asked for a word
/// in every step, and more where banks conflict or are asked for nothing.
double sharedMemoryBytes(const WarpProfile &Profile, const GpuSpec &Gpu);

/// Sectors of 32 bytes of a whole launch. Those of atomics count as read by the
/// L2, and of the memory as read and written.
struct SectorTotals {
  double L1 = 0; ///< that warps ask for
  double L2Read = 0, L2Write = 0, DramRead = 0, DramWrite = 0;
};

/// The sectors of memoryTraffic(), and which of them stores write; in the L2,
/// those of instructions are read too.
SectorTotals sectorTotals(const WarpProfile &Profile, const GpuSpec &Gpu);

/// The share of a peak DRAM bandwidth that copies reach, the middle of the
/// range of measurements (0.85 to 0.93).
inline constexpr double ReachedBandwidth = 0.9;

/// Adds to \p Ledger what the launch is taken to find in the L2, where that
/// makes a difference to the traffic, or where a warm one was asked for.
void assumeL2Start(const WarpProfile &Profile, std::vector<Assumption> &Ledger);

/// The same, and that the traffic rests on addresses which nobody knows.
void assumeCacheContents(const WarpProfile &Profile,
                         std::vector<Assumption> &Ledger);

/// What the L2 is asked for by atomics in global memory: on the variable whose
/// address is asked most, the operations on that address and the rate that the
/// GPU file may give for them; on the variable that asks a slice of the L2 for
/// most sectors, these, which it does at the rate of integers on one address;
/// and sectors of all. 0 where there are none.
struct AtomicDemand {
  double SectorsOfSlice = 0;
  double OnOneAddress = 0;
  HardwareNumber GpuSpec::*Rate = &GpuSpec::AtomicRate;
  double Sectors = 0;
  /// Whose these are: of sectors of a slice, and of operations on an address,
  /// with whether they are of floating-point numbers.
  ArrayId ArrayOfSlice = None, ArrayOfAddress = None;
  bool OfFloats = false;
};
AtomicDemand atomicDemand(const WarpProfile &Profile, const GpuSpec &Gpu,
                          FactBound Bound);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_MEMORYINSTRUCTIONS_H
