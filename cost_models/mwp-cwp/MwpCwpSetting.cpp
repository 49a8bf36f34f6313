//===- MwpCwpSetting.cpp - A launch in the terms of Hong and Kim ----------===//

#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/FirstAccess.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/mwp-cwp/MwpCwpModel.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Sums over the memory instructions of one warp.
struct Traffic {
  double Uncoalesced = 0, Coalesced = 0; ///< executions
  double UncoalescedTransactions = 0, CoalescedTransactions = 0;
  double Requested = 0, Moved = 0, Transactions = 0; ///< bytes

  double executions() const { return Uncoalesced + Coalesced; }
  double transactions() const {
    return UncoalescedTransactions + CoalescedTransactions;
  }
};

Traffic trafficOf(ArrayRef<MemoryInstruction> Memory) {
  Traffic T;
  for (const MemoryInstruction &M : Memory) {
    bool Coalesced = M.isCoalesced();
    (Coalesced ? T.Coalesced : T.Uncoalesced) += M.Executions;
    (Coalesced ? T.CoalescedTransactions : T.UncoalescedTransactions) +=
        M.Executions * M.Transactions;
    T.Requested += M.Executions * M.RequestedBytes;
    T.Moved += M.Executions * M.MovedBytes;
    T.Transactions += M.Executions * M.TransactionBytes;
  }
  return T;
}

class SettingBuilder {
public:
  SettingBuilder(const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode,
                 FactBound Bound, const LaunchShape &Shape)
      : Profile(Profile), Gpu(Gpu), Mode(Mode), Bound(Bound), Shape(Shape),
        Sum(trafficOf(memoryInstructions(Profile, Gpu, Bound))) {}

  Expected<MwpCwpSetting> build() {
    hardware();
    program();
    if (Mode == ModelMode::Modern)
      extend();
    else
      asPrinted();
    if (Setting.Options.L2)
      if (Error E = firstInstructions())
        return E;
    waves();
    return std::move(Setting);
  }

private:
  void assume(AssumptionKind Kind, double Value,
              AssumptionReason Why = AssumptionReason::Only) {
    Setting.Assumptions.push_back(
        {.Kind = Kind, .Reason = Why, .Real = {Value}});
  }

  void hardware() {
    In.MemoryLatency = Gpu.LatencyGlobal;
    In.L2Latency = Gpu.LatencyL2;
    In.Clock = Gpu.Clock;
    In.Bandwidth = Gpu.DramBandwidth;
    In.IssueCycles = Profile.WarpSize / Gpu.Fp32Lanes;
    In.DepartureUncoalesced = Gpu.DepartureUncoalesced;
    In.DepartureCoalesced = Gpu.DepartureCoalesced;
    if (In.DepartureUncoalesced > 0 && In.DepartureCoalesced > 0)
      return;
    double Delay = 1;
    if (Mode == ModelMode::Modern && Gpu.LoadStoreLanes > 0)
      Delay = std::max(1.0, 128 / (4 * Gpu.LoadStoreLanes));
    In.DepartureUncoalesced = In.DepartureCoalesced = Delay;
    assume(AssumptionKind::DepartureDelay, Delay,
           Mode == ModelMode::Modern ? AssumptionReason::WideRequests
                                     : AssumptionReason::WangAndLou);
  }

  void program() {
    In.Uncoalesced = Sum.Uncoalesced;
    In.Coalesced = Sum.Coalesced;
    if (Sum.Uncoalesced > 0)
      In.TransactionsUncoalesced =
          Sum.UncoalescedTransactions / Sum.Uncoalesced;
    if (Sum.Coalesced > 0)
      In.TransactionsCoalesced = Sum.CoalescedTransactions / Sum.Coalesced;
    // A warp issues its accesses, and at least its exit.
    In.Instructions =
        std::max({instructionsPerWarp(Profile), Sum.executions(), 1.0});
    In.Barriers =
        Profile.PerWarp[static_cast<unsigned>(InstructionClass::Barrier)];
    if (!(Sum.executions() > 0))
      return;
    if (Sum.Requested > 0)
      In.LoadBytes = Sum.Requested / Sum.executions();
    if (Sum.Transactions > 0)
      In.TransactionBytes = Sum.Transactions / Sum.transactions();
  }

  void asPrinted() {
    MwpCwpOptions &O = Setting.Options;
    O.L2 = Gpu.LatencyL2 > 0;
    if (Mode == ModelMode::Faithful) {
      // Wang and Lou have no barriers.
      if (O.L2)
        In.Barriers = 0;
      return;
    }
    O.Corrected = O.AllComputation = true;
    O.Bytes = BytesRule::Transactions;
    // Their L2 is all the cache there is.
    O.HitRatio = 1 - cacheHits(Profile).toMemory();
    if (O.L2)
      assume(AssumptionKind::HitRatio, O.HitRatio);
  }

  /// models.md, section 7.
  void extend() {
    auto &Names = Setting.Extensions;
    Setting.Options.Bytes = BytesRule::Transactions;
    Setting.Options.AllComputation = true;
    CacheHits Hits = cacheHits(Profile);
    if (Gpu.LatencyL2 > 0) {
      double L1 = Gpu.LatencyL1 > 0 ? Gpu.LatencyL1 : Gpu.LatencyL2;
      In.MemoryLatency = Hits.L1 * L1 +
                         (Hits.toL2() - Hits.toMemory()) * Gpu.LatencyL2 +
                         Hits.toMemory() * Gpu.LatencyGlobal;
      Names.push_back("mean latency of caches and DRAM");
      assume(AssumptionKind::HitRatioL1, Hits.L1);
      assume(AssumptionKind::HitRatioL2, Hits.L2);
    }
    if (Gpu.DramBandwidth.Confidence != 'M') {
      In.Bandwidth *= ReachedBandwidth;
      Names.push_back("bandwidth that copies reach");
      assume(AssumptionKind::PeakShare, ReachedBandwidth);
    }
    double Issues = std::max(1.0, Gpu.Schedulers.Value);
    auto Demands = pipeDemands(Profile, Gpu, Issues, Bound);
    if (const PipeDemand *Busiest = busiest(Demands)) {
      In.IssueCycles = Busiest->Cycles / In.Instructions;
      Setting.BusiestUnit = Busiest->Unit;
      Names.push_back(
          ("computation by the busiest unit: " + name(Busiest->Unit)).str());
    }
    if (!(Sum.executions() > 0))
      return;
    // [25] lets every barrier wait for a queue of memory requests; of barriers
    // between steps in shared memory, those few wait that follow an access.
    if (In.Barriers > Sum.executions()) {
      In.Barriers = Sum.executions();
      Names.push_back("no more barriers wait for memory than there are "
                      "accesses");
    }
    // Accesses that miss more than the mean may be those with fuller lines.
    MemoryTraffic Least = memoryTraffic(Profile, Gpu, Bound);
    double Bytes = Sum.Moved / Sum.executions();
    double PerInstruction = 1 / (Sum.executions() * Profile.Warps);
    BytesToL2 = std::max(Bytes * Hits.toL2(), Least.L2 * PerInstruction);
    BytesToDram =
        std::max(Bytes * Hits.toMemory(), Least.Dram * PerInstruction);
    if (Gpu.Coalescing == CoalescingRule::Sectors)
      Names.push_back("traffic in sectors");
  }

  /// The level that feeds the fewest warps, in the terms of (6) and (7).
  void tightestLevel(MwpCwpInputs &Wave) {
    double PerInstruction =
        Sum.executions() > 0 ? Sum.transactions() / Sum.executions() : 0;
    if (!(PerInstruction > 0))
      return;
    double Bytes = BytesToDram, Bandwidth = In.Bandwidth;
    Cost Level = Cost::DramBandwidth;
    // Each SM has its own port to the L2.
    double Ports = std::max(Gpu.L2Bandwidth.Value, Gpu.DramBandwidth.Value) *
                   Wave.ActiveSMs / Gpu.Multiprocessors;
    if (Gpu.L2Bandwidth > 0 && BytesToL2 * Bandwidth > Bytes * Ports)
      Bytes = BytesToL2, Bandwidth = Ports, Level = Cost::L2Bandwidth;
    Wave.Bandwidth = Bandwidth;
    Wave.TransactionBytes = std::max(Bytes, 1e-9) / PerInstruction;
    if (Setting.Waves.empty())
      Setting.Bandwidth = Level;
  }

  Error firstInstructions() {
    WorkflowOptions Options;
    Options.Bound = Bound;
    auto Graph = buildWorkflow(*Profile.Kernel, Profile.Graphs->dependences(),
                               Profile, Options);
    if (!Graph)
      return Graph.takeError();
    In.FirstInstructions =
        std::min(instructionsBeforeMemory(*Graph), In.Instructions);
    return Error::success();
  }

  /// One wave of \p Blocks blocks that fill \p PerSM places on each SM.
  void wave(double Blocks, double PerSM, double SMs) {
    MwpCwpInputs Wave = In;
    Wave.Blocks = Blocks;
    Wave.ActiveBlocks = PerSM;
    Wave.ActiveWarps = PerSM * Shape.WarpsPerBlock;
    Wave.ActiveSMs = SMs;
    if (Mode == ModelMode::Modern)
      tightestLevel(Wave);
    Setting.Waves.push_back(Wave);
  }

  void waves() {
    double Blocks = Shape.Blocks;
    double SMs = std::min(Gpu.Multiprocessors.Value, Blocks);
    if (Mode == ModelMode::Faithful)
      return wave(Blocks, Shape.BlocksPerSM, SMs);
    double PerSM = std::min(Shape.BlocksPerSM, std::ceil(Blocks / SMs));
    // A single round takes its time even if some places stay empty.
    if (Mode == ModelMode::Corrected)
      return wave(std::max(Blocks, PerSM * SMs), PerSM, SMs);
    double Places = Shape.BlocksPerSM * SMs;
    double Full = std::floor(Blocks / Places) * Places, Rest = Blocks - Full;
    if (Full > 0)
      wave(Full, Shape.BlocksPerSM, SMs);
    if (Rest > 0) {
      double Busy = std::min(SMs, Rest), Each = std::ceil(Rest / Busy);
      wave(Each * Busy, Each, Busy);
      Setting.Extensions.push_back("a last wave of its own");
    }
    if (Gpu.LaunchOverhead > 0) {
      Setting.LaunchCycles = Gpu.LaunchOverhead * Gpu.Clock;
      Setting.Extensions.push_back("launch overhead");
    }
  }

  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  ModelMode Mode;
  FactBound Bound;
  const LaunchShape &Shape;
  Traffic Sum;
  MwpCwpInputs In;
  MwpCwpSetting Setting;
  double BytesToL2 = 0, BytesToDram = 0; ///< per memory instruction
};

} // namespace

Expected<MwpCwpSetting> kernelcast::mwpCwpSetting(const WarpProfile &Profile,
                                                  const GpuSpec &Gpu,
                                                  ModelMode Mode,
                                                  FactBound Bound) {
  if (Error E = requireNumbers("mwp-cwp", Gpu,
                               {&GpuSpec::Multiprocessors, &GpuSpec::Clock,
                                &GpuSpec::Fp32Lanes, &GpuSpec::DramBandwidth,
                                &GpuSpec::LatencyGlobal}))
    return E;
  auto Shape = launchShape("mwp-cwp", Profile);
  if (!Shape)
    return Shape.takeError();
  return SettingBuilder(Profile, Gpu, Mode, Bound, *Shape).build();
}
