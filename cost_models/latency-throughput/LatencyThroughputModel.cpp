//===- LatencyThroughputModel.cpp - Latency or throughput bound -----------===//

#include "cost_models/latency-throughput/LatencyThroughputModel.h"
#include "analysis/sass/Opcodes.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/MachineTimeline.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/common/WarpProgram.h"
#include "cost_models/latency-throughput/LatencyThroughputEquations.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeLatencyThroughput() {
  return std::make_unique<LatencyThroughputModel>();
}

ArrayRef<ModelMode> LatencyThroughputModel::modes() const { return allModes(); }

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

/// Whether anything in \p Code takes the latency \p Of.
bool asksFor(const CountedCode &Code, CodeLatency Of) {
  const SassFunction &Function = *Code.Function;
  return any_of(Code.Flow.Blocks, [&](const CodeBlock &Block) {
    return any_of(
        ArrayRef(Function.Instructions)
            .slice(Block.First, Block.End - Block.First),
        [&](const SassInstruction &I) {
          return opcodeFacts(I.mnemonic(), Function.Architecture).Latency == Of;
        });
  });
}

/// Mean of the loads of global memory, by the levels that answer.
double meanLoadLatency(const WarpProfile &Profile, const WarpTiming &Timing) {
  const double Dram = Timing.LatencyDram;
  const double L2 = Timing.LatencyL2 > 0 ? Timing.LatencyL2 : Dram;
  const double L1 = Timing.LatencyL1 > 0 ? Timing.LatencyL1 : L2;
  auto Share = [](const std::vector<double> &Of, AccessId Id) {
    const double Value = Id < Of.size() ? Of[Id] : 0;
    return std::isfinite(Value) ? std::clamp(Value, 0.0, 1.0) : 0;
  };
  double Sum = 0, Times = 0;
  for (auto [Id, Access] : enumerate(Profile.Kernel->Accesses)) {
    if (pathOf(Access) != AccessPath::Memory ||
        Access.Kind != AccessKind::Load || Id >= Profile.Accesses.size())
      continue;
    const double Runs = Profile.Accesses[Id].WarpExecutions.Value;
    const double H1 = Share(Profile.Caches.L1Hits, Id);
    const double H2 = Share(Profile.Caches.L2Hits, Id);
    Sum += Runs * (H1 * L1 + (1 - H1) * (H2 * L2 + (1 - H2) * Dram));
    Times += Runs;
  }
  return Times > 0 && std::isfinite(Sum / Times) ? Sum / Times : Dram;
}

/// Where what a warp asks of \p Unit comes from.
Origin askedOrigin(Cost Unit) {
  switch (Unit) {
  case Cost::SharedMemory:
  case Cost::ConstantCache:
  case Cost::L1Lines:
  case Cost::L1Bandwidth:
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
    Assumptions.push_back(cacheAssumption(Profile));
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
    WarpTiming Timing;
    Timing.IssueInterval = Gpu.IssueInterval;
    if (!Gpu.IssueInterval.isKnown()) {
      Timing.IssueInterval =
          std::max(1.0, Profile.WarpSize * Gpu.Schedulers / Gpu.Fp32Lanes);
      assume({.Kind = AssumptionKind::IssueInterval,
              .Real = {Timing.IssueInterval}});
    }
    Timing.BranchTaken = Gpu.LatencyBranchTaken;
    Timing.BranchNotTaken = Gpu.LatencyBranchNotTaken;
    Timing.LatencyL1 = Gpu.LatencyL1;
    Timing.LatencyL2 = Gpu.LatencyL2;
    Timing.LatencyDram = Gpu.LatencyGlobal;
    listLatencies(Eq, Profile);
    Eq.stated("issue interval", Timing.IssueInterval, &GpuSpec::IssueInterval);
    Eq.hardware("branch taken", &GpuSpec::LatencyBranchTaken);
    Eq.hardware("branch not taken", &GpuSpec::LatencyBranchNotTaken);
    double Cycles = 0;
    const char *Rule = "t(k) = max(t(k-1) + gap, t(s) + latency), VG 5.2.2";
    if (Profile.Machine) {
      MachineTimeline Timeline = machinePath(Timing);
      Cycles = Timeline.Cycles;
      if (Timeline.ByControlCodes)
        Rule = "t(k) = max(t(k-1) + stall, barriers of k), control codes";
      for (const std::string &Note : Timeline.Notes)
        assume({.Kind = AssumptionKind::WarpLatency, .Detail = Note});
    } else {
      auto Program = warpProgram(Profile, Gpu, Timing, Q.Bound);
      if (!Program)
        return Program.takeError();
      WarpTimeline Timeline = warpTimeline(Program->Graph, Program->Costs);
      append_range(Assumptions, Program->Assumptions);
      for (const std::string &Note : Timeline.Notes)
        assume({.Kind = AssumptionKind::WarpLatency, .Detail = Note});
      Cycles = Timeline.Cycles;
    }
    if (!Gpu.BlockReplacement.isKnown())
      assume({.Kind = AssumptionKind::BlockReplacement});
    Number Path =
        Eq.input("critical_path", Cycles, "cycles", Origin::WarpTiming, Rule);
    In.Latency = Eq.equation("lat", "cycles", "VG (5.1)",
                             maximum<Number>(1.0, Path + Replacement));
    return Error::success();
  }

  /// The way through the listing's code. Faithful follows registers, as the
  /// thesis does; the others the control codes, where there are any.
  MachineTimeline machinePath(const WarpTiming &Timing) {
    auto Known = [&](const HardwareNumber &Given, AssumptionKind Kind) {
      if (Given.isKnown() && Given.Value > 0)
        return Given.Value;
      assume({.Kind = Kind, .Whole = {std::lround(Gpu.LatencyAlu.Value)}});
      return Gpu.LatencyAlu.Value;
    };
    auto Runs = [&](CodeLatency Of) { return asksFor(*Profile.Machine, Of); };
    MachineTiming Of;
    Of.Alu = Of.Multiply = Of.Sfu = Of.Fp64 = Of.Shared = Gpu.LatencyAlu;
    if (Gpu.LatencyIntMultiply > 0)
      Of.Multiply = Gpu.LatencyIntMultiply;
    if (Runs(CodeLatency::Sfu))
      Of.Sfu = Known(Gpu.LatencySfu, AssumptionKind::LatencySfu);
    if (Runs(CodeLatency::Fp64))
      Of.Fp64 = Known(Gpu.LatencyFp64, AssumptionKind::LatencyFp64);
    if (Runs(CodeLatency::Shared))
      Of.Shared = Known(Gpu.LatencyShared, AssumptionKind::LatencyShared);
    Of.Global = meanLoadLatency(Profile, Timing);
    Of.IssueInterval = Timing.IssueInterval;
    Of.BranchTaken = Timing.BranchTaken;
    Of.BranchNotTaken = Timing.BranchNotTaken;
    Of.ByControlCodes = !IsFaithful;
    return machineTimeline(*Profile.Machine, Of);
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
    Bus(Cost::DramBandwidth, "GMem_bytes", Traffic.Dram, "gbw", Bandwidth);
    if (!IsFaithful) {
      double Busiest = 0;
      for (const ThroughputUnit<Number> &Unit : In.Units)
        Busiest =
            std::max(Busiest, valueOf(Unit.PerWarp) / valueOf(Unit.PerCycle));
      listRates(Eq, Profile, Gpu.Schedulers, Busiest);
    }
    if (IsModern)
      atomics();
    if (!Profile.Machine)
      assume({.Kind = AssumptionKind::NoDualIssue});
  }

  /// What the L2 does for the whole GPU, one after the other.
  void atomics() {
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
  Number WarpSize = 0, SMs = 0, Bandwidth = 0, L2Bandwidth = 0, Replacement = 0;
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
