//===- GpuSpec.h - A GPU as data --------------------------------*- C++ -*-===//
//
// One GPU file (cost_models/gpus/*.yaml) in memory. Every number keeps where
// it comes from and how far to trust it:
//   A  stated in a cited publication    B  vendor specification
//   C  unverified: used only with a warning, refused by --verified-only
//   M  measured on the device by a microbenchmark (utils/measure)
//   N  reported by the device itself
//   S  set on the command line (WhatIf.h); no file has it
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_GPUSPEC_H
#define KERNELCAST_ANALYSIS_HARDWARE_GPUSPEC_H

#include "analysis/hardware/Calibration.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kernelcast {

enum class GpuVendor : uint8_t { Nvidia, Amd, Intel };
llvm::StringRef name(GpuVendor Vendor);

/// How the memory unit turns the addresses of a warp into transactions.
enum class CoalescingRule : uint8_t {
  HalfWarpStrict,   ///< CC 1.0/1.1: in-order and aligned or one per thread
  HalfWarpSegments, ///< CC 1.2/1.3: segment reduction protocol
  CacheLines,       ///< CC 2.x/3.x: distinct 128-byte lines through L1
  Sectors,          ///< CC 5.x on: distinct 32-byte sectors
  Wave64Lines,      ///< AMD wave64: distinct 64-byte lines (CDNA L1)
  Wave32Lines,      ///< AMD wave32: distinct 128-byte lines (RDNA L0)
};

/// Shared-memory bank rule.
enum class BankRule : uint8_t {
  HalfWarp16, ///< CC 1.x: 16 banks per half-warp, one broadcast word a step
  Warp32,     ///< CC 2.0 on and AMD: 32 banks, distinct words per bank
};

/// What registers are handed out to: CC 1.x gives a block one range, later GPUs
/// give each warp its own, AMD does so from the register file of the SIMD
/// (scheduler) that the wave runs on.
enum class RegisterAllocation : uint8_t { PerBlock, PerWarp, PerSimd };

struct GpuSpec {
  std::string Name;          ///< file stem, e.g. "rtx-2080-ti"
  std::string MarketingName; ///< "GeForce RTX 2080 Ti"
  std::string Architecture;  ///< "turing"
  GpuVendor Vendor = GpuVendor::Nvidia;
  std::string ComputeCapability;    ///< "7.5"; for AMD "gfx90a"
  std::vector<std::string> Aliases; ///< other names for --gpu
  unsigned WarpSize = 32;
  CoalescingRule Coalescing = CoalescingRule::Sectors;
  BankRule Banks = BankRule::Warp32;
  RegisterAllocation RegisterGranularity = RegisterAllocation::PerWarp;

  // Compute. Per SM unless named otherwise; rates in lanes per cycle.
  HardwareNumber Multiprocessors, Clock /*Hz, sustained*/, BaseClock;
  HardwareNumber Fp32Lanes, IntLanes, Fp64Lanes, SfuLanes, LoadStoreLanes;
  HardwareNumber Schedulers, IssuePerScheduler;
  HardwareNumber TensorRate; ///< multiply-adds of 16-bit operands per cycle
  // Of an SM, in a cycle: steps of the shared memory and of the constant cache,
  // lines of 128 bytes and bytes that the L1 gives.
  HardwareNumber BankStepRate, ConstantRate, L1Passes, L1Bandwidth, StoreLines;
  // Memory: bytes per second, bytes.
  HardwareNumber DramBandwidth, L2Bandwidth, L3Bandwidth, L3Bytes, L2Bytes,
      L1Bytes;
  // Atomic operations of the L2 per second: on one address, integers and
  // floating-point numbers; sectors, wherever they are.
  HardwareNumber AtomicRate, AtomicFloatRate, AtomicSectorRate;
  HardwareNumber BlockRate; ///< blocks that the device starts per second
  // Bytes of instructions that an SM holds, and groups of SMs that fetch others
  // through one unit.
  HardwareNumber InstructionCacheBytes, Clusters;
  // Cache geometry: bytes, ways, misses outstanding per SM, DRAM channels.
  HardwareNumber LineBytes, L1Ways, L2Ways, MissRegisters, MemoryChannels;
  // Latencies in SM cycles.
  HardwareNumber LatencyAlu, LatencySfu, LatencyShared, LatencyL1, LatencyL2,
      LatencyGlobal, BlockReplacement;
  // Of one warp, in SM cycles: from an instruction to the next independent one,
  // after a branch, and results of slower instructions to their use.
  HardwareNumber IssueInterval, LatencyBranchTaken, LatencyBranchNotTaken,
      LatencyIntMultiply, LatencyFp64;
  // Shares of the peak that a calibration reached (Gajger 2017, 4.4).
  HardwareNumber LambdaCompute, LambdaMemory, LambdaLatency;
  // SM cycles between two memory requests of one SM (Hong and Kim 2009).
  HardwareNumber DepartureCoalesced, DepartureUncoalesced;
  // Seconds of a launch: of the host and the device together, and of the device
  // alone.
  HardwareNumber LaunchOverhead, StartAndDrain;
  // Limits and allocation units.
  HardwareNumber MaxWarps, MaxBlocks, MaxThreadsPerBlock, Registers,
      RegistersPerBlock, MaxRegistersPerThread, RegisterUnit, WarpUnit,
      SharedBytes, SharedBytesPerBlock, SharedUnit, SharedReserved, NumBanks;
  // Transfers.
  HardwareNumber PcieBandwidth, TransferStartupToDevice,
      TransferStartupFromDevice, PageableEfficiencyToDevice,
      PageableEfficiencyFromDevice, PinnedEfficiency;

  Calibration Calibrated; ///< for the model "cache-aware"; empty: none

  /// What the files say about one number.
  struct Field {
    const char *Key;  ///< "dram_bandwidth"
    const char *Unit; ///< the one unit that a file may give
    HardwareNumber GpuSpec::*Member;
    bool Required;
    bool Whole;       ///< no fraction makes sense
    double Low, High; ///< smallest and largest value that is believed
    const char *Meaning;
  };
  /// Every number in file order: what the loader, `gpus show` and the
  /// confidence warnings go through.
  static llvm::ArrayRef<Field> fields();
  /// The keys with a plain value ("name", "warp_size"), and "calibration".
  static llvm::ArrayRef<llvm::StringLiteral> words();

  /// Small is never more than Large.
  struct Order {
    const Field *Small, *Large;
    /// Nothing works otherwise; else a file that says so is wrong, but a device
    /// of --set may be so.
    bool Always;
  };
  static llvm::ArrayRef<Order> orders();

  /// A number that is not as in the file any more, with what it was there.
  struct Change {
    const Field *Number;
    HardwareNumber Before;
  };
  std::vector<Change> Changes;     ///< in the order of the command line
  bool DroppedCalibration = false; ///< it was not of the changed device
};

/// The clock that the vendor guarantees, in hertz, where the device may run
/// between that and the clock of the file; nothing where nobody knows it, or
/// the clock was seen on a device under load, or is the user's.
std::optional<double> guaranteedClock(const GpuSpec &Gpu);

/// The key of \p Known that \p Word is a likely slip for, or "".
llvm::StringRef nearestKey(llvm::StringRef Word,
                           llvm::ArrayRef<llvm::StringRef> Known);

/// Whether memory moves whole transactions instead of sectors behind caches:
/// NVIDIA CC 1.x.
inline bool movesTransactions(const GpuSpec &Gpu) {
  return Gpu.Coalescing == CoalescingRule::HalfWarpStrict ||
         Gpu.Coalescing == CoalescingRule::HalfWarpSegments;
}

/// Names as the files spell them: "sectors-32", "banks-32", "per-warp".
llvm::StringRef name(CoalescingRule Rule);
llvm::StringRef name(BankRule Rule);
llvm::StringRef name(RegisterAllocation Allocation);

/// The most blocks of a grid, by dimension, and threads of a block.
std::array<uint64_t, 3> mostBlocks(const GpuSpec &Gpu);
uint64_t mostThreads(const GpuSpec &Gpu);

/// Keys of the numbers of \p Gpu that are known with confidence C only.
std::vector<std::string> unverifiedNumbers(const GpuSpec &Gpu);

/// The GPU file at \p Path. Every mistake is reported with file:line:column in
/// the one returned error (joined): unknown or repeated keys, missing units,
/// sources or required numbers, values out of range.
llvm::Expected<GpuSpec> loadGpuFile(llvm::StringRef Path);

/// The same for the text of a file; \p FileName is for the messages.
llvm::Expected<GpuSpec> loadGpuText(llvm::StringRef Text,
                                    llvm::StringRef FileName);

/// Larger files are refused unread.
inline constexpr uint64_t MaxGpuFileBytes = 1 << 20;

/// \p NameOrPath as given to --gpu: a path if it ends in .yaml or contains a
/// slash, else a file of the installed or built-in collection. The error for
/// an unknown name lists the nearest names.
llvm::Expected<GpuSpec> findGpu(llvm::StringRef NameOrPath);

/// Names of all files of the collection, sorted.
std::vector<std::string> gpuNames();

/// 75 for a GPU of compute capability 7.5; 0 for those of other vendors.
unsigned nvidiaArchitecture(const GpuSpec &Gpu);

/// The first GPU of the collection, by name, of a compute capability ("5.2"):
/// for its limits where no GPU is given but an architecture is. An error lists
/// the capabilities there are.
llvm::Expected<GpuSpec> findGpuOfComputeCapability(llvm::StringRef Capability);

/// The GPU used when none is named.
inline constexpr llvm::StringLiteral DefaultGpu = "rtx-2080-ti";

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_GPUSPEC_H
