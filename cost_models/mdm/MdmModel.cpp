//===- MdmModel.cpp - GPUMech and the memory divergence model -------------===//

#include "cost_models/mdm/MdmModel.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/common/WarpProgram.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

ArrayRef<ModelMode> MdmModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Faithful};
  return Modes;
}

ModelId kernelcast::modelOf(MdmVariant Variant) {
  constexpr ModelId Models[NumMdmVariants] = {
      ModelId::GpuMech, ModelId::GpuMechPlus, ModelId::MdmQueue,
      ModelId::MdmMshr, ModelId::Mdm};
  return Models[static_cast<unsigned>(Variant)];
}

namespace {

/// A launch in the terms of the equations.
struct Setting {
  MdmMachine Machine;
  double Warps = 0;            ///< W, resident on an SM
  double Instructions = 0;     ///< of all warps of the launch
  WarpTimeline Representative; ///< of the chosen cluster
  double RepresentedShare = 1; ///< of the warps in that cluster
  unsigned Kinds = 1;          ///< of warps
  Ceiling Floor;               ///< of the busiest resource
  double LaunchCycles = 0;
  std::vector<Assumption> Assumptions;
};

class SettingBuilder {
public:
  SettingBuilder(StringRef Model, const WarpProfile &Profile,
                 const GpuSpec &Gpu, ModelMode Mode, FactBound Bound)
      : Model(Model), Profile(Profile), Gpu(Gpu),
        IsModern(Mode == ModelMode::Modern), Bound(Bound) {}

  Expected<Setting> build() {
    if (Error E = requireNumbers(Model, Gpu,
                                 {&GpuSpec::Multiprocessors, &GpuSpec::Clock,
                                  &GpuSpec::Fp32Lanes, &GpuSpec::Schedulers,
                                  &GpuSpec::DramBandwidth, &GpuSpec::LatencyAlu,
                                  &GpuSpec::LatencyGlobal}))
      return E;
    auto Launch = launchShape(Model, Profile);
    if (!Launch)
      return Launch.takeError();
    machine(*Launch);
    if (Error E = warps())
      return E;
    S.Assumptions.push_back(cacheAssumption(Profile));
    if (IsModern) {
      S.Floor =
          highestCeiling({Profile, Gpu, ModelMode::Modern, Bound, *Launch});
      S.LaunchCycles = std::max(0.0, Gpu.LaunchOverhead * Gpu.Clock);
    }
    return std::move(S);
  }

private:
  double known(const HardwareNumber &Number, double Otherwise,
               AssumptionKind Kind) {
    if (Number.isKnown() && Number.Value > 0)
      return Number;
    S.Assumptions.push_back({.Kind = Kind, .Real = {Otherwise}});
    return Otherwise;
  }

  void machine(const LaunchShape &Launch) {
    MdmMachine &M = S.Machine;
    M.Clock = Gpu.Clock;
    M.Multiprocessors = Gpu.Multiprocessors;
    S.Warps = Launch.WarpsPerSM;
    if (IsModern) {
      M.Multiprocessors = std::min(M.Multiprocessors, Launch.Blocks);
      S.Warps =
          std::min(S.Warps, std::ceil(Launch.Blocks / Gpu.Multiprocessors) *
                                Launch.WarpsPerBlock);
    }
    M.MissRegisters =
        known(Gpu.MissRegisters, 128, AssumptionKind::MissRegisters);
    M.LineBytes = known(Gpu.LineBytes, 128, AssumptionKind::RequestBytes);
    constexpr double PortBytes = 64;
    M.NocBandwidth =
        known(Gpu.L2Bandwidth, PortBytes * Gpu.Multiprocessors * Gpu.Clock,
              AssumptionKind::NocBandwidth);
    M.DramBandwidth = Gpu.DramBandwidth;
    M.DramLatency = Gpu.LatencyGlobal;
    M.LlcLatency = Gpu.LatencyL2;
    // GPU files have the latency of a load; as printed, (6) adds the two
    // levels, the authors' program does not.
    if (IsModern || !(Gpu.LatencyL2 > 0))
      M.DramLatency = std::max(0.0, Gpu.LatencyGlobal - Gpu.LatencyL2);
    M.LlcMissRate = l2MissRate(Profile);
    double Slots = Gpu.Schedulers * std::max(1.0, Gpu.IssuePerScheduler.Value);
    M.IssueRate = std::min(Slots, Gpu.Fp32Lanes / Profile.WarpSize);
  }

  /// Walks every kind of warp and chooses the representative.
  Error warps() {
    WarpTiming Timing;
    Timing.IssueInterval = 1 / S.Machine.IssueRate;
    Timing.LatencyL1 = Gpu.LatencyL1;
    Timing.LatencyL2 = S.Machine.LlcLatency;
    Timing.LatencyDram = S.Machine.LlcLatency + S.Machine.DramLatency;
    auto Program = warpProgram(Profile, Gpu, Timing, Bound);
    if (!Program)
      return createStringError(Model + ": " + toString(Program.takeError()));
    append_range(S.Assumptions, Program->Assumptions);
    std::vector<WarpTimeline> Timelines;
    std::vector<WarpFeatures> Features;
    for (const WarpKind &Kind : warpKinds(Program->Graph)) {
      WarpTimeline T = warpTimeline(Program->Graph, Program->Costs, Kind.Ways);
      if (!(T.Instructions > 0)) { // Who does nothing still ends.
        T.Intervals = {WarpInterval{1}};
        T.Instructions = 1;
      }
      double Cycles = T.Cycles + Timing.IssueInterval;
      Features.push_back({T.Instructions / Cycles, T.Instructions, Kind.Share});
      Timelines.push_back(std::move(T));
    }
    S.Instructions =
        Profile.Warps * std::max(1.0, instructionsPerWarp(Profile));
    auto Clusters =
        clusterWarps(Features, IsModern ? ClusterChoice::MostInstructions
                                        : ClusterChoice::MostWarps);
    if (!Clusters)
      return createStringError(Model + ": " + toString(Clusters.takeError()));
    S.Kinds = Timelines.size();
    S.RepresentedShare = Clusters->Weights[Clusters->Chosen];
    S.Representative = std::move(Timelines[Clusters->Representative]);
    for (const std::string &Note : S.Representative.Notes)
      S.Assumptions.push_back(
          {.Kind = AssumptionKind::WarpIntervals, .Detail = Note});
    return Error::success();
  }

  StringRef Model;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  bool IsModern;
  FactBound Bound;
  Setting S;
};

struct Evaluation {
  MdmResult Result;
  double ModelCycles = 0; ///< instructions / (IPC * SMs)
  double Cycles = 0;      ///< with floor and launch
};

Expected<Evaluation>
evaluate(StringRef Model, const Setting &S, MdmVariant Variant,
         WarpScheduling Policy = WarpScheduling::RoundRobin) {
  auto R = mdm(S.Machine, Variant, Policy, S.Representative.Intervals, S.Warps);
  if (!R)
    return createStringError(Model + ": " + toString(R.takeError()));
  Evaluation E;
  E.Result = *R;
  E.ModelCycles = S.Instructions / (R->Ipc * S.Machine.Multiprocessors);
  E.Cycles = std::max(E.ModelCycles, S.Floor.Cycles) + S.LaunchCycles;
  if (!std::isfinite(E.Cycles))
    return createStringError(Model + ": the numbers of this launch are too "
                                     "large");
  return E;
}

/// The CPI stack in cycles of the launch, largest first.
SmallVector<BreakdownItem, 8> breakdown(const Setting &S, const Evaluation &E) {
  const MdmResult &R = E.Result;
  // What a cycle per instruction of one warp means for the launch.
  double Scale = S.Instructions / (S.Warps * S.Machine.Multiprocessors);
  double Issue = 1 / S.Machine.IssueRate;
  double Stack = R.Cpi.total() * Scale;
  double IssueBound = std::max(0.0, E.ModelCycles - Stack);
  SmallVector<BreakdownItem, 8> Items = {
      {Cost::InstructionIssue, Issue * Scale + IssueBound},
      {Cost::WarpStalls, std::max(0.0, R.Cpi.Base - Issue) * Scale},
      {Cost::OtherWarps, R.Cpi.Multithread * Scale},
      {Cost::NetworkOnChip, R.Cpi.Noc * Scale},
      {Cost::DramQueue, R.Cpi.Dram * Scale},
      {Cost::MissRegisters, R.Cpi.Mshr * Scale}};
  if (E.Cycles - S.LaunchCycles > E.ModelCycles)
    Items.push_back(
        {S.Floor.Resource, E.Cycles - S.LaunchCycles - E.ModelCycles});
  if (S.LaunchCycles > 0)
    Items.push_back({Cost::KernelLaunch, S.LaunchCycles});
  stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  return Items;
}

} // namespace

Expected<Prediction> MdmModel::predict(const WarpProfile &Profile,
                                       const GpuSpec &Gpu, ModelMode Mode,
                                       Detail Asked) const {
  auto Build = [&](FactBound Bound) {
    return SettingBuilder(name(), Profile, Gpu, Mode, Bound).build();
  };
  auto S = Build(FactBound::Value);
  if (!S)
    return S.takeError();
  auto E = evaluate(name(), *S, Variant);
  if (!E)
    return E.takeError();
  Prediction P = start(Mode, Gpu, E->Cycles, Gpu.Clock);
  P.Assumptions = S->Assumptions;
  P.Breakdown = breakdown(*S, *E);
  P.Bottleneck = P.Breakdown.front().What;
  MdmStory Story;
  Story.Warps = S->Warps;
  Story.Instructions = S->Instructions;
  Story.Kinds = S->Kinds;
  Story.RepresentedShare = S->RepresentedShare;
  Story.ModelCycles = E->ModelCycles;
  Story.Floor = S->Floor;
  Story.LaunchCycles = S->LaunchCycles;
  auto Greedy = evaluate(name(), *S, Variant, WarpScheduling::GreedyThenOldest);
  if (Greedy)
    Story.GreedyCycles = Greedy->ModelCycles;
  else
    consumeError(Greedy.takeError());
  if (Asked != Detail::Time)
    P.Quantities = explain(Story, S->Machine, Variant, S->Representative,
                           E->Result, Profile, Gpu, Mode);
  if (!hasBounds(Profile))
    return P;
  widen(P, Gpu.Clock, [&](FactBound Bound) -> Expected<double> {
    auto Other = Build(Bound);
    if (!Other)
      return Other.takeError();
    auto End = evaluate(name(), *Other, Variant);
    if (!End)
      return End.takeError();
    return End->Cycles;
  });
  return P;
}
