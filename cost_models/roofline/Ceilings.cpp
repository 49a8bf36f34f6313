//===- Ceilings.cpp - How long a launch keeps each resource busy ----------===//

#include "cost_models/roofline/Ceilings.h"
#include "cost_models/common/MemoryInstructions.h"

using namespace llvm;
using namespace kernelcast;

/// Warp instructions that an SM issues in a cycle.
static double issuesPerCycle(const GpuSpec &Gpu) {
  return std::max(1.0, Gpu.Schedulers.Value) *
         std::max(1.0, Gpu.IssuePerScheduler.Value);
}

bool kernelcast::startsMayBound(const Question &Q) {
  if (!(Q.Gpu.BlockRate > 0))
    return false;
  const double SMs = std::min(Q.Gpu.Multiprocessors.Value, Q.Shape.Blocks);
  const double Issue =
      Q.Shape.Warps *
      unitInstructions(Cost::IssueSlots, Q.Profile, Q.Gpu, Q.Bound) /
      (SMs * issuesPerCycle(Q.Gpu));
  return 2 * Q.Shape.Blocks / Q.Gpu.BlockRate * Q.Gpu.Clock > Issue;
}

SmallVector<Cost, 10> kernelcast::usedResources(const Question &Q) {
  SmallVector<Cost, 10> Used = {Cost::DramBandwidth};
  if (Q.Profile.Caches.MemoryShare < 1)
    Used.push_back(Cost::L3Bandwidth);
  if (Q.Gpu.L2Bandwidth > 0)
    Used.push_back(Cost::L2Bandwidth);
  AtomicDemand Atomics = atomicDemand(Q.Profile, Q.Gpu, Q.Bound);
  if (Atomics.OnOneAddress > 0 && Q.Gpu.*Atomics.Rate > 0)
    Used.push_back(Cost::AtomicAddress);
  if (Atomics.SectorsOfSlice > 0 && Q.Gpu.AtomicRate > 0)
    Used.push_back(Cost::AtomicSlice);
  if (Atomics.Sectors > 0 && Q.Gpu.AtomicSectorRate > 0)
    Used.push_back(Cost::AtomicSectors);
  if (startsMayBound(Q))
    Used.push_back(Cost::BlockStarts);
  for (Cost Unit : SMUnits)
    if (unitInstructions(Unit, Q.Profile, Q.Gpu, Q.Bound) > 0)
      Used.push_back(Unit);
  return Used;
}

template <typename Number>
Number kernelcast::ceiling(Equations<Number> &Eq, Cost Resource,
                           const Question &Q, const CeilingInputs<Number> &In,
                           StringRef Name) {
  auto Record = [&](Plain<Number> Cycles) {
    StringRef Own = name(Resource);
    bool Renamed = !Name.empty() && Name != Own;
    return Eq.equation(Renamed ? Name : Own, "cycles",
                       Q.Mode == ModelMode::Faithful
                           ? "Williams et al., ceiling"
                           : "ceiling, modern",
                       Cycles, Renamed ? "of " + Own : Twine());
  };
  auto Moved = [&](StringRef What, double MemoryTraffic::*Of,
                   const Number &Bandwidth) {
    const MemoryTraffic Traffic = memoryTraffic(Q.Profile, Q.Gpu, Q.Bound);
    const Number Bytes = Eq.input(What, Traffic.*Of, "bytes", Origin::Caches);
    return Record(Bytes / Bandwidth * In.Clock);
  };
  if (Resource == Cost::DramBandwidth)
    return Moved("bytes DRAM", &MemoryTraffic::Dram, In.DramBandwidth);
  if (Resource == Cost::L3Bandwidth)
    return Moved("bytes L3", &MemoryTraffic::BehindL2, In.L3Bandwidth);
  if (Resource == Cost::L2Bandwidth)
    return Moved("bytes L2", &MemoryTraffic::L2, In.L2Bandwidth);
  auto Atomics = [&](StringRef What, double AtomicDemand::*Operations,
                     StringRef RateOf, HardwareNumber GpuSpec::*Rate) {
    const AtomicDemand Asked = atomicDemand(Q.Profile, Q.Gpu, Q.Bound);
    const Number Count =
        Eq.input(What, Asked.*Operations, "", Origin::Accesses);
    return Record(Count / Eq.hardware(RateOf, Rate ? Rate : Asked.Rate) *
                  In.Clock);
  };
  if (Resource == Cost::AtomicAddress)
    return Atomics("operations on one address", &AtomicDemand::OnOneAddress,
                   "rate of one address", /*Rate=*/nullptr);
  if (Resource == Cost::AtomicSlice)
    return Atomics("atomic sectors of one slice", &AtomicDemand::SectorsOfSlice,
                   "rate of one slice", &GpuSpec::AtomicRate);
  if (Resource == Cost::AtomicSectors)
    return Atomics("atomic sectors", &AtomicDemand::Sectors,
                   "rate of atomic sectors", &GpuSpec::AtomicSectorRate);
  if (Resource == Cost::BlockStarts) {
    Number Blocks =
        Eq.input("blocks of the launch", Q.Shape.Blocks, "", Origin::Launch);
    return Record(Blocks /
                  Eq.hardware("blocks per second", &GpuSpec::BlockRate) *
                  In.Clock);
  }
  Number Busy = busyCycles(
      Eq, Resource, unitInstructions(Resource, Q.Profile, Q.Gpu, Q.Bound),
      In.WarpSize, In.IssuesPerCycle);
  return Record(In.Warps * Busy / In.BusySMs);
}

template double kernelcast::ceiling(Equations<double> &, Cost, const Question &,
                                    const CeilingInputs<double> &, StringRef);
template Traced kernelcast::ceiling(Equations<Traced> &, Cost, const Question &,
                                    const CeilingInputs<Traced> &, StringRef);

SmallVector<Ceiling, 10> kernelcast::ceilings(const Question &Q) {
  const GpuSpec &Gpu = Q.Gpu;
  CeilingInputs<double> In;
  In.Clock = Gpu.Clock;
  In.DramBandwidth = Gpu.DramBandwidth;
  In.L3Bandwidth = Gpu.L3Bandwidth;
  In.L2Bandwidth = Gpu.L2Bandwidth;
  In.Warps = Q.Shape.Warps;
  In.BusySMs = std::min(Gpu.Multiprocessors.Value, Q.Shape.Blocks);
  In.WarpSize = Q.Profile.WarpSize;
  In.IssuesPerCycle = issuesPerCycle(Gpu);
  Equations<double> Silent(Gpu);
  SmallVector<Ceiling, 10> All;
  for (Cost Resource : usedResources(Q))
    All.push_back({Resource, ceiling(Silent, Resource, Q, In)});
  return All;
}

Ceiling kernelcast::highestCeiling(const Question &Q) {
  Ceiling Highest;
  for (const Ceiling &C : ceilings(Q))
    if (C.Cycles > Highest.Cycles)
      Highest = C;
  return Highest;
}
