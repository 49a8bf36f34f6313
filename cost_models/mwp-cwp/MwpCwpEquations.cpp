//===- MwpCwpEquations.cpp - Warps in memory and in computation -----------===//

#include "cost_models/mwp-cwp/MwpCwpEquations.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(MwpLimiter Limiter) {
  constexpr StringLiteral Names[] = {"N", "bandwidth", "departure_delay"};
  return Names[static_cast<unsigned>(Limiter)];
}

namespace {

template <typename Number>
Error check(const MwpCwpInputs<Number> &In, const MwpCwpOptions &Options) {
  struct Condition {
    double Value;
    const char *What;
    bool Positive;
  };
  bool Memory = valueOf(In.Uncoalesced) + valueOf(In.Coalesced) > 0;
  auto Above = [](const Number &N, const char *What, bool Positive) {
    return Condition{valueOf(N), What, Positive};
  };
  const Condition Conditions[] = {
      Above(In.Clock, "clock", true),
      Above(In.IssueCycles, "issue cycles", true),
      Above(In.Instructions, "instructions", true),
      Above(In.ActiveWarps, "active warps", true),
      Above(In.ActiveBlocks, "active blocks", true),
      Above(In.ActiveSMs, "active multiprocessors", true),
      Above(In.Blocks, "blocks", true),
      Above(In.Uncoalesced, "uncoalesced memory instructions", false),
      Above(In.Coalesced, "coalesced memory instructions", false),
      Above(In.MemoryLatency, "memory latency", Memory),
      Above(In.Bandwidth, "memory bandwidth", Memory),
      Above(In.LoadBytes, "bytes per load", Memory),
      Above(In.TransactionBytes, "bytes per transaction", Memory),
      Above(In.TransactionsCoalesced, "transactions per coalesced access",
            Memory),
      Above(In.TransactionsUncoalesced, "transactions per uncoalesced access",
            Memory),
      Above(In.L2Latency, "L2 latency", Memory && Options.L2),
      Above(In.DepartureUncoalesced, "departure delay", false),
      Above(In.DepartureCoalesced, "departure delay", false),
      Above(In.FirstInstructions, "instructions before the first access",
            false),
      Above(In.Barriers, "barriers", false),
      Above(In.HitRatio, "hit ratio", false),
  };
  for (const Condition &C : Conditions)
    if (!std::isfinite(C.Value) || C.Value < 0 || (C.Positive && C.Value == 0))
      return createStringError("%s: %g is not possible", C.What, C.Value);
  if (valueOf(In.HitRatio) > 1)
    return createStringError("hit ratio: %g is more than 1",
                             valueOf(In.HitRatio));
  return Error::success();
}

template <typename Number> class Solver {
public:
  Solver(Equations<Number> &Eq, const MwpCwpInputs<Number> &In,
         const MwpCwpOptions &Options)
      : Eq(Eq), In(In), Options(Options) {}

  Expected<MwpCwpResult<Number>> solve() {
    if (Error E = check(In, Options))
      return E;
    R.ComputeCycles = Eq.equation("Comp_cycles", "cycles", "HK [19]",
                                  In.IssueCycles * In.Instructions);
    if (valueOf(In.Uncoalesced) + valueOf(In.Coalesced) > 0) {
      parallelism();
      if (!(valueOf(R.Mwp) > 0) || !std::isfinite(valueOf(R.MwpPeakBandwidth)))
        return createStringError("the bandwidth feeds no warp");
      repetitions();
      withMemory();
    } else {
      repetitions();
      Eq.outcome("case", "", "no memory instruction", 0);
      R.ExecutionCycles =
          Eq.equation("Exec_cycles", "cycles", "no memory",
                      R.ComputeCycles * In.ActiveWarps * R.Repetitions);
    }
    R.Cycles = R.ExecutionCycles + R.BarrierCycles; // [26]
    R.Seconds = R.Cycles / In.Clock;
    if (!std::isfinite(valueOf(R.Cycles)))
      return createStringError("the numbers of this launch are too large");
    return R;
  }

private:
  void repetitions() {
    Number Rounds = In.Blocks / (In.ActiveBlocks * In.ActiveSMs);
    bool ByWarps = Options.Repetitions == RepetitionRule::Warps;
    if (ByWarps)
      Rounds = In.Blocks / (In.ActiveWarps * In.ActiveSMs);
    if (Options.Repetitions == RepetitionRule::Ceil)
      Rounds = roundedUp(Rounds);
    R.Repetitions =
        Eq.equation("Rep", "rounds", ByWarps ? "WL (19)" : "HK [21]", Rounds);
  }

  /// MWP, CWP and what they are made of.
  void parallelism() {
    Number Accesses = In.Uncoalesced + In.Coalesced;
    const Number &Per = In.TransactionsUncoalesced;
    R.WeightUncoalesced =
        Eq.equation("Weight_uncoal", "", "HK [13]", In.Uncoalesced / Accesses);
    const Number &Wu = R.WeightUncoalesced;
    Number Wc =
        Eq.equation("Weight_coal", "", "HK [14]", In.Coalesced / Accesses);
    R.LatencyUncoalesced =
        Eq.equation("Mem_L_Uncoal", "cycles", "HK [10], WL (11)",
                    In.MemoryLatency + (Per - 1) * In.DepartureUncoalesced);
    R.Latency = Eq.equation("Mem_L", "cycles", "HK [12], WL (8)",
                            R.LatencyUncoalesced * Wu + In.MemoryLatency * Wc);
    R.DepartureDelay = Eq.equation(
        "departure_delay", "cycles", "HK [15], WL (15)",
        In.DepartureUncoalesced * Per * Wu + In.DepartureCoalesced * Wc);
    R.MemoryCycles = Eq.equation("Mem_cycles", "cycles", "HK [18], WL (16)",
                                 R.LatencyUncoalesced * In.Uncoalesced +
                                     In.MemoryLatency * In.Coalesced);
    // Where few warps access memory at all, the mean is below one, and a warp
    // computes no longer between two accesses than it does in all.
    R.ComputePeriod =
        Eq.equation("Comp_p", "cycles", "Comp_cycles / accesses",
                    R.ComputeCycles / maximum<Number>(Accesses, 1.0));
    Number Bytes = In.LoadBytes;
    if (Options.Bytes == BytesRule::Transactions)
      Bytes = In.TransactionBytes * (Per * Wu + In.TransactionsCoalesced * Wc);
    Bytes = Eq.equation("bytes_per_mw", "bytes", "HK [7], WL (7)", Bytes);
    R.BandwidthPerWarp =
        Eq.equation("BW_per_warp", "bytes per second", "HK [7], WL (7)",
                    In.Clock * Bytes / R.Latency);
    if (valueOf(R.DepartureDelay) > 0)
      R.MwpWithoutBandwidth = Eq.equation("MWP_without_BW", "warps", "HK [16]",
                                          R.Latency / R.DepartureDelay);
    R.MwpPeakBandwidth =
        Eq.equation("MWP_peak_BW", "warps", "HK [6], WL (6)",
                    In.Bandwidth / (R.BandwidthPerWarp * In.ActiveSMs));
    mwp();
    R.CwpFull =
        Eq.equation("CWP_full", "warps", "HK [8], WL (10)",
                    (R.MemoryCycles + R.ComputeCycles) / R.ComputeCycles);
    R.Cwp = Eq.equation("CWP", "warps", "HK [9], WL (9)",
                        minimum<Number>(R.CwpFull, In.ActiveWarps));
  }

  void mwp() {
    const Number &N = In.ActiveWarps, &Peak = R.MwpPeakBandwidth;
    Number Other = R.MwpWithoutBandwidth.value_or(Peak);
    Number Mwp = minimum<Number>(Peak, N);
    if (R.MwpWithoutBandwidth)
      Mwp = minimum<Number>(Other, Mwp);
    if (Options.MwpDecimals) {
      double Scale = std::pow(10.0, *Options.MwpDecimals);
      Mwp = std::round(valueOf(Mwp) * Scale) / Scale;
    }
    R.Limiter = valueOf(Mwp) == valueOf(N)        ? MwpLimiter::Warps
                : valueOf(Peak) <= valueOf(Other) ? MwpLimiter::Bandwidth
                                                  : MwpLimiter::DepartureDelay;
    R.Mwp = Eq.equation("MWP", "warps", "HK [17], WL (5)", Mwp,
                        "limited by " + name(R.Limiter));
  }

  /// 1 to 3, by the numbers.
  unsigned caseOf(double Later) const {
    double N = valueOf(In.ActiveWarps), Mwp = valueOf(R.Mwp);
    double Cwp = valueOf(R.Cwp), Memory = valueOf(R.MemoryCycles);
    double Compute = valueOf(R.ComputeCycles);
    if (Mwp == N && Cwp == N)
      return 1;
    if (Cwp < Mwp && Compute <= Memory)
      return 3;
    double Waits = Memory * N / Mwp;
    if (Options.L2)
      Waits = Memory + Memory * Later * std::max(N / Mwp - 1, 0.0);
    double Round = Waits + valueOf(R.ComputePeriod) * std::max(Mwp - 1, 0.0);
    bool LeavesOut = Options.AllComputation &&
                     valueOf(R.Latency) * Later + Compute * N > Round;
    return LeavesOut ? 3 : 2;
  }

  /// One round by its case, then all of them.
  void withMemory() {
    // Latency of an access after the first round, relative to the first.
    const Number &Hit = In.HitRatio;
    Number Later = 1;
    if (Options.L2)
      Later = Eq.equation("L2_share", "", "WL (20)-(22)",
                          Hit * In.L2Latency / In.MemoryLatency + 1 - Hit);
    R.Case = caseOf(valueOf(Later));
    Eq.outcome("case", "", "HK [22]-[24]", R.Case,
               R.Case == 1   ? "MWP = CWP = N"
               : R.Case == 2 ? "CWP >= MWP: memory bounds"
                             : "computation bounds");
    Others = Eq.equation("MWP_others", "warps", "MWP - 1",
                         maximum<Number>(R.Mwp - 1, 0.0));
    if (Options.L2)
      wangLou(Later);
    else
      hongKim();
    R.BarrierCycles = Eq.equation("Synch_cost", "cycles", "HK [25]",
                                  R.DepartureDelay * Others * In.Barriers *
                                      In.ActiveBlocks * R.Repetitions);
  }

  /// \p Memory and \p Compute cycles of a round.
  void execute(const char *Source, const Number &Memory,
               const Number &Compute) {
    R.ExecutionCycles = Eq.equation("Exec_cycles", "cycles", Source,
                                    (Memory + Compute) * R.Repetitions);
    R.MemoryPart = valueOf(Memory) * valueOf(R.Repetitions);
  }

  void hongKim() {
    const Number &N = In.ActiveWarps, &Compute = R.ComputeCycles;
    if (R.Case == 1)
      execute("HK [22]", R.MemoryCycles, Compute + R.ComputePeriod * Others);
    else if (R.Case == 2)
      execute("HK [23]", R.MemoryCycles * N / R.Mwp, R.ComputePeriod * Others);
    else
      execute("HK [24]", R.Latency, Compute * N);
  }

  void wangLou(const Number &Later) {
    const Number &N = In.ActiveWarps, &Compute = R.ComputeCycles;
    Number First = In.FirstInstructions * In.IssueCycles;
    if (R.Case == 1) {
      Number Last = First * Others;
      if (Options.Corrected)
        Last += Compute;
      later("WL (20)", R.MemoryCycles, R.MemoryCycles * Later, Last);
    } else if (R.Case == 2) {
      R.CacheHitRounds = Eq.equation("hit_rounds", "rounds", "WL (21)",
                                     maximum<Number>(N / R.Mwp - 1, 0.0));
      execute("WL (21)",
              R.MemoryCycles + R.MemoryCycles * Later * R.CacheHitRounds,
              R.ComputePeriod * Others);
    } else {
      later("WL (22)", R.Latency, R.Latency * Later,
            (Options.Corrected ? Compute : First) * N);
    }
  }

  /// The first warp of a round waits for \p FirstWait and computes, the last
  /// one waits for \p LastWait and computes \p LastCompute; the later one ends
  /// the round.
  void later(const char *Source, const Number &FirstWait,
             const Number &LastWait, const Number &LastCompute) {
    R.FirstWarp = Eq.equation("first_warp", "cycles", Source,
                              FirstWait + R.ComputeCycles);
    R.LastWarp =
        Eq.equation("last_warp", "cycles", Source, LastWait + LastCompute);
    R.ExecutionCycles =
        Eq.equation("Exec_cycles", "cycles", Source,
                    maximum<Number>(R.FirstWarp, R.LastWarp) * R.Repetitions);
    bool IsLast = valueOf(R.LastWarp) > valueOf(R.FirstWarp);
    R.MemoryPart =
        valueOf(IsLast ? LastWait : FirstWait) * valueOf(R.Repetitions);
  }

  Equations<Number> &Eq;
  const MwpCwpInputs<Number> &In;
  const MwpCwpOptions &Options;
  Number Others = 0; ///< warps in memory beside one
  MwpCwpResult<Number> R;
};

} // namespace

template <typename Number>
Expected<MwpCwpResult<Number>>
kernelcast::mwpCwp(Equations<Number> &Eq, const MwpCwpInputs<Number> &In,
                   const MwpCwpOptions &Options) {
  return Solver<Number>(Eq, In, Options).solve();
}

template Expected<MwpCwpResult<double>>
kernelcast::mwpCwp(Equations<double> &, const MwpCwpInputs<double> &,
                   const MwpCwpOptions &);
template Expected<MwpCwpResult<Traced>>
kernelcast::mwpCwp(Equations<Traced> &, const MwpCwpInputs<Traced> &,
                   const MwpCwpOptions &);
