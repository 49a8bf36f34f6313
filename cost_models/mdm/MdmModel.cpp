//===- MdmModel.cpp - GPUMech and the memory divergence model -------------===//

#include "cost_models/mdm/MdmModel.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/common/WarpKinds.h"
#include "cost_models/common/WarpProgram.h"
#include "cost_models/roofline/Ceilings.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeMdm() {
  return std::make_unique<MdmModel>(MdmVariant::Mdm);
}

std::unique_ptr<CostModel> kernelcast::makeGpuMech() {
  return std::make_unique<MdmModel>(MdmVariant::GpuMech);
}

std::unique_ptr<CostModel> kernelcast::makeGpuMechPlus() {
  return std::make_unique<MdmModel>(MdmVariant::GpuMechPlus);
}

std::unique_ptr<CostModel> kernelcast::makeMdmQueue() {
  return std::make_unique<MdmModel>(MdmVariant::Queue);
}

std::unique_ptr<CostModel> kernelcast::makeMdmMshr() {
  return std::make_unique<MdmModel>(MdmVariant::Mshr);
}

ModelId kernelcast::modelOf(MdmVariant Variant) {
  constexpr ModelId Ids[NumMdmVariants] = {
      ModelId::GpuMech, ModelId::GpuMechPlus, ModelId::MdmQueue,
      ModelId::MdmMshr, ModelId::Mdm};
  return Ids[static_cast<unsigned>(Variant)];
}

ArrayRef<ModelMode> MdmModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Modern, ModelMode::Faithful};
  return Modes;
}

ArrayRef<Premise> MdmModel::premises() const {
  static constexpr Premise Premises[] = {
      Premise::KnownCounts, Premise::KnownAddresses, Premise::NvidiaGpu,
      Premise::FullRound};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> MdmModel::needed() const {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock,         &GpuSpec::Fp32Lanes,
      &GpuSpec::Schedulers,      &GpuSpec::DramBandwidth, &GpuSpec::LatencyAlu,
      &GpuSpec::LatencyGlobal};
  return Needed;
}

namespace {

template <typename Number> class DivergenceModel {
public:
  DivergenceModel(Equations<Number> &Eq, const Question &Q, MdmVariant Variant)
      : Eq(Eq), Q(Q), Profile(Q.Profile), Gpu(Q.Gpu), Variant(Variant),
        IsModern(Q.Mode == ModelMode::Modern) {}

  Expected<Number> cycles(Prediction *P) {
    machine();
    if (Error E = representative())
      return E;
    auto R = mdm(Eq, M, Variant, WarpScheduling::RoundRobin, Intervals, Warps);
    if (!R)
      return R.takeError();
    Number PerWarp =
        Eq.input("insts_warp", std::max(1.0, instructionsPerWarp(Profile)),
                 "per warp", Origin::Instructions);
    Instructions =
        Eq.equation("instructions", "", "of all warps", Launched * PerWarp);
    Kernel = Eq.equation("CYC_kernel", "cycles", "instructions / (IPC SMs)",
                         kernelCycles(R->Ipc));
    if (Eq.isRecorded())
      compareGreedy();
    Number Cycles = Kernel;
    if (IsModern) {
      Floor = highestCeiling(Q);
      Cycles = maximum<Number>(Cycles, floor());
      Bound = valueOf(Cycles);
      Cycles += Launch = launchCycles(Eq, Overhead, M.Clock, "overhead f");
    }
    if (P)
      fill(*P, *R);
    return Cycles;
  }

private:
  /// The number \p Member of the GPU file, which need not have it.
  Number orAssumed(const char *Name, HardwareNumber GpuSpec::*Member,
                   double Otherwise, AssumptionKind Kind) {
    const HardwareNumber &N = Gpu.*Member;
    if (!N.isKnown() || !(N.Value > 0))
      Assumptions.push_back({.Kind = Kind, .Real = {Otherwise}});
    return Eq.hardware(Name, Member, Otherwise);
  }

  void machine() {
    WarpSize = Eq.input("warp", Profile.WarpSize, "lanes", Origin::WarpSize);
    Number Lanes = Eq.hardware("lanes", &GpuSpec::Fp32Lanes);
    Schedulers = Eq.hardware("schedulers", &GpuSpec::Schedulers);
    Number Given = Eq.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    Width = maximum<Number>(1.0, Given);
    M.Clock = Eq.hardware("f", &GpuSpec::Clock);
    Number SMs = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
    M.MissRegisters = orAssumed("MSHR", &GpuSpec::MissRegisters, 128,
                                AssumptionKind::MissRegisters);
    M.LineBytes = orAssumed("line", &GpuSpec::LineBytes, 128,
                            AssumptionKind::RequestBytes);
    constexpr double PortBytes = 64; // of an SM's port to the network
    M.NocBandwidth = orAssumed("B_noc", &GpuSpec::L2Bandwidth,
                               PortBytes * Gpu.Multiprocessors * Gpu.Clock,
                               AssumptionKind::NocBandwidth);
    M.DramBandwidth = Eq.hardware("B_dram", &GpuSpec::DramBandwidth);
    M.LlcLatency = Eq.hardware("L_llc", &GpuSpec::LatencyL2);
    Number Load = Eq.hardware("L_load", &GpuSpec::LatencyGlobal);
    if (IsModern && Gpu.StartAndDrain > 0)
      Overhead = Eq.hardware("overhead", &GpuSpec::StartAndDrain);
    listLatencies(Eq, Profile);
    if (IsModern) {
      listLanes(Eq, Profile);
      listRates(Eq, Profile, std::max(1.0, Gpu.Schedulers.Value));
    }

    Number Blocks = Eq.input("blocks", Q.Shape.Blocks, "", Origin::Launch);
    Launched = Eq.input("warps", Q.Shape.Warps, "", Origin::Launch);
    Number Resident = Eq.input("W_resident", Q.Shape.WarpsPerSM, "warps per SM",
                               Origin::Residency);
    if (IsModern) {
      Number PerBlock = Eq.input("warps_block", Q.Shape.WarpsPerBlock, "warps",
                                 Origin::Launch);
      Warps = Eq.equation(
          "W", "warps per SM", "modern",
          minimum<Number>(Resident, roundedUp(Blocks / SMs) * PerBlock));
      M.Multiprocessors =
          Eq.equation("SMs_active", "", "modern", minimum<Number>(SMs, Blocks));
    } else {
      Warps = Eq.equation("W", "warps per SM", "resident", Resident);
      M.Multiprocessors = SMs;
    }
    M.IssueRate =
        Eq.equation("IR", "per cycle", "issue rate",
                    minimum<Number>(Schedulers * Width, Lanes / WarpSize));
    M.LlcMissRate = Eq.input("missrate", l2MissRate(Profile), "",
                             Origin::Caches, "of the requests to the L2");
    // GPU files have the latency of a load; as printed, (6) adds the two
    // levels, the authors' program does not.
    M.DramLatency =
        IsModern || !(Gpu.LatencyL2 > 0)
            ? Eq.equation("L_dram_min", "cycles", "beyond the LLC",
                          maximum<Number>(0.0, Load - M.LlcLatency))
            : Eq.equation("L_dram_min", "cycles", "as printed", Load);
  }

  /// Walks every kind of warp and chooses the representative.
  Error representative() {
    WarpTiming Timing;
    Timing.IssueInterval = 1 / valueOf(M.IssueRate);
    Timing.LatencyL1 = Gpu.LatencyL1;
    Timing.LatencyL2 = Gpu.LatencyL2;
    Timing.LatencyDram = valueOf(M.LlcLatency) + valueOf(M.DramLatency);
    auto Program = warpProgram(Profile, Gpu, Timing, Q.Bound);
    if (!Program)
      return Program.takeError();
    append_range(Assumptions, Program->Assumptions);
    std::vector<WarpTimeline> Timelines;
    std::vector<WarpFeatures> Features;
    for (const WarpKind &Kind : warpKinds(Program->Graph)) {
      WarpTimeline T = warpTimeline(Program->Graph, Program->Costs, Kind.Ways);
      if (!(T.Instructions > 0)) { // a warp that does nothing still ends
        T.Intervals = {WarpInterval{1}};
        T.Instructions = 1;
      }
      double Cycles = T.Cycles + Timing.IssueInterval;
      Features.push_back({T.Instructions / Cycles, T.Instructions, Kind.Share});
      Timelines.push_back(std::move(T));
    }
    auto Clusters =
        clusterWarps(Features, IsModern ? ClusterChoice::MostInstructions
                                        : ClusterChoice::MostWarps);
    if (!Clusters)
      return Clusters.takeError();
    if (Eq.isRecorded())
      Eq.input("warp_kinds", Timelines.size(), "", Origin::Instructions,
               formatted("k-means: the representative's cluster has %.3g %% of "
                         "the warps",
                         100 * Clusters->Weights[Clusters->Chosen]));
    WarpTimeline &Chosen = Timelines[Clusters->Representative];
    for (const std::string &Note : Chosen.Notes)
      Assumptions.push_back(
          {.Kind = AssumptionKind::WarpIntervals, .Detail = Note});
    Intervals = std::move(Chosen.Intervals);
    return Error::success();
  }

  Number kernelCycles(const Number &Ipc) const {
    return Instructions / (Ipc * M.Multiprocessors);
  }

  /// Had the SMs issued greedy then oldest.
  void compareGreedy() {
    Equations<Number> Silent(Gpu);
    auto Other = mdm(Silent, M, Variant, WarpScheduling::GreedyThenOldest,
                     Intervals, Warps);
    if (!Other)
      return consumeError(Other.takeError());
    Eq.outcome("CYC_gto", "cycles", "GPUMech, greedy then oldest",
               valueOf(kernelCycles(Other->Ipc)),
               "for comparison: CYC_kernel under that policy");
  }

  /// The ceiling of the busiest resource.
  Number floor() {
    CeilingInputs<Number> In;
    In.Clock = M.Clock;
    In.DramBandwidth = M.DramBandwidth;
    In.L3Bandwidth = Q.Gpu.L3Bandwidth.Value;
    In.L2Bandwidth = M.NocBandwidth; // the file's, where it is a ceiling
    In.Warps = Launched;
    In.BusySMs = M.Multiprocessors;
    In.WarpSize = WarpSize;
    In.IssuesPerCycle = Schedulers * Width;
    return ceiling(Eq, Floor.Resource, Q, In, "CYC_floor");
  }

  /// The CPI stack in cycles of the launch.
  void fill(Prediction &P, const MdmResult<Number> &R) {
    assumeCaches(Profile, Assumptions);
    P.Assumptions = std::move(Assumptions);
    // What a cycle per instruction of one warp means for the launch.
    double Scale =
        valueOf(Instructions) / (valueOf(Warps) * valueOf(M.Multiprocessors));
    double Issue = 1 / valueOf(M.IssueRate);
    double Stack = valueOf(R.Cpi.total()) * Scale, Model = valueOf(Kernel);
    double IssueBound = std::max(0.0, Model - Stack);
    P.Breakdown = {
        {Cost::InstructionIssue, Issue * Scale + IssueBound},
        {Cost::WarpStalls, std::max(0.0, valueOf(R.Cpi.Base) - Issue) * Scale},
        {Cost::OtherWarps, valueOf(R.Cpi.Multithread) * Scale},
        {Cost::NetworkOnChip, valueOf(R.Cpi.Noc) * Scale},
        {Cost::DramQueue, valueOf(R.Cpi.Dram) * Scale},
        {Cost::MissRegisters, valueOf(R.Cpi.Mshr) * Scale}};
    if (Bound > Model)
      P.Breakdown.push_back({Floor.Resource, Bound - Model});
    if (valueOf(Launch) > 0)
      P.Breakdown.push_back({Cost::KernelLaunch, valueOf(Launch)});
  }

  Equations<Number> &Eq;
  const Question &Q;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const MdmVariant Variant;
  const bool IsModern;
  MdmMachine<Number> M;
  Number WarpSize = 0, Schedulers = 0, Width = 1, Overhead = 0;
  Number Launched = 0;                 ///< warps of the launch
  Number Warps = 0;                    ///< W
  std::vector<WarpInterval> Intervals; ///< of the representative
  Number Instructions = 0;             ///< of all warps
  Number Kernel = 0, Launch = 0;       ///< cycles
  Ceiling Floor;
  double Bound = 0; ///< cycles of the kernel, with the floor
  std::vector<Assumption> Assumptions;
};

} // namespace

Expected<double> MdmModel::cycles(Equations<double> &Eq, const Question &Q,
                                  Prediction *P) const {
  return DivergenceModel<double>(Eq, Q, Variant).cycles(P);
}

Expected<Traced> MdmModel::cycles(Equations<Traced> &Eq, const Question &Q,
                                  Prediction *P) const {
  return DivergenceModel<Traced>(Eq, Q, Variant).cycles(P);
}
