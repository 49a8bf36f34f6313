//===- MemoryInstructions.cpp - Accesses of an average warp ---------------===//

#include "cost_models/common/MemoryInstructions.h"
#include "analysis/access/Coalescing.h"
#include "analysis/hardware/PeakRates.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

bool kernelcast::isMemoryInstruction(const MemoryAccess &Access) {
  return pathOf(Access) == AccessPath::Memory;
}

std::vector<MemoryInstruction>
kernelcast::memoryInstructions(const WarpProfile &Profile, const GpuSpec &Gpu,
                               FactBound Bound) {
  std::vector<MemoryInstruction> Found;
  if (!Profile.Kernel)
    return Found;
  const auto &Accesses = Profile.Kernel->Accesses;
  size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Count; ++Id) {
    const MemoryAccess &Access = Accesses[Id];
    const AccessFacts &Facts = Profile.Accesses[Id];
    double Executions = at(Facts.WarpExecutions, Bound);
    if (Access.Silent || !isMemoryInstruction(Access) || !(Executions > 0))
      continue;
    auto Each = [&](const Known<double> &Fact) {
      return at(Fact, Bound) / Executions;
    };
    double Lanes = Each(Facts.LaneExecutions);
    MemoryInstruction M;
    M.Access = Id;
    M.Executions = Executions / Profile.Warps;
    M.RequestedBytes = Lanes * Access.instructionBytes();
    M.Transactions = Each(Facts.Transactions);
    M.TransactionBytes = M.MovedBytes = Each(Facts.TransactionBytes);
    const IdealTraffic Ideal = idealTraffic(
        Gpu.Coalescing, Lanes, Access.instructionBytes(), Facts.isOneAddress());
    M.IdealTransactions = Ideal.Transactions;
    if (Gpu.Coalescing == CoalescingRule::Sectors) {
      M.MovedBytes = 32 * Each(Facts.Sectors);
      M.Transactions = Each(Facts.Lines);
      M.TransactionBytes = 128 * M.Transactions;
      M.IdealTransactions = Ideal.Lines;
    }
    M.Transactions = std::max(M.Transactions, 1.0);
    Found.push_back(M);
  }
  return Found;
}

CacheHits kernelcast::cacheHits(const WarpProfile &Profile) {
  auto Saved = [](double Asked, double Passed) {
    if (!(Asked > 0) || !std::isfinite(Asked) || !std::isfinite(Passed))
      return 0.0;
    return std::clamp(1 - Passed / Asked, 0.0, 1.0);
  };
  return {Saved(Profile.Caches.Sectors, Profile.Caches.L2Sectors),
          Saved(Profile.L2Bytes, Profile.BehindL2Bytes -
                                     Profile.Caches.WrittenBack * SectorBytes)};
}

MemoryTraffic kernelcast::accessTraffic(const WarpProfile &Profile,
                                        const GpuSpec &Gpu, AccessId Id,
                                        FactBound Bound) {
  const AccessFacts &Facts = Profile.Accesses[Id];
  if (movesTransactions(Gpu)) {
    double Bytes = at(Facts.TransactionBytes, Bound);
    return {Bytes, Bytes, Bytes};
  }
  auto Passed = [&](ArrayRef<double> Hits) {
    return Id < Hits.size() ? std::clamp(1 - Hits[Id], 0.0, 1.0) : 1.0;
  };
  double L2 =
      SectorBytes * at(Facts.Sectors, Bound) * Passed(Profile.Caches.L1Hits);
  // What an atomic changes comes, and goes back.
  const double Ways =
      Profile.Kernel->Accesses[Id].Kind == AccessKind::Atomic ? 2 : 1;
  const double Behind = Ways * L2 * Passed(Profile.Caches.L2Hits);
  return {L2, Behind, Behind * Profile.Caches.MemoryShare};
}

/// Bytes that the warps of \p Profile ask the memory system for.
static double movedBytes(const WarpProfile &Profile, const GpuSpec &Gpu,
                         FactBound Bound) {
  double Bytes = 0;
  for (const MemoryInstruction &M : memoryInstructions(Profile, Gpu, Bound))
    Bytes += M.Executions * M.MovedBytes * Profile.Warps;
  return Bytes;
}

MemoryTraffic kernelcast::memoryTraffic(const WarpProfile &Profile,
                                        const GpuSpec &Gpu, FactBound Bound) {
  auto Proper = [](double Bytes) {
    return std::isfinite(Bytes) ? std::max(0.0, Bytes) : 0.0;
  };
  MemoryTraffic T{Proper(Profile.L2Bytes), Proper(Profile.BehindL2Bytes),
                  Proper(Profile.DramBytes)};
  if (Bound == FactBound::Value)
    return T;
  double Moved = movedBytes(Profile, Gpu, FactBound::Value);
  if (!(Moved > 0))
    return T;
  double Share = movedBytes(Profile, Gpu, Bound) / Moved;
  return {T.L2 * Share, T.BehindL2 * Share, T.Dram * Share};
}

double kernelcast::sharedMemoryBytes(const WarpProfile &Profile,
                                     const GpuSpec &Gpu) {
  double Steps = 0;
  for (const auto &[Access, Facts] :
       zip(Profile.Kernel->Accesses, Profile.Accesses))
    if (Access.Space == MemorySpace::Shared &&
        pathOf(Access) == AccessPath::OnChip)
      Steps += Facts.BankCycles.Value;
  return Steps * bytesOfBankStep(Gpu);
}

SectorTotals kernelcast::sectorTotals(const WarpProfile &Profile,
                                      const GpuSpec &Gpu) {
  const MemoryTraffic All = memoryTraffic(Profile, Gpu, FactBound::Value);
  MemoryTraffic Stored;
  const auto &Accesses = Profile.Kernel->Accesses;
  size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Count; ++Id) {
    const AccessKind Kind = Accesses[Id].Kind;
    if (Kind == AccessKind::Load || Accesses[Id].Silent ||
        !isMemoryInstruction(Accesses[Id]))
      continue;
    const MemoryTraffic Of = accessTraffic(Profile, Gpu, Id, FactBound::Value);
    Stored.L2 += Kind == AccessKind::Store ? Of.L2 : 0;
    const bool Returns = Kind == AccessKind::Atomic && !movesTransactions(Gpu);
    Stored.Dram += Returns                     ? Of.Dram / 2
                   : Kind == AccessKind::Store ? Of.Dram
                                               : 0;
  }
  auto Split = [](double Whole, double Part, double &Read, double &Write) {
    Write = std::min(Part, Whole) / SectorBytes;
    Read = Whole / SectorBytes - Write;
  };
  SectorTotals Totals;
  Totals.L1 = Profile.Caches.Sectors;
  Split(All.L2, Stored.L2, Totals.L2Read, Totals.L2Write);
  Totals.L2Read += Profile.InstructionSectors.value_or(0);
  Split(All.Dram, Stored.Dram, Totals.DramRead, Totals.DramWrite);
  return Totals;
}

void kernelcast::assumeCacheContents(const WarpProfile &Profile,
                                     std::vector<Assumption> &Ledger) {
  if (Profile.CachesIfOnePlace)
    Ledger.push_back({.Kind = AssumptionKind::UnknownPlaces});
  assumeL2Start(Profile, Ledger);
}

void kernelcast::assumeL2Start(const WarpProfile &Profile,
                               std::vector<Assumption> &Ledger) {
  if (Profile.Caches.OutlastsLaunch)
    Ledger.push_back({.Kind = Profile.StartsWarm ? AssumptionKind::WarmL2
                                                 : AssumptionKind::ColdL2});
  else if (Profile.StartsWarm && Profile.Caches.L2Sectors > 0)
    Ledger.push_back({.Kind = AssumptionKind::ColdL2,
                      .Reason = AssumptionReason::MoreThanHalf});
}

AtomicDemand kernelcast::atomicDemand(const WarpProfile &Profile,
                                      const GpuSpec &Gpu, FactBound Bound) {
  AtomicDemand Demand;
  const auto &Accesses = Profile.Kernel->Accesses;
  std::map<ArrayId, double> OfArray[2], SlicesOfArray;
  size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Count; ++Id) {
    const AccessFacts &Facts = Profile.Accesses[Id];
    if (!(Facts.AtomicOperations > 0))
      continue;
    const double Share = at(Facts.WarpExecutions, Bound) /
                         std::max(Facts.WarpExecutions.Value, 1e-300);
    if (std::isfinite(Share)) {
      OfArray[Accesses[Id].FloatingPoint][Accesses[Id].Array] +=
          Facts.OnOneAddress * Share;
      SlicesOfArray[Accesses[Id].Array] += Facts.SectorsOfSlice * Share;
    }
    Demand.Sectors += at(Facts.Sectors, Bound);
  }
  for (auto [Array, Sectors] : SlicesOfArray)
    if (Sectors > Demand.SectorsOfSlice) {
      Demand.SectorsOfSlice = Sectors;
      Demand.ArrayOfSlice = Array;
    }
  double Longest = 0;
  for (bool Float : {false, true}) {
    HardwareNumber GpuSpec::*Rate = Float && Gpu.AtomicFloatRate > 0
                                        ? &GpuSpec::AtomicFloatRate
                                        : &GpuSpec::AtomicRate;
    for (auto [Array, Operations] : OfArray[Float])
      if (double Time = Operations / std::max(1.0, (Gpu.*Rate).Value);
          Time > Longest) {
        Longest = Time;
        Demand.OnOneAddress = Operations;
        Demand.Rate = Rate;
        Demand.ArrayOfAddress = Array;
        Demand.OfFloats = Float;
      }
  }
  return Demand;
}
