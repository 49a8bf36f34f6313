//===- Registers.cpp - How many registers a thread takes ------------------===//

#include "analysis/specialize/Registers.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// The largest count with which \p Blocks blocks of \p Threads threads fit.
static unsigned fitting(const GpuSpec &Gpu, uint64_t Threads, double Blocks) {
  double Registers =
      Gpu.RegistersPerBlock.isKnown() && Blocks <= 1
          ? std::min<double>(Gpu.Registers, Gpu.RegistersPerBlock)
          : double(Gpu.Registers);
  double Warps = std::ceil(double(Threads) / Gpu.WarpSize);
  if (Gpu.WarpUnit > 1)
    Warps = std::ceil(Warps / Gpu.WarpUnit) * Gpu.WarpUnit;
  if (!(Registers > 0) || !(Warps > 0))
    return ~0u;
  double PerWarp = std::floor(Registers / Blocks / Warps);
  if (Gpu.RegisterUnit > 1)
    PerWarp = std::floor(PerWarp / Gpu.RegisterUnit) * Gpu.RegisterUnit;
  return std::max(1u, static_cast<unsigned>(PerWarp / Gpu.WarpSize));
}

/// Of code for NVIDIA's GPUs, whose last compiler is imitated. It does not know
/// the block's size, and a launch for which there are too few registers fails;
/// but an estimate proves no failure, so that the block is taken to fit, and
/// the ledger says so.
static RegisterCount estimateOfCode(const CompiledResources &Code,
                                    uint64_t Threads, const GpuSpec &Gpu) {
  unsigned Count = std::max(Code.Registers, 1u);
  AssumptionReason Why = AssumptionReason::Estimated;
  if (Gpu.MaxRegistersPerThread.isKnown() &&
      Count > Gpu.MaxRegistersPerThread) {
    Count = static_cast<unsigned>(Gpu.MaxRegistersPerThread);
    Why = AssumptionReason::ThreadMaximum;
  }
  unsigned Wanted = Count;
  const unsigned Most = fitting(Gpu, Threads, 1);
  unsigned IfInOrder = 0;
  if (Most < Count) {
    Count = Most;
    Why = AssumptionReason::MayNotLaunch;
  } else if (Code.RegistersInOrder) {
    Wanted = Code.RegistersInOrder;
    Why = AssumptionReason::MaySpill;
    IfInOrder = std::min(Most, Code.RegisterLimit);
    if (Gpu.MaxRegistersPerThread.isKnown())
      IfInOrder =
          std::min(IfInOrder, static_cast<unsigned>(Gpu.MaxRegistersPerThread));
  }
  return {Count,
          RegisterSource::CompiledEstimate,
          Assumption{.Kind = AssumptionKind::Registers,
                     .Reason = Why,
                     .Whole = {Count, Wanted}},
          {},
          IfInOrder,
          IfInOrder ? Wanted - std::min(Wanted, IfInOrder) : 0};
}

RegisterCount kernelcast::registersOf(const KernelModel &Kernel,
                                      uint64_t Threads, const GpuSpec &Gpu,
                                      const RegisterSources &Sources) {
  if (Sources.Option)
    return {*Sources.Option, RegisterSource::Option, {}, {}};
  auto Logged = [&](StringRef Architecture) -> std::optional<RegisterCount> {
    const CompiledKernel *Entry =
        Sources.Log ? Sources.Log->find(Kernel.QualifiedName, Architecture)
                    : nullptr;
    if (!Entry || !Entry->Registers)
      return std::nullopt;
    return RegisterCount{
        static_cast<unsigned>(*Entry->Registers),
        RegisterSource::CompilerLog,
        {},
        {static_cast<unsigned>(Entry->SpillStoreBytes.value_or(0)),
         static_cast<unsigned>(Entry->SpillLoadBytes.value_or(0))}};
  };
  if (auto Count = Logged(Gpu.ComputeCapability))
    return *Count;
  if (Sources.Listing) {
    auto Function =
        Sources.Listing->find(Kernel.QualifiedName, nvidiaArchitecture(Gpu));
    if (Function)
      return {(*Function)->registers(), RegisterSource::Listing, {}};
    consumeError(Function.takeError());
  }
  // Of another architecture, the same kernel's count is still nearer the truth
  // than an estimate.
  if (auto Count = Logged(""))
    return *Count;

  if (Kernel.Resources && Gpu.Vendor == GpuVendor::Nvidia)
    return estimateOfCode(*Kernel.Resources, Threads, Gpu);
  // AMD's compiler plans for a largest block, which then fits: one with launch
  // bounds, else 1024 threads, in OpenCL 256. A block that is larger than
  // planned fails where the registers are too many, and the count says so.
  if (Kernel.Resources)
    return {Kernel.Resources->Registers, RegisterSource::Compiled, {}};

  unsigned Estimate = std::max(Kernel.EstimatedRegisters, 1u);
  AssumptionReason Why = AssumptionReason::Estimated;
  if (Sources.MaxRegisters && Sources.MaxRegisters <= Estimate)
    return {Sources.MaxRegisters, RegisterSource::Option, {}};
  auto Cap = [&](unsigned Most, AssumptionReason Reason) {
    if (Most && Most < Estimate) {
      Estimate = Most;
      Why = Reason;
    }
  };
  if (Kernel.MaxThreadsPerBlock && Kernel.MinBlocksPerSM)
    Cap(fitting(Gpu, Kernel.MaxThreadsPerBlock, Kernel.MinBlocksPerSM),
        AssumptionReason::LaunchBounds);
  else if (Kernel.MaxThreadsPerBlock)
    Cap(fitting(Gpu, Kernel.MaxThreadsPerBlock, 1),
        AssumptionReason::LaunchBounds);
  if (Gpu.MaxRegistersPerThread.isKnown())
    Cap(static_cast<unsigned>(Gpu.MaxRegistersPerThread),
        AssumptionReason::ThreadMaximum);
  Cap(fitting(Gpu, Threads, 1), AssumptionReason::BlockFits);
  return {Estimate, RegisterSource::Estimate,
          Assumption{.Kind = AssumptionKind::Registers,
                     .Reason = Why,
                     .Whole = {Estimate}}};
}

Expected<OccupancyResult> kernelcast::residencyOf(const KernelModel &Kernel,
                                                  uint64_t Threads,
                                                  uint64_t DynamicSharedBytes,
                                                  unsigned RegistersPerThread,
                                                  const GpuSpec &Gpu) {
  BlockResources Block;
  Block.Threads = Threads;
  Block.RegistersPerThread = RegistersPerThread;
  Block.LaunchBound = Kernel.MaxThreadsPerBlock;
  Block.StaticSharedBytes = Kernel.StaticSharedBytes;
  Block.SharedBytes = Kernel.StaticSharedBytes + DynamicSharedBytes;
  return occupancy(Block, Gpu);
}
