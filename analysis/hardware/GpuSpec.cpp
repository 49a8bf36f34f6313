//===- GpuSpec.cpp - The numbers that a GPU file can hold -----------------===//
#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace kernelcast {

llvm::ArrayRef<GpuSpec::Field> GpuSpec::fields() {
  using G = GpuSpec;
  constexpr bool Needed = true, Optional = false, Whole = true, Real = false;
  static const Field Fields[] = {
      // Compute.
      {"multiprocessors", "count", &G::Multiprocessors, Needed, Whole, 1, 1e4,
       "multiprocessors (SM, compute unit)"},
      {"clock", "Hz", &G::Clock, Needed, Real, 1e6, 1e11,
       "clock of the multiprocessors, as sustained under load"},
      {"base_clock", "Hz", &G::BaseClock, Optional, Real, 1e6, 1e11,
       "clock that the vendor guarantees; a second time is predicted with it"},
      {"fp32_lanes", "lanes", &G::Fp32Lanes, Needed, Whole, 1, 4096,
       "single-precision lanes per SM and cycle"},
      {"int_lanes", "lanes", &G::IntLanes, Optional, Whole, 1, 4096,
       "32-bit integer lanes per SM and cycle"},
      {"fp64_lanes", "lanes", &G::Fp64Lanes, Optional, Whole, 0, 4096,
       "double-precision lanes per SM and cycle"},
      {"sfu_lanes", "lanes", &G::SfuLanes, Optional, Whole, 1, 4096,
       "special-function lanes per SM and cycle"},
      {"load_store_lanes", "lanes", &G::LoadStoreLanes, Optional, Whole, 1,
       4096, "load/store lanes per SM and cycle"},
      {"schedulers", "count", &G::Schedulers, Needed, Whole, 1, 64,
       "warp schedulers (SIMD units) per SM"},
      {"issue_per_scheduler", "count", &G::IssuePerScheduler, Optional, Whole,
       1, 8, "instructions that a scheduler issues per cycle at most"},
      {"tensor_rate", "count", &G::TensorRate, Optional, Whole, 0, 1e6,
       "multiply-adds of 16-bit operands by the tensor cores per SM and cycle"},
      {"shared_rate", "count", &G::BankStepRate, Optional, Real, 0.01, 64,
       "steps of the shared memory per SM and cycle"},
      {"constant_rate", "count", &G::ConstantRate, Optional, Real, 0.01, 64,
       "words that the constant cache gives per SM and cycle"},
      {"l1_passes", "count", &G::L1Passes, Optional, Real, 0.01, 64,
       "lines of 128 bytes that the L1 cache serves per SM and cycle"},
      {"l1_bandwidth", "B/cycle", &G::L1Bandwidth, Optional, Real, 1, 4096,
       "bytes that the L1 cache gives per SM and cycle"},
      {"store_lines", "count", &G::StoreLines, Optional, Real, 0.01, 64,
       "lines of 128 bytes that stores write per SM and cycle"},
      // Memory.
      {"dram_bandwidth", "B/s", &G::DramBandwidth, Needed, Real, 1e8, 1e15,
       "peak bandwidth of the device memory"},
      {"l2_bandwidth", "B/s", &G::L2Bandwidth, Optional, Real, 1e8, 1e16,
       "bandwidth between the SMs and the L2 cache"},
      {"l3_bandwidth", "B/s", &G::L3Bandwidth, Optional, Real, 1e8, 1e16,
       "bandwidth between the L2 and the last-level cache behind it"},
      {"l3_size", "B", &G::L3Bytes, Optional, Whole, 0, 1e12,
       "last-level cache behind the L2"},
      {"l2_size", "B", &G::L2Bytes, Optional, Whole, 0, 1e12, "L2 cache"},
      {"l1_size", "B", &G::L1Bytes, Optional, Whole, 0, 1e9,
       "L1 cache per SM, with the shared memory where they are one"},
      {"line_size", "B", &G::LineBytes, Optional, Whole, 16, 4096,
       "cache line"},
      {"l1_ways", "count", &G::L1Ways, Optional, Whole, 1, 1e4,
       "associativity of the L1 cache"},
      {"l2_ways", "count", &G::L2Ways, Optional, Whole, 1, 1e4,
       "associativity of the L2 cache"},
      {"miss_registers", "count", &G::MissRegisters, Optional, Whole, 1, 1e6,
       "cache misses that one SM can have outstanding (MSHR)"},
      {"atomic_rate", "1/s", &G::AtomicRate, Optional, Real, 1e6, 1e13,
       "atomic operations of integers on one address"},
      {"atomic_float_rate", "1/s", &G::AtomicFloatRate, Optional, Real, 1e6,
       1e13, "the same of single-precision numbers"},
      {"atomic_sector_rate", "1/s", &G::AtomicSectorRate, Optional, Real, 1e6,
       1e15, "sectors of 32 bytes, of all addresses, with atomic operations"},
      {"block_rate", "1/s", &G::BlockRate, Optional, Real, 1e5, 1e13,
       "blocks that the device starts"},
      {"instruction_cache", "B", &G::InstructionCacheBytes, Optional, Whole, 0,
       1e9, "instructions that an SM holds, in the cache before the L2"},
      {"clusters", "count", &G::Clusters, Optional, Whole, 1, 1e4,
       "groups of SMs (GPC) that fetch instructions together"},
      {"memory_channels", "count", &G::MemoryChannels, Optional, Whole, 1, 1e4,
       "memory controllers"},
      // Latencies.
      {"latency_alu", "cycles", &G::LatencyAlu, Needed, Real, 1, 1e4,
       "result of an addition or multiply-add to its use"},
      {"latency_sfu", "cycles", &G::LatencySfu, Optional, Real, 1, 1e4,
       "result of a special function to its use"},
      {"latency_shared", "cycles", &G::LatencyShared, Optional, Real, 1, 1e4,
       "load from shared memory"},
      {"latency_l1", "cycles", &G::LatencyL1, Optional, Real, 1, 1e4,
       "load that hits the L1 cache"},
      {"latency_l2", "cycles", &G::LatencyL2, Optional, Real, 1, 1e5,
       "load that hits the L2 cache"},
      {"latency_global", "cycles", &G::LatencyGlobal, Needed, Real, 1, 1e5,
       "load from device memory"},
      {"block_replacement", "cycles", &G::BlockReplacement, Optional, Real, 0,
       1e6, "from the end of a block to the start of the next"},
      {"issue_interval", "cycles", &G::IssueInterval, Optional, Real, 0, 1e3,
       "from an instruction of a warp to its next independent one"},
      {"latency_branch_taken", "cycles", &G::LatencyBranchTaken, Optional, Real,
       0, 1e4, "from a taken branch to the next instruction"},
      {"latency_branch_not_taken", "cycles", &G::LatencyBranchNotTaken,
       Optional, Real, 0, 1e4, "from a branch not taken to the next one"},
      {"latency_int_multiply", "cycles", &G::LatencyIntMultiply, Optional, Real,
       1, 1e4, "result of an integer multiply-add to its use"},
      {"latency_fp64", "cycles", &G::LatencyFp64, Optional, Real, 1, 1e4,
       "result of a double-precision addition or multiply-add to its use"},
      {"lambda_compute", "ratio", &G::LambdaCompute, Optional, Real, 0.01, 2,
       "share of the arithmetic peak that a calibration kernel reached"},
      {"lambda_memory", "ratio", &G::LambdaMemory, Optional, Real, 0.01, 2,
       "the same of the memory bandwidth"},
      {"lambda_latency", "ratio", &G::LambdaLatency, Optional, Real, 0.01, 2,
       "the same of the rate that latency allows"},
      {"departure_coalesced", "cycles", &G::DepartureCoalesced, Optional, Real,
       0, 1e4, "between two coalesced requests of one SM"},
      {"departure_uncoalesced", "cycles", &G::DepartureUncoalesced, Optional,
       Real, 0, 1e4, "between two transactions of an uncoalesced request"},
      {"launch_overhead", "s", &G::LaunchOverhead, Optional, Real, 0, 1,
       "kernel launch, from the host's call on"},
      {"start_and_drain", "s", &G::StartAndDrain, Optional, Real, 0, 1,
       "of a launch on the device, beside the work of its blocks"},
      // Limits and allocation units.
      {"max_warps", "count", &G::MaxWarps, Needed, Whole, 1, 4096,
       "resident warps per SM"},
      {"max_blocks", "count", &G::MaxBlocks, Needed, Whole, 1, 4096,
       "resident blocks per SM"},
      {"max_threads_per_block", "count", &G::MaxThreadsPerBlock, Needed, Whole,
       1, 65536, "threads of one block"},
      {"registers", "count", &G::Registers, Needed, Whole, 1, 1e8,
       "32-bit registers per SM"},
      {"registers_per_block", "count", &G::RegistersPerBlock, Optional, Whole,
       1, 1e8, "32-bit registers that one block may have"},
      {"max_registers_per_thread", "count", &G::MaxRegistersPerThread, Needed,
       Whole, 1, 4096, "32-bit registers that one thread may have"},
      {"register_unit", "count", &G::RegisterUnit, Needed, Whole, 1, 65536,
       "registers are handed out in multiples of this"},
      {"warp_unit", "count", &G::WarpUnit, Optional, Whole, 1, 64,
       "registers are handed out to multiples of this many warps"},
      {"shared_size", "B", &G::SharedBytes, Needed, Whole, 0, 1e9,
       "shared memory per SM"},
      {"shared_per_block", "B", &G::SharedBytesPerBlock, Needed, Whole, 0, 1e9,
       "shared memory that one block may have"},
      {"shared_unit", "B", &G::SharedUnit, Needed, Whole, 1, 1e6,
       "shared memory is handed out in multiples of this"},
      {"shared_reserved", "B", &G::SharedReserved, Optional, Whole, 0, 1e6,
       "shared memory per block that the system keeps"},
      {"shared_banks", "count", &G::NumBanks, Needed, Whole, 1, 64,
       "banks of the shared memory, 4 bytes wide"},
      // Transfers.
      {"pcie_bandwidth", "B/s", &G::PcieBandwidth, Optional, Real, 1e6, 1e13,
       "raw bandwidth to the host per direction"},
      {"transfer_startup_to_device", "s", &G::TransferStartupToDevice, Optional,
       Real, 0, 1, "start-up of a copy from host to device"},
      {"transfer_startup_from_device", "s", &G::TransferStartupFromDevice,
       Optional, Real, 0, 1, "start-up of a copy from device to host"},
      {"pageable_efficiency_to_device", "ratio", &G::PageableEfficiencyToDevice,
       Optional, Real, 0.01, 1,
       "share of pcie_bandwidth that copies from pageable memory reach"},
      {"pageable_efficiency_from_device", "ratio",
       &G::PageableEfficiencyFromDevice, Optional, Real, 0.01, 1,
       "share of pcie_bandwidth that copies to pageable memory reach"},
      {"pinned_efficiency", "ratio", &G::PinnedEfficiency, Optional, Real, 0.01,
       1, "share of pcie_bandwidth that copies of pinned memory reach"},
  };
  return Fields;
}

llvm::ArrayRef<llvm::StringLiteral> GpuSpec::words() {
  static constexpr llvm::StringLiteral Words[] = {
      "name",        "marketing_name",     "architecture",
      "vendor",      "compute_capability", "aliases",
      "calibration", "warp_size",          "coalescing",
      "banks",       "register_allocation"};
  return Words;
}

llvm::ArrayRef<GpuSpec::Order> GpuSpec::orders() {
  using G = GpuSpec;
  auto FieldOf = [](HardwareNumber G::*Member) -> const Field * {
    for (const Field &F : fields())
      if (F.Member == Member)
        return &F;
    llvm_unreachable("every member is in the table");
  };
  constexpr bool Always = true, InFiles = false;
  static const Order Orders[] = {
      {FieldOf(&G::SharedBytesPerBlock), FieldOf(&G::SharedBytes), Always},
      {FieldOf(&G::RegistersPerBlock), FieldOf(&G::Registers), Always},
      {FieldOf(&G::RegisterUnit), FieldOf(&G::Registers), Always},
      {FieldOf(&G::Schedulers), FieldOf(&G::MaxWarps), Always},
      {FieldOf(&G::BaseClock), FieldOf(&G::Clock), InFiles},
      {FieldOf(&G::IntLanes), FieldOf(&G::Fp32Lanes), InFiles},
      {FieldOf(&G::Fp64Lanes), FieldOf(&G::Fp32Lanes), InFiles},
      {FieldOf(&G::SfuLanes), FieldOf(&G::Fp32Lanes), InFiles},
      {FieldOf(&G::Clusters), FieldOf(&G::Multiprocessors), InFiles},
      {FieldOf(&G::DramBandwidth), FieldOf(&G::L2Bandwidth), InFiles},
      {FieldOf(&G::DramBandwidth), FieldOf(&G::L3Bandwidth), InFiles},
      {FieldOf(&G::LatencyShared), FieldOf(&G::LatencyGlobal), InFiles},
      {FieldOf(&G::LatencyL1), FieldOf(&G::LatencyL2), InFiles},
      {FieldOf(&G::LatencyL1), FieldOf(&G::LatencyGlobal), InFiles},
      {FieldOf(&G::LatencyL2), FieldOf(&G::LatencyGlobal), InFiles},
      {FieldOf(&G::DepartureCoalesced), FieldOf(&G::DepartureUncoalesced),
       InFiles},
      {FieldOf(&G::L2Bytes), FieldOf(&G::L3Bytes), InFiles},
  };
  return Orders;
}

std::optional<double> guaranteedClock(const GpuSpec &Gpu) {
  constexpr char Published = 'A', Measured = 'M';
  const char How = Gpu.Clock.Confidence;
  const bool IsSet = llvm::any_of(Gpu.Changes, [](const GpuSpec::Change &Each) {
    return Each.Number->Member == &GpuSpec::Clock;
  });
  if (IsSet || How == Published || How == Measured ||
      !(Gpu.BaseClock.Value > 0) || !(Gpu.BaseClock.Value < Gpu.Clock.Value))
    return std::nullopt;
  return Gpu.BaseClock.Value;
}

llvm::StringRef nearestKey(llvm::StringRef Word,
                           llvm::ArrayRef<llvm::StringRef> Known) {
  llvm::StringRef Best;
  unsigned Least = std::max<unsigned>(2, Word.size() / 3) + 1;
  for (llvm::StringRef Candidate : Known) {
    unsigned Distance =
        Word.take_front(64).edit_distance(Candidate, true, Least);
    if (Distance < Least) {
      Least = Distance;
      Best = Candidate;
    }
  }
  return Best;
}

llvm::StringRef name(GpuVendor Vendor) {
  constexpr llvm::StringLiteral Names[] = {"nvidia", "amd", "intel"};
  return Names[static_cast<unsigned>(Vendor)];
}

llvm::StringRef name(CoalescingRule Rule) {
  switch (Rule) {
  case CoalescingRule::HalfWarpStrict:
    return "half-warp-strict";
  case CoalescingRule::HalfWarpSegments:
    return "half-warp-segments";
  case CoalescingRule::CacheLines:
    return "cache-lines-128";
  case CoalescingRule::Sectors:
    return "sectors-32";
  case CoalescingRule::Wave64Lines:
    return "wave64-lines-64";
  case CoalescingRule::Wave32Lines:
    return "wave32-lines-128";
  }
  return "";
}

llvm::StringRef name(BankRule Rule) {
  return Rule == BankRule::HalfWarp16 ? "half-warp-16" : "warp-32";
}

llvm::StringRef name(RegisterAllocation Allocation) {
  switch (Allocation) {
  case RegisterAllocation::PerBlock:
    return "per-block";
  case RegisterAllocation::PerWarp:
    return "per-warp";
  case RegisterAllocation::PerSimd:
    return "per-simd";
  }
  return "";
}

std::vector<std::string> unverifiedNumbers(const GpuSpec &Gpu) {
  std::vector<std::string> Keys;
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    const HardwareNumber &Number = Gpu.*Field.Member;
    if (Number.isKnown() && Number.Confidence == 'C')
      Keys.push_back(Field.Key);
  }
  auto Check = [&](const HardwareNumber &Number, llvm::StringRef Key) {
    if (Number.isKnown() && Number.Confidence == 'C')
      Keys.push_back(("calibration." + Key).str());
  };
  for (const Calibration::Field &Field : Calibration::fields())
    Check(Gpu.Calibrated.*Field.Member, Field.Key);
  for (const auto &[Name, Operation] : Gpu.Calibrated.Operations)
    Check(Operation.PerItem, Name);
  return Keys;
}

std::array<uint64_t, 3> mostBlocks(const GpuSpec &Gpu) {
  // 2^31 - 1 in x, 65535 in y and z (all compute capabilities from 3.0 on;
  // earlier ones allow less).
  uint64_t Other = Gpu.Vendor == GpuVendor::Nvidia ? 65535 : INT32_MAX;
  return {INT32_MAX, Other, Other};
}

uint64_t mostThreads(const GpuSpec &Gpu) {
  return Gpu.MaxThreadsPerBlock.isKnown()
             ? static_cast<uint64_t>(Gpu.MaxThreadsPerBlock.Value)
             : 1024;
}

} // namespace kernelcast
