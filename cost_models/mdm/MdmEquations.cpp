//===- MdmEquations.cpp - From intervals to IPC ---------------------------===//

#include "cost_models/mdm/MdmEquations.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

template <typename Number>
RequestTimes<Number>
kernelcast::requestTimes(Equations<Number> &Eq,
                         const MdmMachine<Number> &Machine) {
  RequestTimes<Number> T;
  auto Service = [&](const Number &Bandwidth) {
    return Machine.LineBytes * Machine.Clock / Bandwidth;
  };
  T.Noc =
      Eq.equation("L_noc", "cycles", "MDM (2)", Service(Machine.NocBandwidth));
  T.DramService = Service(Machine.DramBandwidth);
  Eq.equation("L_dram", "cycles", "MDM (3)",
              Machine.LlcMissRate * T.DramService);
  T.NoContention = Eq.equation("L_nc", "cycles", "MDM (6)",
                               Machine.LlcLatency +
                                   Machine.LlcMissRate * Machine.DramLatency);
  return T;
}

/// Mean of (ceil(j / Registers) - 1) over the requests j = 1 ... Reads: how
/// many batches go before a request. With Reads = q Registers + r, batch b has
/// Registers requests that wait for b others, the last one r that wait for q.
static double meanBatchesBefore(double Reads, double Registers) {
  double Whole = std::floor(Reads);
  double Full = std::floor(Whole / Registers);
  double Rest = Whole - Full * Registers;
  return (Registers * Full * (Full - 1) / 2 + Rest * Full) / Whole;
}

/// Mean reads are quotients of estimates; what is whole to six digits must not
/// make one more batch of reads.
static double wholeIfClose(double Count) {
  double Whole = std::round(Count);
  return std::fabs(Count - Whole) <= 1e-6 * Whole ? Whole : Count;
}

template <typename Number>
IntervalContention<Number>
kernelcast::contention(Equations<Number> &Eq, const MdmMachine<Number> &Machine,
                       const RequestTimes<Number> &Times, MdmVariant Variant,
                       const MdmInterval<Number> &Interval,
                       Plain<Number> Warps) {
  IntervalContention<Number> C;
  if (valueOf(Interval.Reads) <= 0 && valueOf(Interval.Writes) <= 0)
    return C;
  const bool KnowsQueues =
      Variant == MdmVariant::Queue || Variant == MdmVariant::Mdm;
  const bool KnowsBatches =
      Variant == MdmVariant::Mshr || Variant == MdmVariant::Mdm;
  const bool IsTold = !Interval.Suffix.empty();
  auto Tell = [&](const char *Name, const char *Unit, const char *Source,
                  Plain<Number> Value) {
    return IsTold ? Eq.equation(Name + Interval.Suffix, Unit, Source, Value)
                  : Value;
  };
  auto TellOutcome = [&](const char *Name, const char *Unit, const char *Source,
                         double Value, const char *Note) {
    return IsTold
               ? Eq.outcome(Name + Interval.Suffix, Unit, Source, Value, Note)
               : Number(Value);
  };

  const Number &Registers = Machine.MissRegisters;
  Number Asked = Interval.Reads * Warps;
  double Whole = wholeIfClose(valueOf(Asked));
  C.Reads = Whole == valueOf(Asked)
                ? Tell("K", "requests", "MDM (4)", Asked)
                : TellOutcome("K", "requests", "MDM (4)", Whole,
                              "Mr W, whole to six digits");
  C.Requests =
      Tell("M", "requests", "MDM (4)",
           minimum<Number>(C.Reads, Registers) + Interval.Writes * Warps);
  double K = valueOf(C.Reads), Mshr = valueOf(Registers);
  C.Divergent = K > Mshr;
  C.NearThreshold = K >= 0.8 * Mshr && K <= 1.25 * Mshr;

  Number AtOnce = Machine.Multiprocessors * C.Requests;
  // (5): all of them wait for each other, or half of them on average.
  auto Queue = [&](const char *Name, const Number &Waits) {
    bool WaitsForAll = KnowsQueues && C.Divergent;
    return Tell(Name, "cycles", "MDM (5)", WaitsForAll ? Waits : Waits / 2);
  };
  if (Variant != MdmVariant::GpuMech)
    C.Noc = Queue("S_noc", AtOnce * Times.Noc);
  Number Cycles = Interval.Instructions / Machine.IssueRate + Interval.Stall;
  const Number &Service = Times.DramService;
  if (Machine.DramAsMd1 && valueOf(Cycles) > 0) {
    Number Requests = AtOnce * Machine.LlcMissRate;
    Number Rate = Requests / Cycles, Load = Rate * Service;
    C.Dram =
        Tell("S_dram", "cycles", "GPUMech, M/D/1",
             valueOf(Load) >= 1 ? Requests * Service / 2
                                : Rate * Service * Service / (2 * (1 - Load)));
  } else {
    C.Dram = Queue("S_dram", AtOnce * Service * Machine.LlcMissRate);
  }
  if (valueOf(Interval.Reads) > 0)
    C.NoContention = Times.NoContention;
  C.Memory =
      Tell("S_mem", "cycles", "MDM (7)", C.NoContention + C.Noc + C.Dram);
  if (!C.Divergent)
    return C;
  const Number &Waits =
      Variant == MdmVariant::GpuMech ? C.NoContention : C.Memory;
  C.Mshr = KnowsBatches
               ? Tell("S_mshr", "cycles", "MDM (8)",
                      (roundedUp(C.Reads / Registers) - 1) * Waits)
               : TellOutcome("S_mshr", "cycles", "GPUMech, average wait",
                             meanBatchesBefore(K, Mshr) * valueOf(Waits),
                             "mean number of batches before a request, each of "
                             "which takes its memory time");
  return C;
}

namespace {

template <typename Number> class MdmSolver {
public:
  MdmSolver(Equations<Number> &Eq, const MdmMachine<Number> &Machine,
            MdmVariant Variant, WarpScheduling Policy,
            ArrayRef<WarpInterval> Given, const Number &Warps)
      : Eq(Eq), Machine(Machine), Variant(Variant), Policy(Policy),
        Given(Given), Warps(Warps) {}

  Expected<MdmResult<Number>> solve() {
    if (Error E = check())
      return E;
    Times = requestTimes(Eq, Machine);
    intervals();
    for (const MdmInterval<Number> &I : Intervals)
      Contentions.push_back(contention(Eq, Machine, Times, Variant, I, Warps));
    if (Error E = oneWarp())
      return E;
    allWarps();
    if (!std::isfinite(valueOf(R.TotalCycles)) || !(valueOf(R.Ipc) > 0))
      return createStringError("the numbers of this launch are too large");
    return R;
  }

private:
  Error check() const {
    const std::pair<const Number &, const char *> Needed[] = {
        {Machine.Clock, "clock"},
        {Machine.Multiprocessors, "number of multiprocessors"},
        {Machine.MissRegisters, "number of miss registers"},
        {Machine.LineBytes, "line size"},
        {Machine.NocBandwidth, "bandwidth of the network on chip"},
        {Machine.DramBandwidth, "DRAM bandwidth"},
        {Machine.IssueRate, "issue rate"},
        {Warps, "resident warps"}};
    for (const auto &[N, What] : Needed)
      if (!(valueOf(N) > 0) || !std::isfinite(valueOf(N)))
        return createStringError("no %s, or not a proper number", What);
    return Error::success();
  }

  //===- Intervals --------------------------------------------------------===//

  /// The costliest of the intervals that differ have lines of their own.
  static constexpr size_t MostTold = 6;
  bool areAllTold() const { return Given.size() <= MostTold; }

  /// Cycles of all intervals like \p I, contention included.
  double cost(const WarpInterval &I) const {
    Equations<double> Silent(Eq.gpu());
    MdmMachine<double> M;
    M.Clock = valueOf(Machine.Clock);
    M.Multiprocessors = valueOf(Machine.Multiprocessors);
    M.MissRegisters = valueOf(Machine.MissRegisters);
    M.LineBytes = valueOf(Machine.LineBytes);
    M.NocBandwidth = valueOf(Machine.NocBandwidth);
    M.DramBandwidth = valueOf(Machine.DramBandwidth);
    M.LlcLatency = valueOf(Machine.LlcLatency);
    M.DramLatency = valueOf(Machine.DramLatency);
    M.IssueRate = valueOf(Machine.IssueRate);
    M.LlcMissRate = valueOf(Machine.LlcMissRate);
    M.DramAsMd1 = Machine.DramAsMd1;
    MdmInterval<double> Plain{I.Times, I.Instructions, I.Stall, I.Reads,
                              I.Writes};
    double Waits = contention(Silent, M, requestTimes(Silent, M), Variant,
                              Plain, valueOf(Warps))
                       .total();
    return I.Times * (I.Instructions / M.IssueRate + I.Stall + Waits);
  }

  void intervals() {
    for (const WarpInterval &I : Given)
      Intervals.push_back(
          {I.Times, I.Instructions, I.Stall, I.Reads, I.Writes, ""});
    if (!Eq.isRecorded())
      return;
    std::vector<std::pair<double, size_t>> Order;
    double Count = 0;
    for (auto [I, Interval] : enumerate(Given)) {
      Count += Interval.Times;
      Order.emplace_back(-cost(Interval), I);
    }
    stable_sort(Order);
    if (!areAllTold())
      Order.resize(MostTold);
    Eq.input("intervals", Count, "", Origin::Instructions,
             Twine(Given.size()) + " that differ" +
                 (areAllTold() ? "" : "; the costliest are shown"));
    for (auto [Cost, I] : Order) {
      MdmInterval<Number> &Told = Intervals[I];
      Told.Suffix = "_" + std::to_string(I + 1);
      auto Tell = [&](const char *Name, Number &N, const char *Unit,
                      Origin From) {
        N = Eq.input(Name + Told.Suffix, valueOf(N), Unit, From);
      };
      Tell("times", Told.Times, "", Origin::WarpTiming);
      Tell("I", Told.Instructions, "instructions", Origin::WarpTiming);
      Tell("S", Told.Stall, "cycles", Origin::WarpTiming);
      Tell("Mr", Told.Reads, "requests", Origin::Accesses);
      Tell("Mw", Told.Writes, "requests", Origin::Accesses);
    }
  }

  /// Sum of \p Of over the intervals, as an equation if all of them are told.
  template <typename Term>
  Number sum(const char *Name, const char *Unit, const char *Source, Term Of) {
    Number Sum = 0;
    for (auto [I, Interval] : enumerate(Intervals))
      Sum += Interval.Times * Of(Interval, Contentions[I]);
    return areAllTold() ? Eq.equation(Name, Unit, Source, Sum)
                        : Eq.outcome(Name, Unit, Source, valueOf(Sum),
                                     "over all intervals");
  }

  //===- Sums -------------------------------------------------------------===//

  using Interval = const MdmInterval<Number> &;
  using Contention = const IntervalContention<Number> &;

  /// The representative alone.
  Error oneWarp() {
    R.Instructions = sum("I", "per warp", "sum of I_i",
                         [](Interval I, Contention) { return I.Instructions; });
    if (!(valueOf(R.Instructions) > 0))
      return createStringError("the warp executes no instructions");
    Number Stall = sum("S", "cycles", "sum of S_i",
                       [](Interval I, Contention) { return I.Stall; });
    R.BaseCycles = Eq.equation("Base", "cycles", "sum of (I_i / IR + S_i)",
                               R.Instructions / Machine.IssueRate + Stall);
    if (Eq.isRecorded()) {
      sum("Mr", "requests", "sum of Mr_i",
          [](Interval I, Contention) { return I.Reads; });
      sum("Mw", "requests", "sum of Mw_i",
          [](Interval I, Contention) { return I.Writes; });
    }
    for (const IntervalContention<Number> &C : Contentions) {
      R.NearThreshold |= C.NearThreshold;
      R.MostReads = std::max(R.MostReads, valueOf(C.Reads));
    }
    Eq.outcome("K_max", "requests", "MDM (4), largest", R.MostReads,
               R.NearThreshold ? "K is near #MSHR, where (5) and (8) jump"
                               : "of all intervals");
    R.IssueProbability = Eq.equation("p", "per cycle", "sum of I_i / Base",
                                     R.Instructions / R.BaseCycles);
    return Error::success();
  }

  /// NO: instructions of the other warps that the representative waits for.
  Number nonOverlapped() {
    const Number &P = R.IssueProbability, &IR = Machine.IssueRate;
    Number Others = Warps - 1;
    if (Policy == WarpScheduling::RoundRobin)
      // Between two of its instructions the others issue with probability p;
      // a stall shorter than their round does not hide that round.
      return sum("NO", "instructions", "GPUMech, round robin",
                 [&](Interval I, Contention) -> Number {
                   return P *
                          (Others * maximum<Number>(0.0, I.Instructions - 1) +
                           maximum<Number>(0.0, Others / IR - I.Stall));
                 });
    double Count = 0;
    for (const WarpInterval &I : Given)
      Count += I.Times;
    Number Mean = R.Instructions / Count;
    // Whoever becomes ready during the stall runs its interval first.
    return sum("NO", "instructions", "GPUMech, greedy then oldest",
               [&](Interval I, Contention) -> Number {
                 Number Ready = valueOf(I.Stall) > 0
                                    ? minimum<Number>(1.0, P * I.Stall)
                                    : Number(1);
                 return maximum<Number>(0.0,
                                        Ready * Others * Mean - IR * I.Stall);
               });
  }

  void allWarps() {
    const Number &IR = Machine.IssueRate;
    R.NonOverlapped = nonOverlapped();
    R.Noc = sum("S_noc", "cycles", "sum of S_noc_i",
                [](Interval, Contention C) { return C.Noc; });
    R.Dram = sum("S_dram", "cycles", "sum of S_dram_i",
                 [](Interval, Contention C) { return C.Dram; });
    R.Mshr = sum("S_mshr", "cycles", "sum of S_mshr_i",
                 [](Interval, Contention C) { return C.Mshr; });
    R.TotalCycles = Eq.equation("Total", "cycles", "MDM (1)",
                                R.BaseCycles + R.NonOverlapped / IR + R.Noc +
                                    R.Dram + R.Mshr);
    auto Cpi = [&](const char *Name, const Number &Cycles) {
      return Eq.equation(Name, "cycles", "CPI stack", Cycles / R.Instructions);
    };
    R.Cpi.Base = Cpi("CPI_base", R.BaseCycles);
    R.Cpi.Multithread = Cpi("CPI_multithread", R.NonOverlapped / IR);
    R.Cpi.Noc = Cpi("CPI_noc", R.Noc);
    R.Cpi.Dram = Cpi("CPI_dram", R.Dram);
    R.Cpi.Mshr = Cpi("CPI_mshr", R.Mshr);
    R.IpcUnclamped = Warps * R.Instructions / R.TotalCycles;
    R.Ipc = Eq.equation("IPC", "per cycle and SM", "min(IR, W I / Total)",
                        minimum<Number>(IR, R.IpcUnclamped));
  }

  Equations<Number> &Eq;
  const MdmMachine<Number> &Machine;
  const MdmVariant Variant;
  const WarpScheduling Policy;
  const ArrayRef<WarpInterval> Given;
  const Number Warps;
  RequestTimes<Number> Times;
  std::vector<MdmInterval<Number>> Intervals;
  std::vector<IntervalContention<Number>> Contentions;
  MdmResult<Number> R;
};

} // namespace

template <typename Number>
Expected<MdmResult<Number>>
kernelcast::mdm(Equations<Number> &Eq, const MdmMachine<Number> &Machine,
                MdmVariant Variant, WarpScheduling Policy,
                ArrayRef<WarpInterval> Intervals, Plain<Number> Warps) {
  return MdmSolver<Number>(Eq, Machine, Variant, Policy, Intervals, Warps)
      .solve();
}

namespace kernelcast {
// NOLINTBEGIN(bugprone-macro-parentheses): a type takes none.
#define FOR(NUMBER)                                                            \
  template RequestTimes<NUMBER> requestTimes(Equations<NUMBER> &,              \
                                             const MdmMachine<NUMBER> &);      \
  template IntervalContention<NUMBER> contention(                              \
      Equations<NUMBER> &, const MdmMachine<NUMBER> &,                         \
      const RequestTimes<NUMBER> &, MdmVariant, const MdmInterval<NUMBER> &,   \
      NUMBER);                                                                 \
  template Expected<MdmResult<NUMBER>> mdm(                                    \
      Equations<NUMBER> &, const MdmMachine<NUMBER> &, MdmVariant,             \
      WarpScheduling, ArrayRef<WarpInterval>, NUMBER);
FOR(double)
FOR(Traced)
#undef FOR
// NOLINTEND(bugprone-macro-parentheses)
} // namespace kernelcast
