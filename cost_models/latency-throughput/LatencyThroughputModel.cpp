//===- LatencyThroughputModel.cpp - Latency or throughput bound -----------===//

#include "cost_models/latency-throughput/LatencyThroughputModel.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/common/WarpProgram.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

ArrayRef<ModelMode> LatencyThroughputModel::modes() const { return allModes(); }

namespace {

/// A launch in the terms of the equations.
struct Setting {
  LatencyThroughputInput In;
  WarpTimeline Timeline;
  double BlockReplacement = 0; ///< cycles
  double IssueInterval = 0;    ///< cycles
  double BlocksOfBusiestSM = 0, ResidentBlocks = 0;
  bool CountTail = false;
  double LaunchCycles = 0;
  std::vector<Assumption> Assumptions;
};

struct Evaluation {
  LatencyThroughputResult Result;
  double TailCycles = 0; ///< of SMs that wait for the busiest one
  double Cycles = 0;     ///< with tail and launch
};

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

class SettingBuilder {
public:
  SettingBuilder(const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode,
                 FactBound Bound)
      : Profile(Profile), Gpu(Gpu), Mode(Mode), Bound(Bound) {}

  Expected<Setting> build() {
    if (Error E = requireNumbers("latency-throughput", Gpu,
                                 {&GpuSpec::Multiprocessors, &GpuSpec::Clock,
                                  &GpuSpec::Fp32Lanes, &GpuSpec::Schedulers,
                                  &GpuSpec::DramBandwidth, &GpuSpec::LatencyAlu,
                                  &GpuSpec::LatencyGlobal}))
      return E;
    auto Launch = launchShape("latency-throughput", Profile);
    if (!Launch)
      return Launch.takeError();
    shape(*Launch);
    if (Error E = latency())
      return E;
    units();
    if (Mode == ModelMode::Modern && Gpu.LaunchOverhead > 0)
      S.LaunchCycles = Gpu.LaunchOverhead * Gpu.Clock;
    S.Assumptions.push_back(cacheAssumption(Profile));
    return std::move(S);
  }

private:
  bool isFaithful() const { return Mode == ModelMode::Faithful; }

  void shape(const LaunchShape &Launch) {
    LatencyThroughputInput &In = S.In;
    In.Clock = Gpu.Clock;
    In.Warps = Launch.Warps;
    In.Multiprocessors = Gpu.Multiprocessors;
    In.Occupancy = Launch.WarpsPerSM;
    S.ResidentBlocks = Launch.BlocksPerSM;
    S.BlocksOfBusiestSM = std::ceil(Launch.Blocks / Gpu.Multiprocessors);
    if (isFaithful())
      return;
    In.Multiprocessors = std::min(In.Multiprocessors, Launch.Blocks);
    S.ResidentBlocks = std::min(S.ResidentBlocks, S.BlocksOfBusiestSM);
    In.Occupancy = S.ResidentBlocks * Launch.WarpsPerBlock;
    S.CountTail = Mode == ModelMode::Modern;
  }

  void assume(Assumption Entry) { S.Assumptions.push_back(std::move(Entry)); }

  Error latency() {
    WarpTiming Timing;
    Timing.IssueInterval = Gpu.IssueInterval;
    if (!Gpu.IssueInterval.isKnown()) {
      Timing.IssueInterval =
          std::max(1.0, Profile.WarpSize * Gpu.Schedulers / Gpu.Fp32Lanes);
      assume({.Kind = AssumptionKind::IssueInterval,
              .Real = {Timing.IssueInterval}});
    }
    S.IssueInterval = Timing.IssueInterval;
    Timing.BranchTaken = Gpu.LatencyBranchTaken;
    Timing.BranchNotTaken = Gpu.LatencyBranchNotTaken;
    Timing.LatencyL1 = Gpu.LatencyL1;
    Timing.LatencyL2 = Gpu.LatencyL2;
    Timing.LatencyDram = Gpu.LatencyGlobal;
    auto Program = warpProgram(Profile, Gpu, Timing, Bound);
    if (!Program)
      return createStringError("latency-throughput: " +
                               toString(Program.takeError()));
    S.Timeline = warpTimeline(Program->Graph, Program->Costs);
    append_range(S.Assumptions, Program->Assumptions);
    for (const std::string &Note : S.Timeline.Notes)
      assume({.Kind = AssumptionKind::WarpLatency, .Detail = Note});
    S.BlockReplacement = Gpu.BlockReplacement;
    if (!Gpu.BlockReplacement.isKnown())
      assume({.Kind = AssumptionKind::BlockReplacement});
    S.In.Latency = std::max(1.0, S.Timeline.Cycles + S.BlockReplacement);
    return Error::success();
  }

  double lambda(const HardwareNumber &Number, AssumptionKind Kind) {
    const HardwareNumber &Used = isFaithful() ? Gpu.LambdaCompute : Number;
    if (Used.isKnown() && Used.Value > 0)
      return Used;
    assume({.Kind = Kind});
    return 1;
  }

  void units() {
    double Compute = lambda(Gpu.LambdaCompute, AssumptionKind::LambdaCompute);
    double Memory = Compute, Latency = Compute;
    if (!isFaithful()) {
      Memory = lambda(Gpu.LambdaMemory, AssumptionKind::LambdaMemory);
      Latency = lambda(Gpu.LambdaLatency, AssumptionKind::LambdaLatency);
    }
    S.In.LatencyLambda = Latency;
    double All = instructionsPerWarp(Profile);
    double Cores = std::max(0.0, All - memoryInstructionsPerWarp(Profile));
    if (Mode != ModelMode::Modern) {
      S.In.Units.push_back({Cost::ArithmeticThroughput,
                            Profile.WarpSize * Cores, Gpu.Fp32Lanes, Compute});
      S.In.Units.push_back({Cost::IssueSlots, All, Gpu.Schedulers, Compute});
    }
    if (!isFaithful())
      for (const PipeDemand &Pipe :
           pipeDemands(Profile, Gpu, Gpu.Schedulers, Bound)) {
        bool IsCore = Pipe.Unit == Cost::Fp32 || Pipe.Unit == Cost::Integer ||
                      Pipe.Unit == Cost::IssueSlots;
        if (Mode == ModelMode::Modern || !IsCore)
          S.In.Units.push_back({Pipe.Unit, Pipe.Cycles, 1, Compute});
      }
    auto Bus = [&](Cost What, double Bytes, double Bandwidth) {
      S.In.Units.push_back(
          {What, Bytes / Profile.Warps,
           bytesPerCycle(Bandwidth, S.In.Multiprocessors, S.In.Clock), Memory});
    };
    MemoryTraffic Bytes = memoryTraffic(Profile, Gpu, Bound);
    if (Mode == ModelMode::Modern && Gpu.L2Bandwidth > 0)
      Bus(Cost::L2Bandwidth, Bytes.L2, Gpu.L2Bandwidth);
    Bus(Cost::DramBandwidth, Bytes.Dram, Gpu.DramBandwidth);
    assume({.Kind = AssumptionKind::NoDualIssue});
  }

  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  ModelMode Mode;
  FactBound Bound;
  Setting S;
};

Expected<Evaluation> evaluate(const Setting &S) {
  auto R = latencyThroughput(S.In);
  if (!R)
    return createStringError("latency-throughput: " + toString(R.takeError()));
  Evaluation E;
  E.Result = *R;
  if (S.CountTail) {
    // The busiest SM has whole blocks, and whole rounds where latency bounds.
    double PerBlock = S.In.Occupancy / S.ResidentBlocks;
    double Even = S.In.Warps / S.In.Multiprocessors;
    double Cycles =
        R->Cycles * std::max(1.0, S.BlocksOfBusiestSM * PerBlock / Even);
    double Rounds = std::ceil(S.BlocksOfBusiestSM / S.ResidentBlocks);
    Cycles = std::max(Cycles, Rounds * S.In.Latency / S.In.LatencyLambda);
    E.TailCycles = Cycles - R->Cycles;
  }
  E.Cycles = R->Cycles + E.TailCycles + S.LaunchCycles;
  if (!std::isfinite(E.Cycles))
    return createStringError("latency-throughput: the numbers of this launch "
                             "are too large");
  return E;
}

/// What the reader knows a ceiling by.
Cost plain(Cost Limiter) {
  return Limiter == Cost::IssueSlots ? Cost::InstructionIssue : Limiter;
}

} // namespace

Expected<Prediction> LatencyThroughputModel::predict(const WarpProfile &Profile,
                                                     const GpuSpec &Gpu,
                                                     ModelMode Mode,
                                                     Detail Asked) const {
  auto S = SettingBuilder(Profile, Gpu, Mode, FactBound::Value).build();
  if (!S)
    return S.takeError();
  auto E = evaluate(*S);
  if (!E)
    return E.takeError();
  Prediction P = start(Mode, Gpu, E->Cycles, Gpu.Clock);
  P.Assumptions = S->Assumptions;
  // Only the lowest ceiling costs time.
  P.Breakdown.push_back(
      {plain(E->Result.limiter(S->In.Units)), E->Result.Cycles});
  P.Bottleneck = P.Breakdown.front().What;
  if (S->CountTail)
    P.Breakdown.push_back({Cost::LaunchTail, E->TailCycles});
  if (S->LaunchCycles > 0)
    P.Breakdown.push_back({Cost::KernelLaunch, S->LaunchCycles});
  stable_sort(P.Breakdown, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  LatencyThroughputStory Story;
  Story.CriticalPath = S->Timeline.Cycles;
  Story.BlockReplacement = S->BlockReplacement;
  Story.IssueInterval = S->IssueInterval;
  Story.CoreInstructions =
      instructionsPerWarp(Profile) - memoryInstructionsPerWarp(Profile);
  Story.BlocksOfBusiestSM = S->BlocksOfBusiestSM;
  Story.ResidentBlocks = S->ResidentBlocks;
  if (S->CountTail)
    Story.TailCycles = E->TailCycles;
  Story.LaunchCycles = S->LaunchCycles;
  if (Asked != Detail::Time)
    P.Quantities = explain(Story, S->In, E->Result, Profile, Gpu, Mode);
  if (!hasBounds(Profile))
    return P;
  widen(P, Gpu.Clock, [&](FactBound Bound) -> Expected<double> {
    auto Other = SettingBuilder(Profile, Gpu, Mode, Bound).build();
    if (!Other)
      return Other.takeError();
    auto End = evaluate(*Other);
    if (!End)
      return End.takeError();
    return End->Cycles;
  });
  return P;
}
