//===- LatencyThroughputModel.cpp - Latency or throughput bound -----------===//

#include "cost_models/latency-throughput/LatencyThroughputModel.h"
#include "analysis/sass/CountedCode.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/CriticalPath.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/common/WarpProgram.h"
#include "cost_models/latency-throughput/LatencyThroughputEquations.h"
#include "cost_models/roofline/Ceilings.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeLatencyThroughput() {
  return std::make_unique<LatencyThroughputModel>();
}

ArrayRef<ModelMode> LatencyThroughputModel::modes() const { return allModes(); }

ArrayRef<Premise> LatencyThroughputModel::premises() const {
  static constexpr Premise Premises[] = {
      Premise::KnownCounts, Premise::KnownAddresses, Premise::NvidiaGpu,
      Premise::FullRound};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> LatencyThroughputModel::needed() const {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock,         &GpuSpec::Fp32Lanes,
      &GpuSpec::Schedulers,      &GpuSpec::DramBandwidth, &GpuSpec::LatencyAlu,
      &GpuSpec::LatencyGlobal};
  return Needed;
}

namespace {

/// Memory instructions, which no core executes.
double memoryInstructionsPerWarp(const WarpProfile &Profile) {
  double Sum = 0;
  for (InstructionClass Class :
       {InstructionClass::LoadGlobal, InstructionClass::StoreGlobal,
        InstructionClass::LoadShared, InstructionClass::StoreShared,
        InstructionClass::Atomic})
    Sum += Profile.PerWarp[static_cast<unsigned>(Class)];
  return Sum;
}

/// Where what a warp asks of \p Unit comes from.
Origin askedOrigin(Cost Unit) {
  switch (Unit) {
  case Cost::SharedMemory:
  case Cost::ConstantCache:
  case Cost::L1Passes:
  case Cost::L1Bandwidth:
  case Cost::StoreLines:
    return Origin::Accesses;
  default:
    return Origin::Instructions;
  }
}

/// A launch in the terms of the equations, and what they do not have.
template <typename Number> class LatencyThroughput {
public:
  LatencyThroughput(Equations<Number> &Eq, const Question &Q)
      : Eq(Eq), Q(Q), Profile(Q.Profile), Gpu(Q.Gpu),
        IsFaithful(Q.Mode == ModelMode::Faithful),
        IsModern(Q.Mode == ModelMode::Modern) {}

  Expected<Number> cycles(Prediction *P) {
    machine();
    shape();
    if (Error E = latency())
      return E;
    units();
    auto R = latencyThroughput(Eq, In);
    if (!R)
      return R.takeError();
    Number Cycles = R->Cycles, Tail = 0, Launch = 0;
    if (IsModern) {
      Cycles += Tail = tail(*R);
      Cycles += Launch = launchCycles(Eq, Overhead, In.Clock, "overhead clk");
    }
    if (!P)
      return Cycles;
    assumeCaches(Profile, Assumptions);
    P->Assumptions = std::move(Assumptions);
    // Only the lowest ceiling costs time.
    P->Breakdown = {{plain(R->limiter(In.Units)), valueOf(R->Cycles)}};
    P->Bottleneck = P->Breakdown.front().What;
    if (IsModern)
      P->Breakdown.push_back({Cost::LaunchTail, valueOf(Tail)});
    if (valueOf(Launch) > 0)
      P->Breakdown.push_back({Cost::KernelLaunch, valueOf(Launch)});
    return Cycles;
  }

private:
  /// What the reader knows a ceiling by.
  static Cost plain(Cost Limiter) {
    return Limiter == Cost::IssueSlots ? Cost::InstructionIssue : Limiter;
  }

  void machine() {
    WarpSize = Eq.input("warp", Profile.WarpSize, "lanes", Origin::WarpSize);
    In.Clock = Eq.hardware("clk", &GpuSpec::Clock);
    SMs = Eq.hardware("SMs_GPU", &GpuSpec::Multiprocessors);
    Bandwidth = Eq.hardware("bw", &GpuSpec::DramBandwidth);
    if (IsModern && Profile.Caches.MemoryShare < 1)
      L3Bandwidth = Eq.hardware("bw_L3", &GpuSpec::L3Bandwidth);
    if (IsModern && Gpu.L2Bandwidth > 0)
      L2Bandwidth = Eq.hardware("bw_L2", &GpuSpec::L2Bandwidth);
    Replacement = Eq.hardware("replacement", &GpuSpec::BlockReplacement);
    Schedulers = Eq.hardware("schedulers", &GpuSpec::Schedulers);
    Lanes = Eq.hardware("lanes FP32", &GpuSpec::Fp32Lanes);
    if (IsModern && Gpu.StartAndDrain > 0)
      Overhead = Eq.hardware("overhead", &GpuSpec::StartAndDrain);
  }

  void shape() {
    Number Blocks = Eq.input("grid", Q.Shape.Blocks, "blocks", Origin::Launch);
    Number Threads = Eq.input("block", Profile.Launch.threadsPerBlock(),
                              "threads", Origin::Launch);
    Number Resident = Eq.input("occ_resident", Q.Shape.WarpsPerSM,
                               "warps per SM", Origin::Residency);
    BlocksAtOnce = Eq.input("blocks_resident", Q.Shape.BlocksPerSM,
                            "blocks per SM", Origin::Residency);
    In.Warps = Eq.equation("warps", "", "VG (4.2)",
                           launchedWarps<Number>(Blocks, Threads, WarpSize));
    if (IsFaithful) {
      In.Multiprocessors = Eq.equation("SMs", "", "all", SMs);
      In.Occupancy = Eq.equation("occ", "warps per SM", "resident", Resident);
      return;
    }
    In.Multiprocessors =
        Eq.equation("SMs", "", "busy", minimum<Number>(SMs, Blocks));
    BlocksOfBusiest = Eq.equation("blocks_busiest", "blocks", "of an SM",
                                  roundedUp(Blocks / SMs));
    BlocksAtOnce = Eq.equation("blocks_at_once", "blocks", "of an SM",
                               minimum<Number>(BlocksAtOnce, BlocksOfBusiest));
    In.Occupancy = Eq.equation("occ", "warps per SM", "resident",
                               BlocksAtOnce * roundedUp(Threads / WarpSize));
  }

  void assume(Assumption Entry) { Assumptions.push_back(std::move(Entry)); }

  /// lat of (4.6): a warp's way through its work (an algorithm), and the time
  /// until the next block is there.
  Error latency() {
    auto Path = criticalPath(Eq, Q,
                             IsFaithful ? PathThroughListing::Registers
                                        : PathThroughListing::ControlCodes,
                             Assumptions);
    if (!Path)
      return Path.takeError();
    if (!Gpu.BlockReplacement.isKnown())
      assume({.Kind = AssumptionKind::BlockReplacement});
    In.Latency = Eq.equation("lat", "cycles", "VG (5.1)",
                             maximum<Number>(1.0, *Path + Replacement));
    return Error::success();
  }

  /// The calibration \p Own as the equations' \p Name; faithful has one for
  /// all.
  Number lambda(const char *Name, HardwareNumber GpuSpec::*Own,
                AssumptionKind Missing) {
    HardwareNumber GpuSpec::*Member =
        IsFaithful ? &GpuSpec::LambdaCompute : Own;
    const HardwareNumber &Given = Gpu.*Member;
    bool IsGiven = Given.isKnown() && Given.Value > 0;
    bool IsOwn = Member == Own;
    if (!IsGiven && IsOwn)
      assume({.Kind = Missing});
    return Eq.stated(Name, IsGiven ? Given.Value : 1, Member);
  }

  void units() {
    Number Compute = lambda("lambda_compute", &GpuSpec::LambdaCompute,
                            AssumptionKind::LambdaCompute);
    Number Memory = lambda("lambda_memory", &GpuSpec::LambdaMemory,
                           AssumptionKind::LambdaMemory);
    In.LatencyLambda = lambda("lambda_latency", &GpuSpec::LambdaLatency,
                              AssumptionKind::LambdaLatency);
    double All = instructionsPerWarp(Profile);
    auto Ask = [&](Cost Unit, Plain<Number> PerWarp, Plain<Number> PerCycle) {
      In.Units.push_back({Unit, PerWarp, PerCycle, Compute});
    };
    if (!IsModern) {
      Number Cores = Eq.input(
          "INS_CUDA", std::max(0.0, All - memoryInstructionsPerWarp(Profile)),
          "per warp", Origin::Instructions);
      const CountedCode *Code = Profile.Machine.get();
      Number Issued =
          Code ? Eq.input("INS_issued",
                          issuedInstructions(IsFaithful ? IssueCount::Text
                                                        : IssueCount::Corrected,
                                             All, Code->Pairs,
                                             Code->ExecutedPairs),
                          "per warp", Origin::Instructions,
                          IsFaithful ? "less the pairs of the listing"
                                     : "less the pairs as they run")
               : Eq.input("INS_issued", All, "per warp", Origin::Instructions,
                          "none issued in pairs");
      Ask(Cost::ArithmeticThroughput, WarpSize * Cores, Lanes);
      Ask(Cost::IssueSlots, Issued, Schedulers);
    }
    if (!IsFaithful) {
      listLanes(Eq, Profile);
      for (const PipeDemand &Pipe :
           pipeDemands(Profile, Gpu, Gpu.Schedulers, Q.Bound)) {
        bool IsCore = Pipe.Unit == Cost::Fp32 || Pipe.Unit == Cost::Integer ||
                      Pipe.Unit == Cost::IssueSlots;
        if (IsModern || !IsCore)
          Ask(Pipe.Unit,
              Eq.input("asked " + name(Pipe.Unit), Pipe.Cycles,
                       "cycles per warp", askedOrigin(Pipe.Unit)),
              1);
      }
    }
    MemoryTraffic Traffic = memoryTraffic(Profile, Gpu, Q.Bound);
    auto Bus = [&](Cost What, const char *Asked, double Bytes,
                   const char *Given, const Number &Peak) {
      Number PerWarp = Eq.input(Asked, Bytes / Profile.Warps, "bytes per warp",
                                Origin::Caches);
      Number PerCycle = Eq.equation(
          Given, "bytes per cycle and SM", "VG (4.7)",
          bytesPerCycle<Number>(Peak, In.Multiprocessors, In.Clock));
      In.Units.push_back({What, PerWarp, PerCycle, Memory});
    };
    if (IsModern && Gpu.L2Bandwidth > 0)
      Bus(Cost::L2Bandwidth, "L2_bytes", Traffic.L2, "gbw_L2", L2Bandwidth);
    if (IsModern && Profile.Caches.MemoryShare < 1)
      Bus(Cost::L3Bandwidth, "L3_bytes", Traffic.BehindL2, "gbw_L3",
          L3Bandwidth);
    Bus(Cost::DramBandwidth, "GMem_bytes", Traffic.Dram, "gbw", Bandwidth);
    if (!IsFaithful) {
      double Busiest = 0;
      for (const ThroughputUnit<Number> &Unit : In.Units)
        Busiest =
            std::max(Busiest, valueOf(Unit.PerWarp) / valueOf(Unit.PerCycle));
      listRates(Eq, Profile, Gpu.Schedulers, Busiest);
    }
    if (IsModern)
      inTurn();
    if (!Profile.Machine)
      assume({.Kind = AssumptionKind::NoDualIssue});
  }

  /// What is done for the whole GPU, one after the other: atomics in the L2 and
  /// starts of blocks.
  void inTurn() {
    AtomicDemand Asked = atomicDemand(Profile, Gpu, Q.Bound);
    auto Ask = [&](Cost What, double Operations,
                   HardwareNumber GpuSpec::*Given) {
      if (!(Operations > 0) || !(Gpu.*Given > 0))
        return;
      Number PerWarp =
          Eq.input("asked " + name(What), Operations / Profile.Warps,
                   "per warp", Origin::Accesses);
      Number PerCycle =
          Eq.equation("rate " + name(What), "per cycle and SM", "VG (4.7)",
                      Eq.hardware("given " + name(What), Given) /
                          In.Multiprocessors / In.Clock);
      In.Units.push_back({What, PerWarp, PerCycle, 1});
    };
    Ask(Cost::AtomicAddress, Asked.OnOneAddress, Asked.Rate);
    Ask(Cost::AtomicSlice, Asked.SectorsOfSlice, &GpuSpec::AtomicRate);
    Ask(Cost::AtomicSectors, Asked.Sectors, &GpuSpec::AtomicSectorRate);
    if (startsMayBound(Q))
      Ask(Cost::BlockStarts, Q.Shape.Blocks, &GpuSpec::BlockRate);
  }

  /// Cycles in which SMs wait for the busiest one. It has whole blocks, and
  /// whole rounds of them where latency bounds.
  Number tail(const LatencyThroughputResult<Number> &R) {
    Number PerBlock = In.Occupancy / BlocksAtOnce;
    Number Even = In.Warps / In.Multiprocessors;
    Number Busiest =
        R.Cycles * maximum<Number>(1.0, BlocksOfBusiest * PerBlock / Even);
    Number Rounds = roundedUp(BlocksOfBusiest / BlocksAtOnce);
    Busiest = maximum<Number>(Busiest, Rounds * In.Latency / In.LatencyLambda);
    return Eq.equation("tail", "cycles", "modern", Busiest - R.Cycles,
                       "the SM with most blocks, in whole rounds");
  }

  Equations<Number> &Eq;
  const Question &Q;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const bool IsFaithful, IsModern;
  LatencyThroughputInput<Number> In;
  Number WarpSize = 0, SMs = 0, Bandwidth = 0, L3Bandwidth = 0, L2Bandwidth = 0;
  Number Replacement = 0;
  Number Schedulers = 0, Lanes = 0, Overhead = 0;
  Number BlocksOfBusiest = 0, BlocksAtOnce = 0;
  std::vector<Assumption> Assumptions;
};

} // namespace

Expected<double> LatencyThroughputModel::cycles(Equations<double> &Eq,
                                                const Question &Q,
                                                Prediction *P) const {
  return LatencyThroughput<double>(Eq, Q).cycles(P);
}

Expected<Traced> LatencyThroughputModel::cycles(Equations<Traced> &Eq,
                                                const Question &Q,
                                                Prediction *P) const {
  return LatencyThroughput<Traced>(Eq, Q).cycles(P);
}
