//===- MwpCwpModel.cpp - Memory and computation warp parallelism ----------===//

#include "cost_models/mwp-cwp/MwpCwpModel.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/FirstAccess.h"
#include "analysis/workflow/WorkflowBuilder.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "cost_models/mwp-cwp/MwpCwpEquations.h"
#include "cost_models/roofline/Ceilings.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeMwpCwp() {
  return std::make_unique<MwpCwpModel>();
}

ArrayRef<ModelMode> MwpCwpModel::modes() const { return allModes(); }

ArrayRef<Premise> MwpCwpModel::premises() const {
  static constexpr Premise Premises[] = {
      Premise::KnownCounts, Premise::KnownAddresses, Premise::NvidiaGpu,
      Premise::GlobalMemory};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> MwpCwpModel::needed() const {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock, &GpuSpec::Fp32Lanes,
      &GpuSpec::DramBandwidth, &GpuSpec::LatencyGlobal};
  return Needed;
}

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

/// Where the cycles of waves go.
class Parts {
public:
  /// In case 2 the memory system is busy all the time, so all of the memory
  /// term is its throughput's; else it is latency that nobody covers. What
  /// uncoalesced accesses add to either is theirs.
  template <typename Number>
  void add(const MwpCwpInputs<Number> &In, const MwpCwpOptions &Options,
           const MwpCwpResult<Number> &R) {
    Computation += valueOf(R.ExecutionCycles) - R.MemoryPart;
    Barriers += valueOf(R.BarrierCycles);
    bool Throughput = R.Case == 2 && R.Limiter != MwpLimiter::Warps;
    double Mean = valueOf(R.Latency);
    double Extra = 0; // share of the memory term
    if (!Throughput) {
      Extra = Mean > 0 ? 1 - valueOf(In.MemoryLatency) / Mean : 0;
    } else if (R.Limiter == MwpLimiter::DepartureDelay) {
      Extra = 1 - valueOf(In.DepartureCoalesced) / valueOf(R.DepartureDelay);
    } else if (Options.Bytes == BytesRule::Transactions) {
      double Moved = valueOf(R.BandwidthPerWarp) * Mean / valueOf(In.Clock);
      Extra = 1 - valueOf(In.LoadBytes) / Moved;
    }
    Extra = std::clamp(Extra, 0.0, 1.0);
    Uncoalesced += R.MemoryPart * Extra;
    double Rest = R.MemoryPart * (1 - Extra);
    (!Throughput                               ? Latency
     : R.Limiter == MwpLimiter::DepartureDelay ? Departure
                                               : Bandwidth) += Rest;
  }

  SmallVector<BreakdownItem, 8> items(Cost Level) const {
    return {{Cost::UncoalescedAccess, Uncoalesced},
            {Level, Bandwidth},
            {Cost::MemoryLatency, Latency},
            {Cost::DepartureDelay, Departure},
            {Cost::Computation, Computation},
            {Cost::Barriers, Barriers}};
  }

private:
  double Computation = 0, Barriers = 0, Latency = 0, Departure = 0;
  double Bandwidth = 0, Uncoalesced = 0;
};

template <typename Number> class WarpParallelism {
public:
  WarpParallelism(Equations<Number> &Eq, const Question &Q)
      : Eq(Eq), Q(Q), Profile(Q.Profile), Gpu(Q.Gpu),
        IsFaithful(Q.Mode == ModelMode::Faithful),
        IsModern(Q.Mode == ModelMode::Modern),
        Sum(trafficOf(memoryInstructions(Profile, Gpu, Q.Bound))) {}

  Expected<Number> cycles(Prediction *P) {
    hardware();
    program();
    latency();
    computation();
    if (IsModern)
      asToday();
    else
      asPrinted();
    if (Options.L2)
      if (Error E = firstInstructions())
        return E;
    if (Error E = waves())
      return E;
    Number Cycles = 0;
    if (IsModern)
      Cycles = launchCycles(Eq, Overhead, In.Clock);
    double Launch = valueOf(Cycles);
    if (Launch > 0)
      extend("start and drain of the launch");
    Number Waves = 0;
    for (const Number &Wave : WaveCycles)
      Waves += Wave;
    const double Published = valueOf(Waves);
    const Cost InTurn = IsModern ? atLeastInTurn(Waves) : Cost::AtomicSectors;
    Cycles += Waves;
    if (!Extensions.empty())
      Eq.outcome("extensions", "", "modern", Extensions.size(),
                 join(Extensions, "; "));
    if (!P)
      return Cycles;
    P->Assumptions = std::move(Assumptions);
    P->Breakdown = Where.items(Level);
    if (valueOf(Waves) > Published)
      P->Breakdown.push_back({InTurn, valueOf(Waves) - Published});
    if (Launch > 0)
      P->Breakdown.push_back({Cost::KernelLaunch, Launch});
    const auto Largest = max_element(
        P->Breakdown, [](const BreakdownItem &A, const BreakdownItem &B) {
          return A.Cycles < B.Cycles;
        });
    if (IsModern && Largest->What == Cost::Computation)
      P->BoundBy = resourceOf(BusiestUnit);
    return Cycles;
  }

private:
  void assume(AssumptionKind Kind, double Value,
              AssumptionReason Why = AssumptionReason::Only) {
    Assumptions.push_back({.Kind = Kind, .Reason = Why, .Real = {Value}});
  }

  /// Notes what is not in the papers.
  void extend(const Twine &What) {
    if (Eq.isRecorded())
      Extensions.push_back(What.str());
  }

  /// Raises \p Waves to what the device does in turn, which no number of warps
  /// hides: atomics in the L2 and starts of blocks. Returns which takes
  /// longest.
  Cost atLeastInTurn(Number &Waves) {
    const auto Used = usedResources(Q);
    CeilingInputs<Number> Inputs;
    Inputs.Clock = In.Clock;
    Cost Most = Cost::AtomicSectors;
    Number Highest = 0;
    for (Cost Resource : {Cost::AtomicAddress, Cost::AtomicSlice,
                          Cost::AtomicSectors, Cost::BlockStarts}) {
      if (!is_contained(Used, Resource))
        continue;
      Number Cycles = ceiling(Eq, Resource, Q, Inputs);
      if (valueOf(Cycles) > valueOf(Highest))
        Most = Resource;
      Highest = maximum<Number>(Highest, Cycles);
    }
    if (valueOf(Highest) > valueOf(Waves))
      extend(name(Most));
    Waves = maximum<Number>(Waves, Highest);
    return Most;
  }

  //===- The GPU ----------------------------------------------------------===//

  void hardware() {
    WarpSize = Eq.input("warp", Profile.WarpSize, "lanes", Origin::WarpSize);
    Lanes = Eq.hardware("lanes", &GpuSpec::Fp32Lanes);
    In.Clock = Eq.hardware("clock", &GpuSpec::Clock);
    Bandwidth = Eq.hardware("bw", &GpuSpec::DramBandwidth);
    SMs = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
    Dram = Eq.hardware("Mem_DRAM", &GpuSpec::LatencyGlobal);
    if (IsModern && Gpu.L2Bandwidth > 0)
      L2Bandwidth = Eq.hardware("bw_L2", &GpuSpec::L2Bandwidth);
    if (Gpu.LatencyL2 > 0)
      In.L2Latency = Eq.hardware("L2_hit", &GpuSpec::LatencyL2);
    departures();
    if (IsModern && Gpu.StartAndDrain > 0)
      Overhead = Eq.hardware("overhead", &GpuSpec::StartAndDrain);
  }

  void departures() {
    double Uncoalesced = Gpu.DepartureUncoalesced;
    double Coalesced = Gpu.DepartureCoalesced;
    if (!(Uncoalesced > 0) || !(Coalesced > 0)) {
      Uncoalesced = 1;
      if (IsModern && Gpu.LoadStoreLanes > 0)
        Uncoalesced = std::max(1.0, 128 / (4 * Gpu.LoadStoreLanes));
      Coalesced = Uncoalesced;
      assume(AssumptionKind::DepartureDelay, Coalesced,
             IsModern ? AssumptionReason::WideRequests
                      : AssumptionReason::WangAndLou);
    }
    In.DepartureUncoalesced =
        Eq.stated("dep_uncoal", Uncoalesced, &GpuSpec::DepartureUncoalesced);
    In.DepartureCoalesced =
        Eq.stated("dep_coal", Coalesced, &GpuSpec::DepartureCoalesced);
  }

  /// Of one access: in modern mode the mean over the levels that answer.
  void latency() {
    if (!IsModern || !(Gpu.LatencyL2 > 0)) {
      In.MemoryLatency = Eq.equation("Mem_LD", "cycles", "as measured", Dram);
      return;
    }
    CacheHits Hits = cacheHits(Profile);
    Number L1 = Eq.hardware("Mem_L1", &GpuSpec::LatencyL1, Gpu.LatencyL2);
    Number HitL1 = Eq.input("hit_L1", Hits.L1, "", Origin::Caches);
    Number HitL2 = Eq.input("hit_L2", Hits.L2, "", Origin::Caches);
    Number ToL2 = 1 - HitL1, ToMemory = ToL2 * (1 - HitL2);
    In.MemoryLatency = Eq.equation(
        "Mem_LD", "cycles", "modern",
        HitL1 * L1 + (ToL2 - ToMemory) * In.L2Latency + ToMemory * Dram);
    extend("mean latency of caches and DRAM");
    assume(AssumptionKind::HitRatioL1, Hits.L1);
    assume(AssumptionKind::HitRatioL2, Hits.L2);
    assumeCacheContents(Profile, Assumptions);
  }

  //===- A warp -----------------------------------------------------------===//

  Number ofAccesses(const char *Name, double Value, const char *Unit,
                    const char *Note = "") {
    return Eq.input(Name, Value, Unit, Origin::Accesses, Note);
  }

  void program() {
    // A warp issues its accesses, and at least its exit.
    In.Instructions = Eq.input(
        "total_insts",
        std::max({instructionsPerWarp(Profile), Sum.executions(), 1.0}),
        "per warp", Origin::Instructions);
    In.Uncoalesced =
        ofAccesses("n_uncoal", Sum.Uncoalesced, "per warp",
                   "more transactions than as many lanes side by side need");
    In.Coalesced = ofAccesses("n_coal", Sum.Coalesced, "per warp");
    auto Mean = [](double Of, double Count, double Otherwise) {
      return Of > 0 && Count > 0 ? Of / Count : Otherwise;
    };
    In.TransactionsUncoalesced = ofAccesses(
        "uncoal_per_mw",
        Sum.Uncoalesced > 0 ? Sum.UncoalescedTransactions / Sum.Uncoalesced : 1,
        "transactions");
    In.TransactionsCoalesced = ofAccesses(
        "coal_per_mw",
        Sum.Coalesced > 0 ? Sum.CoalescedTransactions / Sum.Coalesced : 1,
        "transactions");
    In.LoadBytes =
        ofAccesses("load_bytes", Mean(Sum.Requested, Sum.executions(), 128),
                   "bytes", "that a warp's access asks for");
    TransactionBytes = Sum.executions() > 0
                           ? Mean(Sum.Transactions, Sum.transactions(), 128)
                           : 128;
    if (!IsModern && !IsFaithful)
      In.TransactionBytes =
          ofAccesses("transaction_bytes", TransactionBytes, "bytes");
    else
      In.TransactionBytes = TransactionBytes;
    barriers();
  }

  void barriers() {
    double Count =
        Profile.PerWarp[static_cast<unsigned>(InstructionClass::Barrier)];
    // Wang and Lou have no barriers.
    if (IsFaithful && Gpu.LatencyL2 > 0)
      Count = 0;
    // [25] lets every barrier wait for a queue of memory requests; of barriers
    // between steps in shared memory, those few wait that follow an access.
    if (IsModern && Sum.executions() > 0 && Count > Sum.executions()) {
      Count = Sum.executions();
      FewerBarriers = true;
    }
    In.Barriers = Eq.input("synch", Count, "per warp", Origin::Instructions);
  }

  void computation() {
    if (!IsModern) {
      In.IssueCycles =
          Eq.equation("issue", "cycles", "warp / lanes", WarpSize / Lanes);
      return;
    }
    Eq.hardware("schedulers", &GpuSpec::Schedulers, 1);
    const double Issues = std::max(1.0, Gpu.Schedulers.Value);
    listLanes(Eq, Profile);
    listRates(Eq, Profile, Issues);
    auto Demands = pipeDemands(Profile, Gpu, Issues, Q.Bound);
    // There is one: every warp takes issue slots.
    const PipeDemand &Busiest = *busiest(Demands);
    Number Cycles = Eq.input("unit_cycles", Busiest.Cycles, "cycles per warp",
                             Origin::Instructions,
                             "of the busiest unit: " + name(Busiest.Unit));
    In.IssueCycles =
        Eq.equation("issue", "cycles", "modern", Cycles / In.Instructions);
    BusiestUnit = Busiest.Unit;
  }

  //===- Modes ------------------------------------------------------------===//

  void asPrinted() {
    In.Bandwidth = Eq.equation("bw_reached", "B/s", "the file's", Bandwidth);
    Options.L2 = Gpu.LatencyL2 > 0;
    double Hit = 1;
    if (!IsFaithful) {
      Options.Corrected = Options.AllComputation = true;
      Options.Bytes = BytesRule::Transactions;
      // Their L2 is all the cache there is.
      Hit = 1 - cacheHits(Profile).behindL2();
      if (Options.L2)
        assume(AssumptionKind::HitRatio, Hit);
      assumeCacheContents(Profile, Assumptions);
    }
    if (Options.L2)
      In.HitRatio = Eq.input("hit_ratio", Hit, "",
                             IsFaithful ? Origin::PaperAssumes : Origin::Caches,
                             "of the accesses after the first round of warps");
  }

  void asToday() {
    Options.Bytes = BytesRule::Transactions;
    Options.AllComputation = true;
    In.Bandwidth = Bandwidth;
    if (Gpu.DramBandwidth.Confidence != 'M') {
      In.Bandwidth *= ReachedBandwidth;
      extend("bandwidth that copies reach");
      assume(AssumptionKind::PeakShare, ReachedBandwidth);
    }
    extend("computation by the busiest unit: " + name(BusiestUnit));
    if (!(Sum.executions() > 0))
      return;
    if (FewerBarriers)
      extend("no more barriers wait for memory than there are "
             "accesses");
    // Accesses that miss more than the mean may be those with fuller lines.
    CacheHits Hits = cacheHits(Profile);
    MemoryTraffic Least = memoryTraffic(Profile, Gpu, Q.Bound);
    double Bytes = Sum.Moved / Sum.executions();
    double PerInstruction = 1 / (Sum.executions() * Profile.Warps);
    BytesToL2 = std::max(Bytes * Hits.toL2(), Least.L2 * PerInstruction);
    BytesToDram =
        std::max(Bytes * Hits.behindL2(), Least.Dram * PerInstruction);
    if (Gpu.Coalescing == CoalescingRule::Sectors)
      extend("traffic in sectors");
  }

  Error firstInstructions() {
    WorkflowOptions Building;
    Building.Bound = Q.Bound;
    auto Graph = buildWorkflow(*Profile.Kernel, Profile.Graphs->dependences(),
                               Profile, Building);
    if (!Graph)
      return Graph.takeError();
    In.FirstInstructions = Eq.input(
        "first_comp",
        std::min(instructionsBeforeMemory(*Graph), valueOf(In.Instructions)),
        "per warp", Origin::Instructions,
        "instructions before the first memory instruction");
    return Error::success();
  }

  //===- Waves ------------------------------------------------------------===//

  /// The level that feeds the fewest warps, in the terms of (6) and (7).
  void tightestLevel(Equations<Number> &Told, MwpCwpInputs<Number> &Wave,
                     bool IsFirst) {
    double PerInstruction =
        Sum.executions() > 0 ? Sum.transactions() / Sum.executions() : 0;
    Cost Tightest = Cost::DramBandwidth;
    if (PerInstruction > 0) {
      double Bytes = BytesToDram;
      // Each SM has its own port to the L2.
      Number Ports =
          maximum<Number>(L2Bandwidth, Bandwidth) * Wave.ActiveSMs / SMs;
      if (Gpu.L2Bandwidth > 0 &&
          BytesToL2 * valueOf(In.Bandwidth) > Bytes * valueOf(Ports)) {
        Bytes = BytesToL2;
        Wave.Bandwidth = Ports;
        Tightest = Cost::L2Bandwidth;
      }
      TransactionBytes = std::max(Bytes, 1e-9) / PerInstruction;
    }
    Wave.TransactionBytes = Told.input(
        "transaction_bytes", TransactionBytes, "bytes", Origin::Caches,
        "of a transaction, on the level that limits");
    Wave.Bandwidth = Told.equation("bw_reached", "B/s", "modern",
                                   Wave.Bandwidth, name(Tightest));
    if (IsFirst)
      Level = Tightest;
  }

  /// One wave of \p Blocks blocks that fill \p PerSM places on each SM. The
  /// first one is told; \p Note is about its blocks.
  Error wave(double Blocks, double PerSM, double Busy, const char *Note = "") {
    Equations<Number> Silent(Gpu);
    const bool IsFirst = WaveCycles.empty();
    Equations<Number> &Told = IsFirst ? Eq : Silent;
    MwpCwpInputs<Number> Wave = In;
    Wave.ActiveWarps = Told.input("N", PerSM * Q.Shape.WarpsPerBlock, "warps",
                                  Origin::Residency);
    Wave.ActiveBlocks =
        Told.input("active_blocks", PerSM, "blocks", Origin::Residency);
    Wave.ActiveSMs = Told.input("active_SMs", Busy, "", Origin::Launch,
                                "no more than blocks");
    Wave.Blocks = Told.input("blocks", Blocks, "", Origin::Launch, Note);
    if (IsModern)
      tightestLevel(Told, Wave, IsFirst);
    auto R = mwpCwp(Told, Wave, Options);
    if (!R)
      return R.takeError();
    Where.add(Wave, Options, *R);
    WaveCycles.push_back(
        IsFirst ? R->Cycles
                : Eq.outcome("Exec_last_wave", "cycles", "the same equations",
                             valueOf(R->Cycles),
                             "for the blocks that do not fill a round"));
    if (IsFirst && Options.L2 && Eq.isRecorded())
      compareWithoutL2(Wave);
    return Error::success();
  }

  /// What the same launch takes without the L2.
  void compareWithoutL2(const MwpCwpInputs<Number> &Wave) {
    Equations<Number> Silent(Gpu);
    MwpCwpOptions Without = Options;
    Without.L2 = false;
    auto Other = mwpCwp(Silent, Wave, Without);
    if (!Other)
      return consumeError(Other.takeError());
    Eq.outcome("Exec_without_L2", "cycles", "HK [22]-[24]",
               valueOf(Other->ExecutionCycles), "for comparison");
  }

  Error waves() {
    double Blocks = Q.Shape.Blocks, Resident = Q.Shape.BlocksPerSM;
    double Busy = std::min(Gpu.Multiprocessors.Value, Blocks);
    if (IsFaithful)
      return wave(Blocks, Resident, Busy);
    if (!IsModern) {
      // A single round takes its time even if some places stay empty.
      double PerSM = std::min(Resident, std::ceil(Blocks / Busy));
      return wave(std::max(Blocks, PerSM * Busy), PerSM, Busy);
    }
    double Places = Resident * Busy;
    double Full = std::floor(Blocks / Places) * Places, Rest = Blocks - Full;
    if (Full > 0)
      if (Error E =
              wave(Full, Resident, Busy, Rest > 0 ? "in full rounds" : ""))
        return E;
    if (!(Rest > 0))
      return Error::success();
    extend("a last wave of its own");
    Busy = std::min(Busy, Rest);
    double Each = std::ceil(Rest / Busy);
    return wave(Each * Busy, Each, Busy);
  }

  Equations<Number> &Eq;
  const Question &Q;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const bool IsFaithful, IsModern;
  const Traffic Sum;
  MwpCwpInputs<Number> In;
  MwpCwpOptions Options;
  Number WarpSize = 0, Lanes = 0, SMs = 0, Dram = 0, Overhead = 0;
  Number Bandwidth = 0, L2Bandwidth = 0;
  double TransactionBytes = 128;
  double BytesToL2 = 0, BytesToDram = 0; ///< per memory instruction
  bool FewerBarriers = false;
  Cost BusiestUnit = Cost::IssueSlots;
  Cost Level = Cost::DramBandwidth; ///< that limits
  SmallVector<Number, 2> WaveCycles;
  Parts Where;
  std::vector<std::string> Extensions; ///< what is not in the papers
  std::vector<Assumption> Assumptions;
};

} // namespace

Expected<double> MwpCwpModel::cycles(Equations<double> &Eq, const Question &Q,
                                     Prediction *P) const {
  return WarpParallelism<double>(Eq, Q).cycles(P);
}

Expected<Traced> MwpCwpModel::cycles(Equations<Traced> &Eq, const Question &Q,
                                     Prediction *P) const {
  return WarpParallelism<Traced>(Eq, Q).cycles(P);
}
