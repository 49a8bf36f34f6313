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

static Error check(const MwpCwpInputs &In, const MwpCwpOptions &Options) {
  struct Number {
    double Value;
    const char *What;
    bool Positive;
  };
  bool Memory = In.Uncoalesced + In.Coalesced > 0;
  const Number Numbers[] = {
      {In.Clock, "clock", true},
      {In.IssueCycles, "issue cycles", true},
      {In.Instructions, "instructions", true},
      {In.ActiveWarps, "active warps", true},
      {In.ActiveBlocks, "active blocks", true},
      {In.ActiveSMs, "active multiprocessors", true},
      {In.Blocks, "blocks", true},
      {In.Uncoalesced, "uncoalesced memory instructions", false},
      {In.Coalesced, "coalesced memory instructions", false},
      {In.MemoryLatency, "memory latency", Memory},
      {In.Bandwidth, "memory bandwidth", Memory},
      {In.LoadBytes, "bytes per load", Memory},
      {In.TransactionBytes, "bytes per transaction", Memory},
      {In.TransactionsCoalesced, "transactions per coalesced access", Memory},
      {In.TransactionsUncoalesced, "transactions per uncoalesced access",
       Memory},
      {In.L2Latency, "L2 latency", Memory && Options.L2},
      {In.DepartureUncoalesced, "departure delay", false},
      {In.DepartureCoalesced, "departure delay", false},
      {In.FirstInstructions, "instructions before the first access", false},
      {In.Barriers, "barriers", false},
      {Options.HitRatio, "hit ratio", false},
  };
  for (const Number &N : Numbers)
    if (!std::isfinite(N.Value) || N.Value < 0 || (N.Positive && N.Value == 0))
      return createStringError("%s: %g is not possible", N.What, N.Value);
  if (Options.HitRatio > 1)
    return createStringError("hit ratio: %g is more than 1", Options.HitRatio);
  return Error::success();
}

static double repetitions(const MwpCwpInputs &In, RepetitionRule Rule) {
  double Rounds = In.Blocks / (In.ActiveBlocks * In.ActiveSMs);
  switch (Rule) {
  case RepetitionRule::Blocks:
    return Rounds;
  case RepetitionRule::Warps:
    return In.Blocks / (In.ActiveWarps * In.ActiveSMs);
  case RepetitionRule::Ceil:
    return std::ceil(Rounds);
  }
  return Rounds;
}

/// MWP, CWP and what they are made of.
static void parallelism(const MwpCwpInputs &In, const MwpCwpOptions &Options,
                        MwpCwpResult &R) {
  double Accesses = In.Uncoalesced + In.Coalesced;
  double Wu = R.WeightUncoalesced = In.Uncoalesced / Accesses;
  double Wc = In.Coalesced / Accesses, Per = In.TransactionsUncoalesced;
  R.LatencyUncoalesced =
      In.MemoryLatency + (Per - 1) * In.DepartureUncoalesced;    // (11)
  R.Latency = R.LatencyUncoalesced * Wu + In.MemoryLatency * Wc; // (8)
  R.DepartureDelay =
      In.DepartureUncoalesced * Per * Wu + In.DepartureCoalesced * Wc; // (15)
  R.MemoryCycles = R.LatencyUncoalesced * In.Uncoalesced +
                   In.MemoryLatency * In.Coalesced; // (16)
  R.ComputePeriod = R.ComputeCycles / Accesses;
  double Bytes = In.LoadBytes;
  if (Options.Bytes == BytesRule::Transactions)
    Bytes = In.TransactionBytes * (Per * Wu + In.TransactionsCoalesced * Wc);
  R.BandwidthPerWarp = In.Clock * Bytes / R.Latency; // (7)
  R.MwpPeakBandwidth =
      In.Bandwidth / (R.BandwidthPerWarp * In.ActiveSMs); // (6)
  if (R.DepartureDelay > 0)
    R.MwpWithoutBandwidth = R.Latency / R.DepartureDelay;
  double N = In.ActiveWarps;
  double Other = R.MwpWithoutBandwidth.value_or(R.MwpPeakBandwidth);
  R.Mwp = std::min({Other, R.MwpPeakBandwidth, N}); // (5)
  if (Options.MwpDecimals) {
    double Scale = std::pow(10.0, *Options.MwpDecimals);
    R.Mwp = std::round(R.Mwp * Scale) / Scale;
  }
  R.Limiter = R.Mwp == N                    ? MwpLimiter::Warps
              : R.MwpPeakBandwidth <= Other ? MwpLimiter::Bandwidth
                                            : MwpLimiter::DepartureDelay;
  R.CwpFull = (R.MemoryCycles + R.ComputeCycles) / R.ComputeCycles; // (10)
  R.Cwp = std::min(R.CwpFull, N);                                   // (9)
}

/// Cycles of one round of warps: in memory and computing.
struct RoundCycles {
  double Memory = 0, Compute = 0;
  double sum() const { return Memory + Compute; }
};

/// The later of two warps to finish.
static RoundCycles later(const RoundCycles &First, const RoundCycles &Last,
                         MwpCwpResult &R) {
  R.FirstWarp = First.sum();
  R.LastWarp = Last.sum();
  return R.LastWarp > R.FirstWarp ? Last : First;
}

static RoundCycles oneRound(const MwpCwpInputs &In,
                            const MwpCwpOptions &Options, MwpCwpResult &R) {
  double N = In.ActiveWarps, Others = std::max(R.Mwp - 1, 0.0);
  double Memory = R.MemoryCycles, Compute = R.ComputeCycles;
  double First = In.FirstInstructions * In.IssueCycles;
  // Latency of an access after the first round, relative to the first.
  double Hit = Options.HitRatio;
  double Later =
      Options.L2 ? Hit * In.L2Latency / In.MemoryLatency + 1 - Hit : 1;
  if (R.Mwp == N && R.Cwp == N) {
    R.Case = 1;
    if (!Options.L2)
      return {Memory, Compute + R.ComputePeriod * Others}; // [22]
    return later(
        {Memory, Compute},
        {Memory * Later, First * Others + (Options.Corrected ? Compute : 0)},
        R); // (20)
  }
  auto MuchComputation = [&]() -> RoundCycles {
    R.Case = 3;
    if (!Options.L2)
      return {R.Latency, Compute * N}; // [24]
    return later({R.Latency, Compute},
                 {R.Latency * Later, (Options.Corrected ? Compute : First) * N},
                 R); // (22)
  };
  if (R.Cwp < R.Mwp && Compute <= Memory)
    return MuchComputation();
  R.Case = 2;
  RoundCycles Round = {Memory * N / R.Mwp, R.ComputePeriod * Others}; // [23]
  if (Options.L2) {
    R.CacheHitRounds = std::max(N / R.Mwp - 1, 0.0);
    Round.Memory = Memory + Memory * Later * R.CacheHitRounds; // (21)
  }
  if (Options.AllComputation && R.Latency * Later + Compute * N > Round.sum())
    return MuchComputation();
  return Round;
}

Expected<MwpCwpResult> kernelcast::mwpCwp(const MwpCwpInputs &In,
                                          const MwpCwpOptions &Options) {
  if (Error E = check(In, Options))
    return E;
  MwpCwpResult R;
  R.ComputeCycles = In.IssueCycles * In.Instructions; // (17)
  R.Repetitions = repetitions(In, Options.Repetitions);
  if (In.Uncoalesced + In.Coalesced > 0) {
    parallelism(In, Options, R);
    if (!(R.Mwp > 0) || !std::isfinite(R.MwpPeakBandwidth))
      return createStringError("the bandwidth feeds no warp");
    RoundCycles Round = oneRound(In, Options, R);
    R.ExecutionCycles = Round.sum() * R.Repetitions;
    R.MemoryPart = Round.Memory * R.Repetitions;
    R.BarrierCycles = R.DepartureDelay * std::max(R.Mwp - 1, 0.0) *
                      In.Barriers * In.ActiveBlocks * R.Repetitions; // [25]
  } else {
    R.ExecutionCycles = R.ComputeCycles * In.ActiveWarps * R.Repetitions;
  }
  R.Cycles = R.ExecutionCycles + R.BarrierCycles; // [26]
  R.Seconds = R.Cycles / In.Clock;
  if (!std::isfinite(R.Cycles))
    return createStringError("the numbers of this launch are too large");
  return R;
}
